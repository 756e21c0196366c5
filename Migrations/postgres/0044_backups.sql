-- compatible: yes
-- The backups in their place, the one that is being made, and those that have failed.
CREATE TABLE backups (
    id uuid PRIMARY KEY,
    -- As people know it: a directory, or a bucket with a prefix.
    place text NOT NULL,
    is_planned boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('running', 'good', 'failed')),
    started_at timestamptz NOT NULL,
    -- A program that makes one says so until then, again and again.
    alive_until timestamptz,
    ended_at timestamptz,
    row_count bigint,
    file_count bigint,
    size bigint,
    -- Uploads whose file was missing or damaged.
    lost_count bigint,
    error jsonb,
    checked_at timestamptz,
    check_error jsonb,
    created_by text NOT NULL,
    CHECK ((alive_until IS NULL) = (state <> 'running'))
);
CREATE UNIQUE INDEX backups_one_at_a_time ON backups (state) WHERE state = 'running';
CREATE INDEX backups_by_start ON backups (started_at);

-- When backups are made by themselves, and how many are kept.
CREATE TABLE backup_plans (
    id text PRIMARY KEY CHECK (id = 'nightly'),
    is_on boolean NOT NULL,
    -- After midnight.
    minute bigint NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    -- The days, weeks and months of which the last one is kept.
    daily bigint NOT NULL CHECK (daily BETWEEN 0 AND 1000),
    weekly bigint NOT NULL CHECK (weekly BETWEEN 0 AND 1000),
    monthly bigint NOT NULL CHECK (monthly BETWEEN 0 AND 1000),
    updated_at timestamptz,
    updated_by text
);
INSERT INTO backup_plans (id, is_on, minute, daily, weekly, monthly) VALUES ('nightly', TRUE, 180, 7, 4, 6);
