-- compatible: yes
-- A link that makes the first owner, once, as long as there is none; of its secret there is only a digest.
CREATE TABLE setup_links (
    secret_hash BLOB PRIMARY KEY CHECK (length(secret_hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
    used_at INTEGER
) STRICT;
