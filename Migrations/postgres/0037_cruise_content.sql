-- compatible: yes
-- A voyage, with its route, its prices by cabin class, and what its card shows.
CREATE TABLE "cruises" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "kind" text CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "title" text NOT NULL,
    "ship" uuid NOT NULL REFERENCES contents(id),
    "directions" jsonb,
    "description" jsonb,
    "starts_at" timestamptz NOT NULL,
    "ends_at" timestamptz NOT NULL,
    "stops" jsonb,
    "prices" jsonb,
    "photos" jsonb,
    "route_images" jsonb,
    "infoblocks" jsonb,
    "popularity" bigint NOT NULL,
    "vendor_id" text,
    "vendor" text
);
CREATE INDEX "cruises_by_kind" ON "cruises" ("kind", id);

-- An excursion on one day of a cruise, with its tariffs.
CREATE TABLE "excursions" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "cruise" uuid NOT NULL REFERENCES contents(id),
    "day" bigint NOT NULL,
    "city" uuid NOT NULL REFERENCES contents(id),
    "name" text NOT NULL,
    "description" jsonb,
    "photo" text REFERENCES media(id),
    "duration" text,
    "included" boolean NOT NULL,
    "people_min" bigint,
    "tariffs" jsonb
);

-- A ship, with what its card shows.
CREATE TABLE "ships" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" text NOT NULL,
    "kind" text CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "category" text CHECK ("category" IN ('econom', 'standard', 'comfort', 'lux', 'premium')) NOT NULL,
    "vendor" text,
    "description" jsonb,
    "built" bigint,
    "renovated" bigint,
    "capacity" bigint,
    "decks" jsonb,
    "services" jsonb,
    "specs" jsonb,
    "photos" jsonb,
    "includes" jsonb,
    "extras" jsonb
);
CREATE INDEX "ships_by_kind" ON "ships" ("kind", id);
CREATE INDEX "ships_by_category" ON "ships" ("category", id);

-- A class of the cabins of one ship.
CREATE TABLE "cabin_classes" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "ship" uuid NOT NULL REFERENCES contents(id),
    "title" text NOT NULL,
    "places" bigint NOT NULL,
    "description" jsonb,
    "photos" jsonb
);

-- A cabin of a ship.
CREATE TABLE "ship_cabins" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "ship" uuid NOT NULL REFERENCES contents(id),
    "number" text NOT NULL,
    "deck" text NOT NULL,
    "cabin_class" uuid NOT NULL REFERENCES contents(id),
    "places" bigint NOT NULL,
    "photos" jsonb
);

-- A place where ships stop.
CREATE TABLE "cruise_cities" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL
);

-- A direction by which people look for cruises.
CREATE TABLE "cruise_directions" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "kind" text CHECK ("kind" IN ('river', 'sea')) NOT NULL
);
CREATE INDEX "cruise_directions_by_kind" ON "cruise_directions" ("kind", id);

-- A popular destination of the main screen.
CREATE TABLE "destinations" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "kind" text CHECK ("kind" IN ('river', 'sea')) NOT NULL,
    "title" jsonb NOT NULL,
    "text" jsonb,
    "image" text REFERENCES media(id),
    "direction" uuid REFERENCES contents(id)
);
CREATE INDEX "destinations_by_kind" ON "destinations" ("kind", id);

-- A discount; one that names nothing is for all cruises.
CREATE TABLE "discounts" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" text NOT NULL,
    "percent" bigint NOT NULL,
    "cruises" jsonb,
    "directions" jsonb,
    "ships" jsonb,
    "conditions" text
);

-- A review that is approved by its publication.
CREATE TABLE "cruise_reviews" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" text NOT NULL,
    "text" jsonb NOT NULL,
    "occupation" text,
    "photo" text REFERENCES media(id),
    "rating" bigint NOT NULL,
    "date" date NOT NULL,
    "vendor" text,
    "on_main" boolean NOT NULL
);
CREATE INDEX "cruise_reviews_by_on_main" ON "cruise_reviews" (id) WHERE "on_main";

-- An article of the blog.
CREATE TABLE "articles" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "slug" text NOT NULL UNIQUE,
    "tags" jsonb,
    "cover" text REFERENCES media(id),
    "body" jsonb NOT NULL
);

-- A country whose citizens travel.
CREATE TABLE "citizenships" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" text NOT NULL
);

-- A released version of the app.
CREATE TABLE "app_versions" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "app_version" text NOT NULL,
    "version_min" text NOT NULL,
    "android" text,
    "ios" text,
    "notes" jsonb
);

-- What an import has written: an object of the operator by its id there, with the hash of what was read.
CREATE TABLE cruise_origins (
    vendor text NOT NULL,
    kind text NOT NULL,
    external text NOT NULL,
    content_id uuid NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
    hash bigint NOT NULL,
    PRIMARY KEY (vendor, kind, external)
);
CREATE INDEX cruise_origins_of_content ON cruise_origins (content_id);
