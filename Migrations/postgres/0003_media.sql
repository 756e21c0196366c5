-- compatible: yes
-- What was uploaded. The bytes lie in the media directory under the id, which is made of their SHA-256.
CREATE TABLE media (
    id text PRIMARY KEY,
    name text NOT NULL CHECK (name <> ''),
    media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'application/zip')),
    size bigint NOT NULL CHECK (size > 0),
    width bigint CHECK (width > 0),
    height bigint CHECK (height > 0),
    created_at timestamptz NOT NULL,
    author text NOT NULL,
    CHECK ((width IS NULL) = (height IS NULL))
);
CREATE INDEX media_by_time ON media (created_at, id);
