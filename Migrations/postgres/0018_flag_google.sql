-- compatible: yes
-- What stands at Google for a template, as far as we know, and what came of the last attempt to send ours there.
CREATE TABLE flag_google (
    project_id text NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace text NOT NULL,
    -- The id of their project: what was seen of another one counts for nothing.
    google_id text NOT NULL,
    -- What we have seen there last, and either sent or taken.
    etag text,
    version text,
    template jsonb,
    -- The version of ours that went there.
    number bigint,
    at timestamptz,
    -- What was taken into the draft: it counts as seen once that draft is published.
    taken_etag text,
    taken_version text,
    taken_template jsonb,
    -- Why the last attempt failed; whether because of what others have changed there.
    fault jsonb,
    fault_at timestamptz,
    is_conflict boolean NOT NULL DEFAULT false,
    PRIMARY KEY (project_id, namespace)
);
