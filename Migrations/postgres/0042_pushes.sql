-- compatible: yes
-- What the owner of an order was told of once.
CREATE TABLE cruise_order_notices (
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    kind text NOT NULL CHECK (kind IN ('payment', 'departure')),
    at timestamptz NOT NULL,
    PRIMARY KEY (order_id, kind)
);
CREATE INDEX cruise_orders_by_creation ON cruise_orders (created_at, id);

-- Notifications that staff send to many devices of an app.
CREATE TABLE push_campaigns (
    id uuid PRIMARY KEY,
    app text NOT NULL CHECK (app IN ('cruise', 'mall')),
    title text NOT NULL CHECK (title <> ''),
    text text NOT NULL CHECK (text <> ''),
    -- The address of a picture on the web.
    image text,
    -- What the app opens on a tap: strings by name.
    data jsonb NOT NULL,
    -- The rules by which the app finds the devices.
    audience jsonb NOT NULL,
    state text NOT NULL CHECK (state IN ('draft', 'asked', 'planned', 'running', 'done', 'cancelled')),
    -- When it starts; null while it is a draft.
    starts_at timestamptz,
    -- Devices up to this one have their message in the outbox.
    last_device text,
    queued bigint NOT NULL DEFAULT 0 CHECK (queued >= 0),
    sent bigint NOT NULL DEFAULT 0 CHECK (sent >= 0),
    failed bigint NOT NULL DEFAULT 0 CHECK (failed >= 0),
    -- The release that it tells of, once; null for one that staff have written.
    release text UNIQUE,
    created_at timestamptz NOT NULL,
    -- Who has written it last, and who has asked for its start.
    created_by text NOT NULL,
    created_by_id uuid,
    asked_by_id uuid,
    decided_by text,
    ended_at timestamptz,
    CHECK ((starts_at IS NULL) = (state = 'draft') OR state = 'cancelled')
);
CREATE INDEX push_campaigns_of_app ON push_campaigns (app, id);
CREATE INDEX push_campaigns_due ON push_campaigns (starts_at) WHERE state IN ('planned', 'running');

-- The day of a moment in UTC: `2026-11-25`.
CREATE FUNCTION day_of(timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD')
$$;
