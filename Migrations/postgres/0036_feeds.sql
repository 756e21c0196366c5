-- compatible: yes
-- A feed that the timetable was imported from: a GTFS archive, a stations list, a table of runs.
CREATE TABLE timetable_feeds (
    name text PRIMARY KEY,
    format text NOT NULL,
    file text NOT NULL,
    publisher text NOT NULL,
    version text NOT NULL,
    valid_from text,
    valid_until text,
    stations bigint NOT NULL,
    threads bigint NOT NULL,
    imported_at timestamptz NOT NULL,
    imported_by text NOT NULL
);

-- The rows that a feed has written: by their ids in the feed, with the hash of what was written.
CREATE TABLE timetable_origins (
    feed text NOT NULL REFERENCES timetable_feeds(name) ON DELETE CASCADE,
    kind text NOT NULL,
    external text NOT NULL,
    row_key text NOT NULL,
    hash bigint NOT NULL,
    PRIMARY KEY (feed, kind, external)
);
CREATE INDEX timetable_origins_of_row ON timetable_origins (kind, row_key);
