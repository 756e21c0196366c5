-- compatible: yes
-- What a member of staff may do beside what the role says, as a list of permissions.
ALTER TABLE staff ADD COLUMN grants TEXT NOT NULL DEFAULT '[]';
ALTER TABLE staff_tokens ADD COLUMN grants TEXT NOT NULL DEFAULT '[]';

-- What staff have decided about an app; where there is no row, its declared standard holds.
CREATE TABLE app_settings (
    app TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    PRIMARY KEY (app, name)
) STRICT;

-- One row for each code that was made for a phone, so that staff see what has become of it.
CREATE TABLE codes (
    id TEXT PRIMARY KEY,
    app TEXT NOT NULL,
    purpose TEXT NOT NULL,
    -- As the app writes it once it is normalised.
    phone TEXT NOT NULL,
    salt BLOB NOT NULL,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    -- The code itself in test mode, where it is kept and not sent.
    code TEXT,
    state TEXT NOT NULL CHECK (state IN ('live', 'used', 'replaced', 'locked')),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    -- 0 for any number.
    failures_max INTEGER NOT NULL CHECK (failures_max >= 0),
    created_at INTEGER NOT NULL,
    -- Null where it is valid until another one is made.
    expires_at INTEGER,
    ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'live')),
    address TEXT,
    -- In the outbox, where it is sent.
    message_id INTEGER,
    -- Who has asked for it, where they were signed in.
    account_id TEXT
) STRICT;
-- One code of a phone is valid at a time, for each purpose.
CREATE UNIQUE INDEX codes_live ON codes (app, purpose, phone) WHERE state = 'live';
CREATE INDEX codes_of_phone ON codes (phone, created_at);
CREATE INDEX codes_of_account ON codes (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX codes_by_time ON codes (created_at, id);

-- The points of one person in one programme: what the entries add up to.
CREATE TABLE points_accounts (
    id TEXT PRIMARY KEY,
    app TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    -- Everything that was ever put in, and everything that was ever taken out.
    earned INTEGER NOT NULL CHECK (earned >= 0),
    spent INTEGER NOT NULL CHECK (spent >= 0),
    opened_at INTEGER NOT NULL,
    CHECK (balance = earned - spent)
) STRICT;

-- Append-only: each row moves points between a person's account and one of the programme's.
CREATE TABLE points_entries (
    -- The order in which the entries of one account were made.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES points_accounts(id),
    -- The other side, which changes by as much the other way.
    programme TEXT NOT NULL CHECK (programme IN ('issued', 'spent', 'corrections', 'expired')),
    change INTEGER NOT NULL,
    -- Of the person's account, after this entry.
    balance INTEGER NOT NULL CHECK (balance >= 0),
    cause TEXT NOT NULL CHECK (cause <> ''),
    -- What it was for: an offer, an event, another account.
    subject_id TEXT,
    -- What that was called then, so that the entry outlives it.
    subject TEXT,
    note TEXT,
    author TEXT NOT NULL,
    staff_id TEXT,
    -- An act that comes again has the same key, and is not done again.
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX points_entries_of_account ON points_entries (account_id, number);
CREATE INDEX points_entries_of_subject ON points_entries (subject_id, number) WHERE subject_id IS NOT NULL;
CREATE INDEX points_entries_by_cause ON points_entries (cause, number);
CREATE INDEX points_entries_by_time ON points_entries (created_at, number);
CREATE TRIGGER points_are_not_changed BEFORE UPDATE ON points_entries
BEGIN
    SELECT RAISE(ABORT, 'points_entries is append-only');
END;
CREATE TRIGGER points_are_not_removed BEFORE DELETE ON points_entries
BEGIN
    SELECT RAISE(ABORT, 'points_entries is append-only');
END;

-- What is left of points that will expire.
CREATE TABLE points_lots (
    entry_id TEXT PRIMARY KEY REFERENCES points_entries(id),
    account_id TEXT NOT NULL REFERENCES points_accounts(id),
    remaining INTEGER NOT NULL CHECK (remaining > 0),
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX points_lots_of_account ON points_lots (account_id, expires_at, entry_id);
CREATE INDEX points_lots_by_end ON points_lots (expires_at);

-- How many of a content have been taken; there are as many as its published version says.
CREATE TABLE stock (
    content_id TEXT PRIMARY KEY,
    taken INTEGER NOT NULL CHECK (taken >= 0)
) STRICT;

-- Nothing of a message is sent after this: what it brings holds no longer.
ALTER TABLE outbox ADD COLUMN valid_until INTEGER;
-- It brings a code, so that its text is kept no longer than it takes to send it.
ALTER TABLE outbox ADD COLUMN is_secret INTEGER NOT NULL DEFAULT 0 CHECK (is_secret IN (0, 1));
-- For the lists that staff see.
CREATE INDEX outbox_by_kind ON outbox (kind, id);
CREATE INDEX outbox_unsent ON outbox (state, id) WHERE state <> 'sent';
