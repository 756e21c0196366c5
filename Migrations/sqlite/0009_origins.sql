-- compatible: yes
-- Where an imported content came from, and which version it had there and here right after.
CREATE TABLE origins (
    content_id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    source TEXT NOT NULL CHECK (source <> ''),
    source_version INTEGER NOT NULL CHECK (source_version > 0),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
