-- compatible: yes
-- What the console tells a member of staff after an act, and how that is undone.
CREATE TABLE notices (
    id uuid PRIMARY KEY,
    staff_id uuid NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    text text NOT NULL,
    -- Requests of the admin API that take the act back, as JSON; an empty list where nothing does.
    calls jsonb NOT NULL,
    made_at timestamptz NOT NULL,
    -- When the act was taken back.
    used_at timestamptz
);
CREATE INDEX notices_of_staff ON notices (staff_id, made_at);
CREATE INDEX notices_by_time ON notices (made_at);

-- What a member of staff has chosen for themselves: columns of a list, views.
CREATE TABLE preferences (
    staff_id uuid NOT NULL REFERENCES staff(id) ON DELETE CASCADE,
    name text NOT NULL,
    value jsonb NOT NULL,
    PRIMARY KEY (staff_id, name)
);

-- The servers that run on this database; each tells of itself every few seconds.
CREATE TABLE servers (
    id uuid PRIMARY KEY,
    host text NOT NULL,
    port bigint NOT NULL,
    process bigint NOT NULL,
    version text NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL
);
