-- compatible: yes
-- The people who may come in. Nobody is ever deleted: history and audit refer to them.
CREATE TABLE staff (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    name text NOT NULL CHECK (name <> ''),
    role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    password_hash text NOT NULL,
    is_active boolean NOT NULL,
    created_at timestamptz NOT NULL,
    last_sign_in_at timestamptz
);

-- Browsers that are signed in. The secret itself is only in the browser.
CREATE TABLE staff_sessions (
    id uuid PRIMARY KEY,
    staff_id uuid NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    secret_hash bytea NOT NULL UNIQUE CHECK (octet_length(secret_hash) = 32),
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    address text
);
CREATE INDEX staff_sessions_of_staff ON staff_sessions (staff_id, created_at);
CREATE INDEX staff_sessions_by_end ON staff_sessions (expires_at);

-- Keys for programs. The token itself is shown once and kept nowhere.
CREATE TABLE staff_tokens (
    id uuid PRIMARY KEY,
    staff_id uuid NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    name text NOT NULL CHECK (name <> ''),
    prefix text NOT NULL,
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    last_used_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX staff_tokens_of_staff ON staff_tokens (staff_id, created_at);

-- Attempts at anything that is limited, counted here so that a limit holds across servers.
CREATE TABLE limits (
    key text PRIMARY KEY,
    count bigint NOT NULL CHECK (count >= 0),
    until timestamptz NOT NULL
);
CREATE INDEX limits_by_end ON limits (until);

-- Append-only: what staff did that is not a change of content. It refers to nothing, so that it outlives everything.
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    staff_id uuid,
    author text NOT NULL,
    door text NOT NULL,
    action text NOT NULL,
    subject text,
    detail jsonb NOT NULL,
    address text
);
CREATE INDEX audit_of_staff ON audit (staff_id, id);
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
