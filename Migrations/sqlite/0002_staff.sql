-- compatible: yes
-- The people who may come in. Nobody is ever deleted: history and audit refer to them.
CREATE TABLE staff (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE CHECK (email = lower(email)),
    name TEXT NOT NULL CHECK (name <> ''),
    role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    password_hash TEXT NOT NULL,
    is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
    created_at INTEGER NOT NULL,
    last_sign_in_at INTEGER
) STRICT;

-- Browsers that are signed in. The secret itself is only in the browser.
CREATE TABLE staff_sessions (
    id TEXT PRIMARY KEY,
    staff_id TEXT NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    secret_hash BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
    address TEXT
) STRICT;
CREATE INDEX staff_sessions_of_staff ON staff_sessions (staff_id, created_at);
CREATE INDEX staff_sessions_by_end ON staff_sessions (expires_at);

-- Keys for programs. The token itself is shown once and kept nowhere.
CREATE TABLE staff_tokens (
    id TEXT PRIMARY KEY,
    staff_id TEXT NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    prefix TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
    last_used_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX staff_tokens_of_staff ON staff_tokens (staff_id, created_at);

-- Attempts at anything that is limited, counted here so that a limit holds across servers.
CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count >= 0),
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX limits_by_end ON limits (until);

-- Append-only: what staff did that is not a change of content. It refers to nothing, so that it outlives everything.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    staff_id TEXT,
    author TEXT NOT NULL,
    door TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT,
    detail TEXT NOT NULL CHECK (json_valid(detail)),
    address TEXT
) STRICT;
CREATE INDEX audit_of_staff ON audit (staff_id, id);
CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit is append-only');
END;
