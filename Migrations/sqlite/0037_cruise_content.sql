-- compatible: yes
-- A voyage, with its route, its prices by cabin class, and what its card shows.
CREATE TABLE "cruises" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "kind" TEXT CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "title" TEXT NOT NULL,
    "ship" TEXT NOT NULL REFERENCES contents(id),
    "directions" TEXT,
    "description" TEXT,
    "starts_at" INTEGER NOT NULL,
    "ends_at" INTEGER NOT NULL,
    "stops" TEXT,
    "prices" TEXT,
    "photos" TEXT,
    "route_images" TEXT,
    "infoblocks" TEXT,
    "popularity" INTEGER NOT NULL,
    "vendor_id" TEXT,
    "vendor" TEXT
) STRICT;
CREATE INDEX "cruises_by_kind" ON "cruises" ("kind", id);

-- An excursion on one day of a cruise, with its tariffs.
CREATE TABLE "excursions" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "cruise" TEXT NOT NULL REFERENCES contents(id),
    "day" INTEGER NOT NULL,
    "city" TEXT NOT NULL REFERENCES contents(id),
    "name" TEXT NOT NULL,
    "description" TEXT,
    "photo" TEXT REFERENCES media(id),
    "duration" TEXT,
    "included" INTEGER NOT NULL CHECK ("included" IN (0, 1)),
    "people_min" INTEGER,
    "tariffs" TEXT
) STRICT;

-- A ship, with what its card shows.
CREATE TABLE "ships" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "category" TEXT CHECK ("category" IN ('econom', 'standard', 'comfort', 'lux', 'premium')) NOT NULL,
    "vendor" TEXT,
    "description" TEXT,
    "built" INTEGER,
    "renovated" INTEGER,
    "capacity" INTEGER,
    "decks" TEXT,
    "services" TEXT,
    "specs" TEXT,
    "photos" TEXT,
    "includes" TEXT,
    "extras" TEXT
) STRICT;
CREATE INDEX "ships_by_kind" ON "ships" ("kind", id);
CREATE INDEX "ships_by_category" ON "ships" ("category", id);

-- A class of the cabins of one ship.
CREATE TABLE "cabin_classes" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "ship" TEXT NOT NULL REFERENCES contents(id),
    "title" TEXT NOT NULL,
    "places" INTEGER NOT NULL,
    "description" TEXT,
    "photos" TEXT
) STRICT;

-- A cabin of a ship.
CREATE TABLE "ship_cabins" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "ship" TEXT NOT NULL REFERENCES contents(id),
    "number" TEXT NOT NULL,
    "deck" TEXT NOT NULL,
    "cabin_class" TEXT NOT NULL REFERENCES contents(id),
    "places" INTEGER NOT NULL,
    "photos" TEXT
) STRICT;

-- A place where ships stop.
CREATE TABLE "cruise_cities" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL
) STRICT;

-- A direction by which people look for cruises.
CREATE TABLE "cruise_directions" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT CHECK ("kind" IN ('river', 'sea')) NOT NULL
) STRICT;
CREATE INDEX "cruise_directions_by_kind" ON "cruise_directions" ("kind", id);

-- A popular destination of the main screen.
CREATE TABLE "destinations" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "kind" TEXT CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT,
    "image" TEXT REFERENCES media(id),
    "direction" TEXT REFERENCES contents(id)
) STRICT;
CREATE INDEX "destinations_by_kind" ON "destinations" ("kind", id);

-- A discount; one that names nothing is for all cruises.
CREATE TABLE "discounts" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "cruises" TEXT,
    "directions" TEXT,
    "ships" TEXT,
    "conditions" TEXT
) STRICT;

-- A review that is approved by its publication.
CREATE TABLE "cruise_reviews" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "occupation" TEXT,
    "photo" TEXT REFERENCES media(id),
    "rating" INTEGER NOT NULL,
    "date" TEXT NOT NULL,
    "vendor" TEXT,
    "on_main" INTEGER NOT NULL CHECK ("on_main" IN (0, 1))
) STRICT;
CREATE INDEX "cruise_reviews_by_on_main" ON "cruise_reviews" (id) WHERE "on_main";

-- An article of the blog.
CREATE TABLE "articles" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "slug" TEXT NOT NULL UNIQUE,
    "tags" TEXT,
    "cover" TEXT REFERENCES media(id),
    "body" TEXT NOT NULL
) STRICT;

-- A country whose citizens travel.
CREATE TABLE "citizenships" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "name" TEXT NOT NULL
) STRICT;

-- A released version of the app.
CREATE TABLE "app_versions" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "app_version" TEXT NOT NULL,
    "version_min" TEXT NOT NULL,
    "android" TEXT,
    "ios" TEXT,
    "notes" TEXT
) STRICT;

-- What an import has written: an object of the operator by its id there, with the hash of what was read.
CREATE TABLE cruise_origins (
    vendor TEXT NOT NULL,
    kind TEXT NOT NULL,
    external TEXT NOT NULL,
    content_id TEXT NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    hash INTEGER NOT NULL,
    PRIMARY KEY (vendor, kind, external)
) STRICT, WITHOUT ROWID;
CREATE INDEX cruise_origins_of_content ON cruise_origins (content_id);
