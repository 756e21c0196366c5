-- compatible: yes
-- A word that a shop is found by although it is not in its name.
CREATE TABLE "tags" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL
);

-- A section of the catalogue; apps know it by its slug.
CREATE TABLE "categories" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL,
    "slug" text NOT NULL UNIQUE,
    "is_search" boolean NOT NULL,
    "has_filter" boolean NOT NULL
);

-- A finer section within a category.
CREATE TABLE "subcategories" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL,
    "category" uuid NOT NULL REFERENCES contents(id)
);

-- A shop, café, cinema or service of the mall.
CREATE TABLE "shops" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL,
    "name_transliterated" text,
    "logo" text REFERENCES media(id),
    "images" jsonb,
    "categories" jsonb NOT NULL,
    "subcategories" jsonb,
    "tags" jsonb,
    "floor" bigint NOT NULL,
    "site_url" text,
    "phone" text,
    "sitemap" text,
    "description" jsonb,
    "cashback" numeric NOT NULL,
    "on_home" boolean NOT NULL
);

-- What a visitor gets for loyalty points.
CREATE TABLE "offers" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "name" jsonb NOT NULL,
    "image" text REFERENCES media(id),
    "shop" uuid NOT NULL REFERENCES contents(id),
    "disclaimer" jsonb,
    "description" jsonb,
    "conditions_receiving" jsonb,
    "confirmation_conditions" jsonb,
    "type" text CHECK ("type" IN ('single', 'multiple', 'welcome_offer')) NOT NULL,
    "cost" bigint NOT NULL,
    "count" bigint NOT NULL,
    "on_home" boolean NOT NULL
);

-- What the mall has to tell.
CREATE TABLE "news" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "image" text REFERENCES media(id),
    "disclaimer" jsonb,
    "content" jsonb,
    "sitemap" text,
    "on_main" boolean NOT NULL
);

-- A sale or another promotion of the mall or of one shop.
CREATE TABLE "promotions" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "image" text REFERENCES media(id),
    "disclaimer" jsonb,
    "start_at" timestamptz NOT NULL,
    "content" jsonb,
    "shop" uuid REFERENCES contents(id),
    "offer" uuid REFERENCES contents(id),
    "sitemap" text,
    "on_main" boolean NOT NULL,
    "on_home" boolean NOT NULL
);

-- Something that happens in the mall at a time.
CREATE TABLE "events" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "image" text REFERENCES media(id),
    "start_at" timestamptz NOT NULL,
    "content" jsonb,
    "cost" bigint NOT NULL,
    "sitemap" text,
    "on_main" boolean NOT NULL,
    "on_home" boolean NOT NULL
);
