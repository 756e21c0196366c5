-- compatible: yes
-- What was uploaded. The bytes lie in the media directory under the id, which is made of their SHA-256.
CREATE TABLE media (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL CHECK (name <> ''),
    media_type TEXT NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp', 'application/zip')),
    size INTEGER NOT NULL CHECK (size > 0),
    width INTEGER CHECK (width > 0),
    height INTEGER CHECK (height > 0),
    created_at INTEGER NOT NULL,
    author TEXT NOT NULL,
    CHECK ((width IS NULL) = (height IS NULL))
) STRICT;
CREATE INDEX media_by_time ON media (created_at, id);
