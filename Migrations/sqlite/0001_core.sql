-- compatible: yes
-- One row per content of any type: what it is, where it stands, and which version is the newest.
CREATE TABLE contents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    title TEXT NOT NULL,
    -- The title as lists sort by it, the same on every database.
    title_key TEXT NOT NULL,
    slug TEXT,
    position INTEGER NOT NULL,
    is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
    has_draft INTEGER NOT NULL CHECK (has_draft IN (0, 1)),
    -- The window of the published version.
    live_from INTEGER,
    live_until INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL,
    trashed_at INTEGER,
    CHECK (trashed_at IS NULL OR NOT is_live),
    UNIQUE (type, slug)
) STRICT;
CREATE INDEX contents_by_position ON contents (type, position, id);
CREATE INDEX contents_by_title ON contents (type, title_key, id);
CREATE INDEX contents_by_update ON contents (type, updated_at, id);

-- The working copy of a new content, and of changes to a live one; it may be incomplete.
CREATE TABLE drafts (
    content_id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    body TEXT NOT NULL
) STRICT;

-- Append-only: what was done to a content, when and by whom, with the whole body.
CREATE TABLE history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    content_id TEXT NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- The revision of the type that this made, where an app could notice.
    revision INTEGER,
    action TEXT NOT NULL,
    body TEXT,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    staff_id TEXT,
    door TEXT NOT NULL,
    note TEXT
) STRICT;
CREATE INDEX history_of_content ON history (content_id, id);
CREATE INDEX history_by_revision ON history (type, revision) WHERE revision IS NOT NULL;
CREATE TRIGGER history_is_append_only BEFORE UPDATE ON history
BEGIN
    SELECT RAISE(ABORT, 'history is append-only');
END;

-- Who refers to what, from a draft or from a published version.
CREATE TABLE links (
    from_id TEXT NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
    field TEXT NOT NULL,
    to_id TEXT NOT NULL REFERENCES contents(id),
    PRIMARY KEY (from_id, is_live, field, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX links_to ON links (to_id);

-- One number per type, raised with every write that an app could notice.
CREATE TABLE revisions (
    type TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    -- The last revision that changed more than its row of history tells.
    whole_at INTEGER NOT NULL
) STRICT;
