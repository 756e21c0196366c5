-- compatible: yes
-- A link that makes the first owner, once, as long as there is none; of its secret there is only a digest.
CREATE TABLE setup_links (
    secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    used_at timestamptz
);
