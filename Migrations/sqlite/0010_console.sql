-- compatible: yes
-- What the console tells a member of staff after an act, and how that is undone.
CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    staff_id TEXT NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    -- Requests of the admin API that take the act back, as JSON; an empty list where nothing does.
    calls TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    -- When the act was taken back.
    used_at INTEGER
) STRICT;
CREATE INDEX notices_of_staff ON notices (staff_id, made_at);
CREATE INDEX notices_by_time ON notices (made_at);

-- What a member of staff has chosen for themselves: columns of a list, views.
CREATE TABLE preferences (
    staff_id TEXT NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (staff_id, name)
) STRICT, WITHOUT ROWID;

-- The servers that run on this database; each tells of itself every few seconds.
CREATE TABLE servers (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    port INTEGER NOT NULL,
    process INTEGER NOT NULL,
    version TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
