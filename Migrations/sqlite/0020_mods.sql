-- since: 0020
-- Where a content was published before: apps that know its old slug still find it.
CREATE TABLE former_slugs (
    type TEXT NOT NULL,
    slug TEXT NOT NULL,
    content_id TEXT NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (type, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_slugs_of_content ON former_slugs (content_id);

-- How often something happened on a day in UTC: views, downloads, events of clients.
CREATE TABLE day_counts (
    app TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    day TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (app, kind, subject, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX day_counts_by_day ON day_counts (app, day, kind, subject, count);

-- What is done once a day by whichever server is first.
CREATE TABLE chores (
    name TEXT PRIMARY KEY,
    done_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When the bytes came last; what nothing uses is kept for a while from then on.
ALTER TABLE media ADD COLUMN touched_at INTEGER NOT NULL DEFAULT 0;
UPDATE media SET touched_at = created_at;
CREATE INDEX media_by_touch ON media (touched_at, id);

-- A section of the catalogue of mods; apps know it by its slug.
CREATE TABLE "mod_categories" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "slug" TEXT NOT NULL UNIQUE,
    "icon" TEXT REFERENCES media(id),
    "is_visible" INTEGER NOT NULL CHECK ("is_visible" IN (0, 1))
) STRICT;
CREATE INDEX "mod_categories_by_is_visible" ON "mod_categories" (id) WHERE "is_visible";

-- A mod of a game that apps download.
CREATE TABLE "mods" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "path" TEXT NOT NULL UNIQUE,
    "description" TEXT,
    "categories" TEXT,
    "image" TEXT REFERENCES media(id),
    "image_url" TEXT,
    "file" TEXT REFERENCES media(id),
    "file_url" TEXT,
    "is_free" INTEGER NOT NULL CHECK ("is_free" IN (0, 1))
) STRICT;

-- A block of the help on how a mod is installed.
CREATE TABLE "mod_help" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "image" TEXT REFERENCES media(id)
) STRICT;

-- A page that the menu of the app leads to.
CREATE TABLE "mod_pages" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL UNIQUE,
    "text" TEXT
) STRICT;
