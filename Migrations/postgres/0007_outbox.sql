-- compatible: yes
-- What must leave the building, written with its cause and sent by whichever server is first.
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- What the receiver is told, the same at every attempt: a message may come twice.
    event_id text NOT NULL CHECK (event_id <> ''),
    kind text NOT NULL,
    -- Messages of one lane go to one receiver, so that one that hangs holds nobody else back.
    lane text NOT NULL,
    -- What it is about: the id of a hook.
    subject text,
    payload jsonb NOT NULL,
    state text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'kept')),
    attempts bigint NOT NULL CHECK (attempts >= 0),
    -- When it goes; whoever takes it puts this off to the time when they must be lost.
    due_at timestamptz NOT NULL,
    last_error jsonb,
    created_at timestamptz NOT NULL,
    -- Null as long as it waits.
    ended_at timestamptz CHECK ((ended_at IS NULL) = (state = 'waiting'))
);
CREATE INDEX outbox_waiting ON outbox (kind, lane, due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_ended ON outbox (state, ended_at) WHERE state <> 'waiting';
CREATE INDEX outbox_of_subject ON outbox (kind, subject, id);

-- Addresses that are told of changes.
CREATE TABLE hooks (
    id uuid PRIMARY KEY,
    url text NOT NULL CHECK (url <> ''),
    description text NOT NULL,
    -- The names of events, `content.*` or `*`.
    events jsonb NOT NULL,
    -- Null for the contents of every type.
    types jsonb,
    is_active boolean NOT NULL,
    -- What signs; it must be known to sign, so it is no hash.
    secret text NOT NULL,
    -- The one before, which signs too until then.
    previous_secret text,
    previous_secret_until timestamptz,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL,
    -- Since when there were only failures; null after a success.
    failing_since timestamptz,
    -- Why the server itself has switched it off.
    off_reason text CHECK (off_reason IN ('gone', 'failing')),
    off_at timestamptz,
    CHECK (off_reason IS NULL OR NOT is_active)
);

-- What came of each attempt to deliver a message.
CREATE TABLE hook_attempts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id bigint NOT NULL REFERENCES outbox(id) ON DELETE CASCADE,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    status bigint,
    error jsonb,
    milliseconds bigint NOT NULL,
    -- How the answer begins.
    answer text NOT NULL
);
CREATE INDEX hook_attempts_of_message ON hook_attempts (message_id, id);

-- For the list of what colleagues did.
CREATE INDEX history_of_type ON history (type, id);
CREATE INDEX history_of_author ON history (author, type, id);
CREATE INDEX history_of_staff ON history (staff_id, type, id) WHERE staff_id IS NOT NULL;
