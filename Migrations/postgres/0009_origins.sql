-- compatible: yes
-- Where an imported content came from, and which version it had there and here right after.
CREATE TABLE origins (
    content_id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    source text NOT NULL CHECK (source <> ''),
    source_version bigint NOT NULL CHECK (source_version > 0),
    version bigint NOT NULL CHECK (version > 0)
);
