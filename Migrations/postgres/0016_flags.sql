-- compatible: yes
-- Where remote flags of one app are kept, and what its clients call Firebase's project; each environment is one.
CREATE TABLE flag_projects (
    id text PRIMARY KEY CHECK (length(id) BETWEEN 4 AND 30),
    -- Twelve digits, as Firebase numbers projects; some clients know no more than this.
    number bigint NOT NULL UNIQUE CHECK (number BETWEEN 100000000000 AND 999999999999),
    app text NOT NULL CHECK (app <> ''),
    environment text NOT NULL CHECK (environment <> ''),
    title text NOT NULL CHECK (title <> ''),
    settings jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (app, environment)
);

-- Keys that are built into apps: they open evaluated values and nothing else. The key itself is shown once.
CREATE TABLE flag_keys (
    id uuid PRIMARY KEY,
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    name text NOT NULL CHECK (name <> ''),
    prefix text NOT NULL,
    hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    disabled_at timestamptz,
    last_used_at timestamptz
);
CREATE INDEX flag_keys_of_project ON flag_keys (project_id, created_at);

-- Everything that was ever published, the newest being what apps see.
CREATE TABLE flag_versions (
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace text NOT NULL,
    -- Each publication takes the next number: of two at once, this key lets one win.
    number bigint NOT NULL CHECK (number > 0),
    template jsonb NOT NULL,
    -- What staff know of the parameters and apps are never told.
    notes jsonb NOT NULL,
    description text,
    author text NOT NULL,
    staff_id uuid,
    email text NOT NULL,
    door text NOT NULL,
    type text NOT NULL CHECK (type IN ('INCREMENTAL_UPDATE', 'FORCED_UPDATE', 'ROLLBACK')),
    rollback_source bigint,
    -- How many parameters, conditions and groups it has changed.
    changes bigint NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (project_id, namespace, number)
);
CREATE INDEX flag_versions_by_time ON flag_versions (at);

-- What is being worked on: one draft for each template. A row without a template is none, and keeps the revision.
CREATE TABLE flag_drafts (
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace text NOT NULL,
    -- Goes up with each edit, and is never used again.
    revision bigint NOT NULL CHECK (revision > 0),
    -- The version that it was made from.
    base bigint NOT NULL CHECK (base >= 0),
    template jsonb,
    notes jsonb NOT NULL,
    -- Who has edited what, and when.
    edits jsonb NOT NULL,
    edited_by text NOT NULL,
    editor_id uuid,
    updated_at timestamptz NOT NULL,
    -- Of the revision above; each edit takes the approval away.
    approved_by text,
    approver_id uuid,
    approved_at timestamptz,
    PRIMARY KEY (project_id, namespace)
);

-- What is to be published at a time, by whichever server is first.
CREATE TABLE flag_schedules (
    id uuid PRIMARY KEY,
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace text NOT NULL,
    at timestamptz NOT NULL,
    -- A template of its own, made from the version "base" ...
    base bigint NOT NULL CHECK (base >= 0),
    template jsonb,
    notes jsonb,
    -- ... or the version to go back to.
    target bigint CHECK ((target IS NULL) = (template IS NOT NULL)),
    description text,
    author text NOT NULL,
    staff_id uuid,
    created_at timestamptz NOT NULL,
    -- It could not be done, and is not tried again; "fault" is the problem as the API says it.
    failed_at timestamptz,
    fault jsonb
);
CREATE INDEX flag_schedules_by_time ON flag_schedules (at, id) WHERE failed_at IS NULL;
CREATE INDEX flag_schedules_of_project ON flag_schedules (project_id, namespace, at);

-- Installations that see the draft before everybody else.
CREATE TABLE flag_devices (
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    instance_id text NOT NULL CHECK (instance_id <> ''),
    name text NOT NULL CHECK (name <> ''),
    added_by text NOT NULL,
    added_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, instance_id)
);

-- How often each value was asked for; it refers to nothing, as counts come in after what they are of has gone.
CREATE TABLE flag_fetches (
    project_id text NOT NULL,
    namespace text NOT NULL,
    -- In UTC: 2026-11-21.
    day text NOT NULL,
    version bigint NOT NULL,
    key text NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    PRIMARY KEY (project_id, namespace, day, version, key)
);
CREATE INDEX flag_fetches_by_day ON flag_fetches (day);
