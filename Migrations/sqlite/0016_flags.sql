-- compatible: yes
-- Where remote flags of one app are kept, and what its clients call Firebase's project; each environment is one.
CREATE TABLE flag_projects (
    id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 30),
    -- Twelve digits, as Firebase numbers projects; some clients know no more than this.
    number INTEGER NOT NULL UNIQUE CHECK (number BETWEEN 100000000000 AND 999999999999),
    app TEXT NOT NULL CHECK (app <> ''),
    environment TEXT NOT NULL CHECK (environment <> ''),
    title TEXT NOT NULL CHECK (title <> ''),
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (app, environment)
) STRICT;

-- Keys that are built into apps: they open evaluated values and nothing else. The key itself is shown once.
CREATE TABLE flag_keys (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    prefix TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    disabled_at INTEGER,
    last_used_at INTEGER
) STRICT;
CREATE INDEX flag_keys_of_project ON flag_keys (project_id, created_at);

-- Everything that was ever published, the newest being what apps see.
CREATE TABLE flag_versions (
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    -- Each publication takes the next number: of two at once, this key lets one win.
    number INTEGER NOT NULL CHECK (number > 0),
    template TEXT NOT NULL,
    -- What staff know of the parameters and apps are never told.
    notes TEXT NOT NULL,
    description TEXT,
    author TEXT NOT NULL,
    staff_id TEXT,
    email TEXT NOT NULL,
    door TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('INCREMENTAL_UPDATE', 'FORCED_UPDATE', 'ROLLBACK')),
    rollback_source INTEGER,
    -- How many parameters, conditions and groups it has changed.
    changes INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (project_id, namespace, number)
) STRICT;
CREATE INDEX flag_versions_by_time ON flag_versions (at);

-- What is being worked on: one draft for each template. A row without a template is none, and keeps the revision.
CREATE TABLE flag_drafts (
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    -- Goes up with each edit, and is never used again.
    revision INTEGER NOT NULL CHECK (revision > 0),
    -- The version that it was made from.
    base INTEGER NOT NULL CHECK (base >= 0),
    template TEXT,
    notes TEXT NOT NULL,
    -- Who has edited what, and when.
    edits TEXT NOT NULL,
    edited_by TEXT NOT NULL,
    editor_id TEXT,
    updated_at INTEGER NOT NULL,
    -- Of the revision above; each edit takes the approval away.
    approved_by TEXT,
    approver_id TEXT,
    approved_at INTEGER,
    PRIMARY KEY (project_id, namespace)
) STRICT;

-- What is to be published at a time, by whichever server is first.
CREATE TABLE flag_schedules (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    at INTEGER NOT NULL,
    -- A template of its own, made from the version "base" ...
    base INTEGER NOT NULL CHECK (base >= 0),
    template TEXT,
    notes TEXT,
    -- ... or the version to go back to.
    target INTEGER CHECK ((target IS NULL) = (template IS NOT NULL)),
    description TEXT,
    author TEXT NOT NULL,
    staff_id TEXT,
    created_at INTEGER NOT NULL,
    -- It could not be done, and is not tried again; "fault" is the problem as the API says it.
    failed_at INTEGER,
    fault TEXT
) STRICT;
CREATE INDEX flag_schedules_by_time ON flag_schedules (at, id) WHERE failed_at IS NULL;
CREATE INDEX flag_schedules_of_project ON flag_schedules (project_id, namespace, at);

-- Installations that see the draft before everybody else.
CREATE TABLE flag_devices (
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    instance_id TEXT NOT NULL CHECK (instance_id <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    added_by TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, instance_id)
) STRICT;

-- How often each value was asked for; it refers to nothing, as counts come in after what they are of has gone.
CREATE TABLE flag_fetches (
    project_id TEXT NOT NULL,
    namespace TEXT NOT NULL,
    -- In UTC: 2026-11-21.
    day TEXT NOT NULL,
    version INTEGER NOT NULL,
    key TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (project_id, namespace, day, version, key)
) STRICT;
CREATE INDEX flag_fetches_by_day ON flag_fetches (day);
