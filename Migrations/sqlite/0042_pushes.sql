-- compatible: yes
-- What the owner of an order was told of once.
CREATE TABLE cruise_order_notices (
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    kind TEXT NOT NULL CHECK (kind IN ('payment', 'departure')),
    at INTEGER NOT NULL,
    PRIMARY KEY (order_id, kind)
) STRICT;
CREATE INDEX cruise_orders_by_creation ON cruise_orders (created_at, id);

-- Notifications that staff send to many devices of an app.
CREATE TABLE push_campaigns (
    id TEXT PRIMARY KEY,
    app TEXT NOT NULL CHECK (app IN ('cruise', 'mall')),
    title TEXT NOT NULL CHECK (title <> ''),
    text TEXT NOT NULL CHECK (text <> ''),
    -- The address of a picture on the web.
    image TEXT,
    -- What the app opens on a tap: strings by name.
    data TEXT NOT NULL,
    -- The rules by which the app finds the devices.
    audience TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('draft', 'asked', 'planned', 'running', 'done', 'cancelled')),
    -- When it starts; null while it is a draft.
    starts_at INTEGER,
    -- Devices up to this one have their message in the outbox.
    last_device TEXT,
    queued INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
    sent INTEGER NOT NULL DEFAULT 0 CHECK (sent >= 0),
    failed INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
    -- The release that it tells of, once; null for one that staff have written.
    release TEXT UNIQUE,
    created_at INTEGER NOT NULL,
    -- Who has written it last, and who has asked for its start.
    created_by TEXT NOT NULL,
    created_by_id TEXT,
    asked_by_id TEXT,
    decided_by TEXT,
    ended_at INTEGER,
    CHECK ((starts_at IS NULL) = (state = 'draft') OR state = 'cancelled')
) STRICT;
CREATE INDEX push_campaigns_of_app ON push_campaigns (app, id);
CREATE INDEX push_campaigns_due ON push_campaigns (starts_at) WHERE state IN ('planned', 'running');
