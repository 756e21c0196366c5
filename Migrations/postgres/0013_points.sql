-- compatible: yes
-- What a member of staff may do beside what the role says, as a list of permissions.
ALTER TABLE staff ADD COLUMN grants jsonb NOT NULL DEFAULT '[]';
ALTER TABLE staff_tokens ADD COLUMN grants jsonb NOT NULL DEFAULT '[]';

-- What staff have decided about an app; where there is no row, its declared standard holds.
CREATE TABLE app_settings (
    app text NOT NULL,
    name text NOT NULL,
    value jsonb NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    PRIMARY KEY (app, name)
);

-- One row for each code that was made for a phone, so that staff see what has become of it.
CREATE TABLE codes (
    id uuid PRIMARY KEY,
    app text NOT NULL,
    purpose text NOT NULL,
    -- As the app writes it once it is normalised.
    phone text NOT NULL,
    salt bytea NOT NULL,
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    -- The code itself in test mode, where it is kept and not sent.
    code text,
    state text NOT NULL CHECK (state IN ('live', 'used', 'replaced', 'locked')),
    failures bigint NOT NULL CHECK (failures >= 0),
    -- 0 for any number.
    failures_max bigint NOT NULL CHECK (failures_max >= 0),
    created_at timestamptz NOT NULL,
    -- Null where it is valid until another one is made.
    expires_at timestamptz,
    ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'live')),
    address text,
    -- In the outbox, where it is sent.
    message_id bigint,
    -- Who has asked for it, where they were signed in.
    account_id uuid
);
-- One code of a phone is valid at a time, for each purpose.
CREATE UNIQUE INDEX codes_live ON codes (app, purpose, phone) WHERE state = 'live';
CREATE INDEX codes_of_phone ON codes (phone, created_at);
CREATE INDEX codes_of_account ON codes (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX codes_by_time ON codes (created_at, id);

-- The points of one person in one programme: what the entries add up to.
CREATE TABLE points_accounts (
    id uuid PRIMARY KEY,
    app text NOT NULL,
    balance bigint NOT NULL CHECK (balance >= 0),
    -- Everything that was ever put in, and everything that was ever taken out.
    earned bigint NOT NULL CHECK (earned >= 0),
    spent bigint NOT NULL CHECK (spent >= 0),
    opened_at timestamptz NOT NULL,
    CHECK (balance = earned - spent)
);

-- Append-only: each row moves points between a person's account and one of the programme's.
CREATE TABLE points_entries (
    id uuid PRIMARY KEY,
    -- The order in which the entries of one account were made.
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    account_id uuid NOT NULL REFERENCES points_accounts(id),
    -- The other side, which changes by as much the other way.
    programme text NOT NULL CHECK (programme IN ('issued', 'spent', 'corrections', 'expired')),
    change bigint NOT NULL,
    -- Of the person's account, after this entry.
    balance bigint NOT NULL CHECK (balance >= 0),
    cause text NOT NULL CHECK (cause <> ''),
    -- What it was for: an offer, an event, another account.
    subject_id text,
    -- What that was called then, so that the entry outlives it.
    subject jsonb,
    note text,
    author text NOT NULL,
    staff_id uuid,
    -- An act that comes again has the same key, and is not done again.
    key text NOT NULL UNIQUE CHECK (key <> ''),
    created_at timestamptz NOT NULL
);
CREATE INDEX points_entries_of_account ON points_entries (account_id, number);
CREATE INDEX points_entries_of_subject ON points_entries (subject_id, number) WHERE subject_id IS NOT NULL;
CREATE INDEX points_entries_by_cause ON points_entries (cause, number);
CREATE INDEX points_entries_by_time ON points_entries (created_at, number);
CREATE FUNCTION refuse_change_of_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'points_entries is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER points_are_append_only BEFORE UPDATE OR DELETE ON points_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_points();

-- What is left of points that will expire.
CREATE TABLE points_lots (
    entry_id uuid PRIMARY KEY REFERENCES points_entries(id),
    account_id uuid NOT NULL REFERENCES points_accounts(id),
    remaining bigint NOT NULL CHECK (remaining > 0),
    expires_at timestamptz NOT NULL
);
CREATE INDEX points_lots_of_account ON points_lots (account_id, expires_at, entry_id);
CREATE INDEX points_lots_by_end ON points_lots (expires_at);

-- How many of a content have been taken; there are as many as its published version says.
CREATE TABLE stock (
    content_id uuid PRIMARY KEY,
    taken bigint NOT NULL CHECK (taken >= 0)
);

-- Nothing of a message is sent after this: what it brings holds no longer.
ALTER TABLE outbox ADD COLUMN valid_until timestamptz;
-- It brings a code, so that its text is kept no longer than it takes to send it.
ALTER TABLE outbox ADD COLUMN is_secret boolean NOT NULL DEFAULT false;
-- For the lists that staff see.
CREATE INDEX outbox_by_kind ON outbox (kind, id);
CREATE INDEX outbox_unsent ON outbox (state, id) WHERE state <> 'sent';
