-- compatible: yes
-- Out of every list and every app, yet kept and referred to.
ALTER TABLE contents ADD COLUMN archived_at INTEGER CHECK (archived_at IS NULL OR NOT is_live);

-- What the agenda looks through: the windows that open and close.
CREATE INDEX contents_by_start ON contents (live_from, id) WHERE is_live;
CREATE INDEX contents_by_end ON contents (live_until, id) WHERE is_live;

CREATE INDEX contents_by_creation ON contents (type, created_at, id);

-- What is to happen to one content at a time, done by whichever server is first.
CREATE TABLE schedules (
    content_id TEXT NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    action TEXT NOT NULL CHECK (action IN ('publish', 'withdraw')),
    at INTEGER NOT NULL,
    note TEXT,
    -- Who wants it; history names them when it is done.
    author TEXT NOT NULL,
    staff_id TEXT,
    created_at INTEGER NOT NULL,
    -- It could not be done, and is not tried again; `fault` is the problem as the API says it.
    failed_at INTEGER,
    fault TEXT,
    PRIMARY KEY (content_id, action)
) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_by_time ON schedules (at, content_id) WHERE failed_at IS NULL;
CREATE INDEX schedules_by_failure ON schedules (failed_at) WHERE failed_at IS NOT NULL;

-- Drafts of any types that are published together, all or none.
CREATE TABLE releases (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version > 0),
    title TEXT NOT NULL CHECK (title <> ''),
    note TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'published', 'failed', 'cancelled')),
    -- Null as long as nobody has said when.
    at INTEGER,
    -- Who gave it its time; history names them when it is done.
    author TEXT NOT NULL,
    staff_id TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL,
    ended_at INTEGER,
    fault TEXT
) STRICT;
CREATE INDEX releases_by_time ON releases (at, id) WHERE state = 'open';
CREATE INDEX releases_by_state ON releases (state, id);

CREATE TABLE release_items (
    release_id TEXT NOT NULL REFERENCES releases(id) ON DELETE CASCADE,
    content_id TEXT NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    action TEXT NOT NULL CHECK (action IN ('publish', 'withdraw')),
    -- True until the release is published or cancelled.
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    PRIMARY KEY (release_id, content_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX release_items_of_content ON release_items (content_id);
-- Nothing waits in two releases at once.
CREATE UNIQUE INDEX release_items_once ON release_items (content_id) WHERE is_open;
