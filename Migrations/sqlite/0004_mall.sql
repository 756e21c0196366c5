-- compatible: yes
-- A word that a shop is found by although it is not in its name.
CREATE TABLE "tags" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL
) STRICT;

-- A section of the catalogue; apps know it by its slug.
CREATE TABLE "categories" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL UNIQUE,
    "is_search" INTEGER NOT NULL CHECK ("is_search" IN (0, 1)),
    "has_filter" INTEGER NOT NULL CHECK ("has_filter" IN (0, 1))
) STRICT;

-- A finer section within a category.
CREATE TABLE "subcategories" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL REFERENCES contents(id)
) STRICT;

-- A shop, café, cinema or service of the mall.
CREATE TABLE "shops" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_transliterated" TEXT,
    "logo" TEXT REFERENCES media(id),
    "images" TEXT,
    "categories" TEXT NOT NULL,
    "subcategories" TEXT,
    "tags" TEXT,
    "floor" INTEGER NOT NULL,
    "site_url" TEXT,
    "phone" TEXT,
    "sitemap" TEXT,
    "description" TEXT,
    "cashback" TEXT NOT NULL,
    "on_home" INTEGER NOT NULL CHECK ("on_home" IN (0, 1))
) STRICT;

-- What a visitor gets for loyalty points.
CREATE TABLE "offers" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "image" TEXT REFERENCES media(id),
    "shop" TEXT NOT NULL REFERENCES contents(id),
    "disclaimer" TEXT,
    "description" TEXT,
    "conditions_receiving" TEXT,
    "confirmation_conditions" TEXT,
    "type" TEXT CHECK ("type" IN ('single', 'multiple', 'welcome_offer')) NOT NULL,
    "cost" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "on_home" INTEGER NOT NULL CHECK ("on_home" IN (0, 1))
) STRICT;

-- What the mall has to tell.
CREATE TABLE "news" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "image" TEXT REFERENCES media(id),
    "disclaimer" TEXT,
    "content" TEXT,
    "sitemap" TEXT,
    "on_main" INTEGER NOT NULL CHECK ("on_main" IN (0, 1))
) STRICT;

-- A sale or another promotion of the mall or of one shop.
CREATE TABLE "promotions" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "image" TEXT REFERENCES media(id),
    "disclaimer" TEXT,
    "start_at" INTEGER NOT NULL,
    "content" TEXT,
    "shop" TEXT REFERENCES contents(id),
    "offer" TEXT REFERENCES contents(id),
    "sitemap" TEXT,
    "on_main" INTEGER NOT NULL CHECK ("on_main" IN (0, 1)),
    "on_home" INTEGER NOT NULL CHECK ("on_home" IN (0, 1))
) STRICT;

-- Something that happens in the mall at a time.
CREATE TABLE "events" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "image" TEXT REFERENCES media(id),
    "start_at" INTEGER NOT NULL,
    "content" TEXT,
    "cost" INTEGER NOT NULL,
    "sitemap" TEXT,
    "on_main" INTEGER NOT NULL CHECK ("on_main" IN (0, 1)),
    "on_home" INTEGER NOT NULL CHECK ("on_home" IN (0, 1))
) STRICT;
