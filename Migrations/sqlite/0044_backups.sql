-- compatible: yes
-- The backups in their place, the one that is being made, and those that have failed.
CREATE TABLE backups (
    id TEXT PRIMARY KEY,
    -- As people know it: a directory, or a bucket with a prefix.
    place TEXT NOT NULL,
    is_planned INTEGER NOT NULL CHECK (is_planned IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('running', 'good', 'failed')),
    started_at INTEGER NOT NULL,
    -- A program that makes one says so until then, again and again.
    alive_until INTEGER,
    ended_at INTEGER,
    row_count INTEGER,
    file_count INTEGER,
    size INTEGER,
    -- Uploads whose file was missing or damaged.
    lost_count INTEGER,
    error TEXT,
    checked_at INTEGER,
    check_error TEXT,
    created_by TEXT NOT NULL,
    CHECK ((alive_until IS NULL) = (state <> 'running'))
) STRICT;
CREATE UNIQUE INDEX backups_one_at_a_time ON backups (state) WHERE state = 'running';
CREATE INDEX backups_by_start ON backups (started_at);

-- When backups are made by themselves, and how many are kept.
CREATE TABLE backup_plans (
    id TEXT PRIMARY KEY CHECK (id = 'nightly'),
    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
    -- After midnight.
    minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    -- The days, weeks and months of which the last one is kept.
    daily INTEGER NOT NULL CHECK (daily BETWEEN 0 AND 1000),
    weekly INTEGER NOT NULL CHECK (weekly BETWEEN 0 AND 1000),
    monthly INTEGER NOT NULL CHECK (monthly BETWEEN 0 AND 1000),
    updated_at INTEGER,
    updated_by TEXT
) STRICT;
INSERT INTO backup_plans (id, is_on, minute, daily, weekly, monthly) VALUES ('nightly', 1, 180, 7, 4, 6);
