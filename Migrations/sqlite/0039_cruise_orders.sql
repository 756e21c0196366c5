-- compatible: yes
-- Codes that make an order cheaper.
CREATE TABLE cruise_promos (
    id TEXT PRIMARY KEY,
    -- In capital letters, as people are told it.
    code TEXT NOT NULL UNIQUE CHECK (code <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('percent', 'sum')),
    -- Percent, or kopecks.
    value INTEGER NOT NULL CHECK (value > 0),
    -- Both included; null for no border.
    starts_at INTEGER,
    ends_at INTEGER,
    -- Orders altogether, and orders of one user; null for any number.
    uses_max INTEGER CHECK (uses_max > 0),
    user_uses_max INTEGER CHECK (user_uses_max > 0),
    -- Live uses: the count that a use must find below the limit.
    used INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
    note TEXT,
    is_disabled INTEGER NOT NULL DEFAULT 0 CHECK (is_disabled IN (0, 1)),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    CHECK (kind <> 'percent' OR value <= 100),
    CHECK (uses_max IS NULL OR used <= uses_max)
) STRICT;

-- What people have booked.
CREATE TABLE cruise_orders (
    -- By which people know it.
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    -- Null once the user has been erased.
    user_id TEXT REFERENCES cruise_users(id),
    -- No reference: the order outlives the cruise.
    cruise_id TEXT NOT NULL,
    -- The cruise as it was sold, so that later changes of content change nothing.
    cruise TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('river', 'sea')),
    starts_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('new', 'checking', 'no_cabins', 'wait_pay', 'documents', 'closed')),
    close_reason TEXT CHECK (close_reason IN ('completed', 'cancelled', 'expired', 'erased')),
    variant TEXT NOT NULL CHECK (variant IN ('block', 'prepayment', 'full')),
    -- What was agreed: later changes of settings and discounts change nothing.
    pay_percent INTEGER NOT NULL CHECK (pay_percent BETWEEN 1 AND 100),
    discount_percent INTEGER NOT NULL CHECK (discount_percent BETWEEN 0 AND 99),
    port_fee INTEGER NOT NULL CHECK (port_fee >= 0),
    vat_percent INTEGER NOT NULL CHECK (vat_percent BETWEEN 0 AND 100),
    -- Kopecks: the cabins, what is taken off (discount and promo code), what comes on top, and what is paid for it all.
    cabins_sum INTEGER NOT NULL CHECK (cabins_sum >= 0),
    discount_sum INTEGER NOT NULL CHECK (discount_sum >= 0),
    tax_sum INTEGER NOT NULL CHECK (tax_sum >= 0),
    total INTEGER NOT NULL CHECK (total >= 0),
    -- True if the operator has given options, so that the owner changes nothing any more.
    is_owner_options INTEGER NOT NULL DEFAULT 0 CHECK (is_owner_options IN (0, 1)),
    -- Digests: of the header that names the request, and of user, cruise and cabins.
    idempotency_key BLOB,
    content_digest BLOB NOT NULL,
    -- Unless paid for by then, it is closed and its cabins are free.
    block_until INTEGER,
    -- When it was sent to the operator, and when the simulated one answers.
    sent_at INTEGER,
    answer_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((close_reason IS NULL) = (status <> 'closed')),
    CHECK (total = cabins_sum - discount_sum + tax_sum),
    CHECK (answer_at IS NULL OR status = 'checking'),
    CHECK (block_until IS NULL OR status IN ('new', 'checking', 'wait_pay'))
) STRICT;
CREATE UNIQUE INDEX cruise_orders_by_key ON cruise_orders (user_id, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE INDEX cruise_orders_of_user ON cruise_orders (user_id, id);
CREATE INDEX cruise_orders_of_content ON cruise_orders (user_id, content_digest, created_at);
CREATE INDEX cruise_orders_of_cruise ON cruise_orders (cruise_id, id);
CREATE INDEX cruise_orders_by_status ON cruise_orders (status, id);
CREATE INDEX cruise_orders_by_start ON cruise_orders (starts_at, id);
CREATE INDEX cruise_orders_blocked ON cruise_orders (block_until) WHERE block_until IS NOT NULL;
CREATE INDEX cruise_orders_answered ON cruise_orders (answer_at) WHERE answer_at IS NOT NULL;

-- The cabins of an order, with the prices at which they were sold.
CREATE TABLE cruise_order_cabins (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    cruise_id TEXT NOT NULL,
    cabin_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    number TEXT NOT NULL,
    deck TEXT NOT NULL,
    class_id TEXT NOT NULL,
    class TEXT NOT NULL,
    places INTEGER NOT NULL CHECK (places BETWEEN 1 AND 9),
    -- Kopecks for one person, and the persons that are paid for.
    price INTEGER NOT NULL CHECK (price > 0),
    seats INTEGER NOT NULL CHECK (seats BETWEEN 1 AND places),
    -- Set when the order ends without a voyage: then others can have the cabin.
    released_at INTEGER,
    UNIQUE (order_id, cabin_id)
) STRICT;
-- The database decides who has a cabin: one order at a time.
CREATE UNIQUE INDEX cruise_order_cabins_held ON cruise_order_cabins (cruise_id, cabin_id) WHERE released_at IS NULL;

-- Who travels; what is not known yet is null.
CREATE TABLE cruise_passengers (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    order_cabin_id TEXT NOT NULL REFERENCES cruise_order_cabins(id),
    position INTEGER NOT NULL,
    surname TEXT,
    name TEXT,
    patronymic TEXT,
    sex INTEGER CHECK (sex IN (1, 2)),
    -- `1990-05-13`, as is every day here.
    birthday TEXT,
    passp_type INTEGER CHECK (passp_type BETWEEN 1 AND 4),
    passp_number TEXT,
    passp_date TEXT,
    passp_vidan TEXT,
    citizenship_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (order_cabin_id, position)
) STRICT;
CREATE INDEX cruise_passengers_of_order ON cruise_passengers (order_id, id);

-- What is taken off an order: first the best discount, then the promo code.
CREATE TABLE cruise_order_discounts (
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    kind TEXT NOT NULL CHECK (kind IN ('discount', 'promo')),
    title TEXT NOT NULL,
    -- Null for a promo code of a sum.
    percent INTEGER CHECK (percent BETWEEN 1 AND 100),
    -- The sum of a promo code.
    amount INTEGER CHECK (amount > 0),
    promo_id TEXT REFERENCES cruise_promos(id),
    kopecks INTEGER NOT NULL CHECK (kopecks >= 0),
    PRIMARY KEY (order_id, kind),
    CHECK ((promo_id IS NULL) = (kind = 'discount')),
    CHECK ((percent IS NULL) <> (amount IS NULL))
) STRICT, WITHOUT ROWID;

-- What is on top of the prices, and what is in them.
CREATE TABLE cruise_order_taxes (
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    kind TEXT NOT NULL CHECK (kind IN ('port_fee', 'vat')),
    percent INTEGER CHECK (percent BETWEEN 1 AND 100),
    kopecks INTEGER NOT NULL CHECK (kopecks >= 0),
    PRIMARY KEY (order_id, kind)
) STRICT, WITHOUT ROWID;

-- The order that uses a promo code; one that ends without a voyage gives the use back.
CREATE TABLE cruise_promo_uses (
    order_id TEXT PRIMARY KEY REFERENCES cruise_orders(id),
    promo_id TEXT NOT NULL REFERENCES cruise_promos(id),
    user_id TEXT REFERENCES cruise_users(id),
    at INTEGER NOT NULL,
    released_at INTEGER
) STRICT;
CREATE INDEX cruise_promo_uses_of_promo ON cruise_promo_uses (promo_id, user_id);

-- Append-only: each change of a status, the first one with the order itself.
CREATE TABLE cruise_order_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    before TEXT,
    status TEXT NOT NULL,
    reason TEXT,
    note TEXT,
    -- `app`, `server`, or the member of staff.
    author TEXT NOT NULL,
    staff_id TEXT,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX cruise_order_history_of_order ON cruise_order_history (order_id, id);

-- Append-only: the money of orders; what is given back is negative.
CREATE TABLE cruise_payments (
    -- The name of the payment at its provider: it counts once.
    id TEXT PRIMARY KEY CHECK (id <> ''),
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    kopecks INTEGER NOT NULL CHECK (kopecks <> 0),
    provider TEXT NOT NULL CHECK (provider <> ''),
    made_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cruise_payments_of_order ON cruise_payments (order_id, made_at, id);

-- Numbers of orders begin with five digits.
INSERT INTO sqlite_sequence (name, seq) VALUES ('cruise_orders', 10000);
CREATE TRIGGER cruise_order_history_is_not_changed BEFORE UPDATE ON cruise_order_history
BEGIN
    SELECT RAISE(ABORT, 'cruise_order_history is append-only');
END;
CREATE TRIGGER cruise_order_history_is_not_removed BEFORE DELETE ON cruise_order_history
BEGIN
    SELECT RAISE(ABORT, 'cruise_order_history is append-only');
END;
CREATE TRIGGER cruise_payments_is_not_changed BEFORE UPDATE ON cruise_payments
BEGIN
    SELECT RAISE(ABORT, 'cruise_payments is append-only');
END;
CREATE TRIGGER cruise_payments_is_not_removed BEFORE DELETE ON cruise_payments
BEGIN
    SELECT RAISE(ABORT, 'cruise_payments is append-only');
END;
