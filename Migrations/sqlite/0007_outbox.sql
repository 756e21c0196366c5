-- compatible: yes
-- What must leave the building, written with its cause and sent by whichever server is first.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- What the receiver is told, the same at every attempt: a message may come twice.
    event_id TEXT NOT NULL CHECK (event_id <> ''),
    kind TEXT NOT NULL,
    -- Messages of one lane go to one receiver, so that one that hangs holds nobody else back.
    lane TEXT NOT NULL,
    -- What it is about: the id of a hook.
    subject TEXT,
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'kept')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    -- When it goes; whoever takes it puts this off to the time when they must be lost.
    due_at INTEGER NOT NULL,
    last_error TEXT CHECK (last_error IS NULL OR json_valid(last_error)),
    created_at INTEGER NOT NULL,
    -- Null as long as it waits.
    ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'waiting'))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (kind, lane, due_at, id) WHERE state = 'waiting';
CREATE INDEX outbox_ended ON outbox (state, ended_at) WHERE state <> 'waiting';
CREATE INDEX outbox_of_subject ON outbox (kind, subject, id);

-- Addresses that are told of changes.
CREATE TABLE hooks (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL CHECK (url <> ''),
    description TEXT NOT NULL,
    -- The names of events, `content.*` or `*`.
    events TEXT NOT NULL CHECK (json_valid(events)),
    -- Null for the contents of every type.
    types TEXT CHECK (types IS NULL OR json_valid(types)),
    is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
    -- What signs; it must be known to sign, so it is no hash.
    secret TEXT NOT NULL,
    -- The one before, which signs too until then.
    previous_secret TEXT,
    previous_secret_until INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    -- Since when there were only failures; null after a success.
    failing_since INTEGER,
    -- Why the server itself has switched it off.
    off_reason TEXT CHECK (off_reason IN ('gone', 'failing')),
    off_at INTEGER,
    CHECK (off_reason IS NULL OR NOT is_active)
) STRICT;

-- What came of each attempt to deliver a message.
CREATE TABLE hook_attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES outbox(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    error TEXT CHECK (error IS NULL OR json_valid(error)),
    milliseconds INTEGER NOT NULL,
    -- How the answer begins.
    answer TEXT NOT NULL
) STRICT;
CREATE INDEX hook_attempts_of_message ON hook_attempts (message_id, id);

-- For the list of what colleagues did.
CREATE INDEX history_of_type ON history (type, id);
CREATE INDEX history_of_author ON history (author, type, id);
CREATE INDEX history_of_staff ON history (staff_id, type, id) WHERE staff_id IS NOT NULL;
