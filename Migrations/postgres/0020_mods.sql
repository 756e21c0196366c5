-- since: 0020
-- Where a content was published before: apps that know its old slug still find it.
CREATE TABLE former_slugs (
    type text NOT NULL,
    slug text NOT NULL,
    content_id uuid NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    since timestamptz NOT NULL,
    PRIMARY KEY (type, slug)
);
CREATE INDEX former_slugs_of_content ON former_slugs (content_id);

-- How often something happened on a day in UTC: views, downloads, events of clients.
CREATE TABLE day_counts (
    app text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL CHECK (count > 0),
    PRIMARY KEY (app, kind, subject, day)
);
CREATE INDEX day_counts_by_day ON day_counts (app, day, kind, subject, count);

-- What is done once a day by whichever server is first.
CREATE TABLE chores (
    name text PRIMARY KEY,
    done_at timestamptz NOT NULL
);

-- When the bytes came last; what nothing uses is kept for a while from then on.
ALTER TABLE media ADD COLUMN touched_at timestamptz;
UPDATE media SET touched_at = created_at;
ALTER TABLE media ALTER COLUMN touched_at SET NOT NULL;
CREATE INDEX media_by_touch ON media (touched_at, id);

-- A section of the catalogue of mods; apps know it by its slug.
CREATE TABLE "mod_categories" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "label" jsonb NOT NULL,
    "slug" text NOT NULL UNIQUE,
    "icon" text REFERENCES media(id),
    "is_visible" boolean NOT NULL
);
CREATE INDEX "mod_categories_by_is_visible" ON "mod_categories" (id) WHERE "is_visible";

-- A mod of a game that apps download.
CREATE TABLE "mods" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "path" text NOT NULL UNIQUE,
    "description" jsonb,
    "categories" jsonb,
    "image" text REFERENCES media(id),
    "image_url" text,
    "file" text REFERENCES media(id),
    "file_url" text,
    "is_free" boolean NOT NULL
);

-- A block of the help on how a mod is installed.
CREATE TABLE "mod_help" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" text NOT NULL,
    "text" jsonb NOT NULL,
    "image" text REFERENCES media(id)
);

-- A page that the menu of the app leads to.
CREATE TABLE "mod_pages" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "slug" text NOT NULL UNIQUE,
    "text" jsonb
);
