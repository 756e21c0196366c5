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

-- Mods by numbers, as catalogues for other apps name them; a number is never given twice.
CREATE TABLE mod_numbers (
    mod_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE CHECK (number > 0)
) STRICT, WITHOUT ROWID;

-- The categories that the app knows (mods.md, section 3); whoever removes one has removed it for good.
INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, created_at, created_by,
    updated_at, updated_by)
SELECT column1, 'mod_categories', 1, column2, column3, column4, column5, 1, 0, unixepoch() * 1000000, 'vitrina', unixepoch() * 1000000, 'vitrina'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', 'Корабли', 'корабли', 'korabli', 0),
    ('00000000-0000-7000-8000-0000000d0002', 'Животные', 'животные', 'zhivotnye', 1073741824),
    ('00000000-0000-7000-8000-0000000d0003', 'Люди и персонажи', 'люди и персонажи', 'lyudi-i-personazhi', 2147483648),
    ('00000000-0000-7000-8000-0000000d0004', 'Машины', 'машины', 'mashiny', 3221225472),
    ('00000000-0000-7000-8000-0000000d0005', 'Мебель', 'мебель', 'mebel', 4294967296),
    ('00000000-0000-7000-8000-0000000d0006', 'Оружие', 'оружие', 'oruzhie', 5368709120),
    ('00000000-0000-7000-8000-0000000d0007', 'Паки', 'паки', 'paks', 6442450944),
    ('00000000-0000-7000-8000-0000000d0008', 'Самолёты', 'самолеты', 'samolety', 7516192768)
) AS categories;
INSERT INTO "mod_categories" (id, version, published_at, "label", "slug", "is_visible")
SELECT column1, 1, unixepoch() * 1000000, column2, column3, 1
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"en":"Ships","ru":"Корабли"}', 'korabli'),
    ('00000000-0000-7000-8000-0000000d0002', '{"en":"Animals","ru":"Животные"}', 'zhivotnye'),
    ('00000000-0000-7000-8000-0000000d0003', '{"en":"Skins","ru":"Люди и персонажи"}', 'lyudi-i-personazhi'),
    ('00000000-0000-7000-8000-0000000d0004', '{"en":"Cars","ru":"Машины"}', 'mashiny'),
    ('00000000-0000-7000-8000-0000000d0005', '{"en":"Furniture","ru":"Мебель"}', 'mebel'),
    ('00000000-0000-7000-8000-0000000d0006', '{"en":"Guns","ru":"Оружие"}', 'oruzhie'),
    ('00000000-0000-7000-8000-0000000d0007', '{"en":"Packs","ru":"Паки"}', 'paks'),
    ('00000000-0000-7000-8000-0000000d0008', '{"en":"Aircraft","ru":"Самолёты"}', 'samolety')
) AS categories;
INSERT INTO history (content_id, type, version, revision, action, body, at, author, door)
SELECT column1, 'mod_categories', 1, 1, 'published', column2, unixepoch() * 1000000, 'vitrina', 'server'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"is_visible":true,"label":{"en":"Ships","ru":"Корабли"},"slug":"korabli"}'),
    ('00000000-0000-7000-8000-0000000d0002', '{"is_visible":true,"label":{"en":"Animals","ru":"Животные"},"slug":"zhivotnye"}'),
    ('00000000-0000-7000-8000-0000000d0003', '{"is_visible":true,"label":{"en":"Skins","ru":"Люди и персонажи"},"slug":"lyudi-i-personazhi"}'),
    ('00000000-0000-7000-8000-0000000d0004', '{"is_visible":true,"label":{"en":"Cars","ru":"Машины"},"slug":"mashiny"}'),
    ('00000000-0000-7000-8000-0000000d0005', '{"is_visible":true,"label":{"en":"Furniture","ru":"Мебель"},"slug":"mebel"}'),
    ('00000000-0000-7000-8000-0000000d0006', '{"is_visible":true,"label":{"en":"Guns","ru":"Оружие"},"slug":"oruzhie"}'),
    ('00000000-0000-7000-8000-0000000d0007', '{"is_visible":true,"label":{"en":"Packs","ru":"Паки"},"slug":"paks"}'),
    ('00000000-0000-7000-8000-0000000d0008', '{"is_visible":true,"label":{"en":"Aircraft","ru":"Самолёты"},"slug":"samolety"}')
) AS categories;
INSERT INTO revisions (type, revision, whole_at) VALUES ('mod_categories', 1, 1);
-- They are found by their words once the index is made anew.
UPDATE search_state SET version = 0;
