-- compatible: yes
-- What stands at Google for a template, as far as we know, and what came of the last attempt to send ours there.
CREATE TABLE flag_google (
    project_id TEXT NOT NULL REFERENCES flag_projects(id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    -- The id of their project: what was seen of another one counts for nothing.
    google_id TEXT NOT NULL,
    -- What we have seen there last, and either sent or taken.
    etag TEXT,
    version TEXT,
    template TEXT,
    -- The version of ours that went there.
    number INTEGER,
    at INTEGER,
    -- What was taken into the draft: it counts as seen once that draft is published.
    taken_etag TEXT,
    taken_version TEXT,
    taken_template TEXT,
    -- Why the last attempt failed; whether because of what others have changed there.
    fault TEXT,
    fault_at INTEGER,
    is_conflict INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (project_id, namespace)
) STRICT;
