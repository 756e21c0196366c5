-- compatible: yes
-- A feed that the timetable was imported from: a GTFS archive, a stations list, a table of runs.
CREATE TABLE timetable_feeds (
    name TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    file TEXT NOT NULL,
    publisher TEXT NOT NULL,
    version TEXT NOT NULL,
    valid_from TEXT,
    valid_until TEXT,
    stations INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    imported_at INTEGER NOT NULL,
    imported_by TEXT NOT NULL
) STRICT;

-- The rows that a feed has written: by their ids in the feed, with the hash of what was written.
CREATE TABLE timetable_origins (
    feed TEXT NOT NULL REFERENCES timetable_feeds(name) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    external TEXT NOT NULL,
    row_key TEXT NOT NULL,
    hash INTEGER NOT NULL,
    PRIMARY KEY (feed, kind, external)
) STRICT, WITHOUT ROWID;
CREATE INDEX timetable_origins_of_row ON timetable_origins (kind, row_key);
