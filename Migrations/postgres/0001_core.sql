-- compatible: yes
-- One row per content of any type: what it is, where it stands, and which version is the newest.
CREATE TABLE contents (
    id uuid PRIMARY KEY,
    type text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    title text NOT NULL,
    -- The title as lists sort by it, the same on every database.
    title_key text COLLATE "C" NOT NULL,
    slug text,
    position bigint NOT NULL,
    is_live boolean NOT NULL,
    has_draft boolean NOT NULL,
    -- The window of the published version.
    live_from timestamptz,
    live_until timestamptz,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    updated_at timestamptz NOT NULL,
    updated_by text NOT NULL,
    trashed_at timestamptz,
    CHECK (trashed_at IS NULL OR NOT is_live),
    UNIQUE (type, slug)
);
CREATE INDEX contents_by_position ON contents (type, position, id);
CREATE INDEX contents_by_title ON contents (type, title_key, id);
CREATE INDEX contents_by_update ON contents (type, updated_at, id);

-- The working copy of a new content, and of changes to a live one; it may be incomplete.
CREATE TABLE drafts (
    content_id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    body jsonb NOT NULL
);

-- Append-only: what was done to a content, when and by whom, with the whole body.
CREATE TABLE history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content_id uuid NOT NULL,
    type text NOT NULL,
    version bigint NOT NULL,
    -- The revision of the type that this made, where an app could notice.
    revision bigint,
    action text NOT NULL,
    body jsonb,
    at timestamptz NOT NULL,
    author text NOT NULL,
    staff_id uuid,
    door text NOT NULL,
    note text
);
CREATE INDEX history_of_content ON history (content_id, id);
CREATE INDEX history_by_revision ON history (type, revision) WHERE revision IS NOT NULL;
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'history is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER history_is_append_only BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who refers to what, from a draft or from a published version.
CREATE TABLE links (
    from_id uuid NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    is_live boolean NOT NULL,
    field text NOT NULL,
    to_id uuid NOT NULL REFERENCES contents(id),
    PRIMARY KEY (from_id, is_live, field, to_id)
);
CREATE INDEX links_to ON links (to_id);

-- One number per type, raised with every write that an app could notice.
CREATE TABLE revisions (
    type text PRIMARY KEY,
    revision bigint NOT NULL,
    -- The last revision that changed more than its row of history tells.
    whole_at bigint NOT NULL
);
