-- compatible: yes
-- Codes that make an order cheaper.
CREATE TABLE cruise_promos (
    id uuid PRIMARY KEY,
    -- In capital letters, as people are told it.
    code text NOT NULL UNIQUE CHECK (code <> ''),
    kind text NOT NULL CHECK (kind IN ('percent', 'sum')),
    -- Percent, or kopecks.
    value bigint NOT NULL CHECK (value > 0),
    -- Both included; null for no border.
    starts_at timestamptz,
    ends_at timestamptz,
    -- Orders altogether, and orders of one user; null for any number.
    uses_max bigint CHECK (uses_max > 0),
    user_uses_max bigint CHECK (user_uses_max > 0),
    -- Live uses: the count that a use must find below the limit.
    used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
    note text,
    is_disabled boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    CHECK (kind <> 'percent' OR value <= 100),
    CHECK (uses_max IS NULL OR used <= uses_max)
);

-- What people have booked.
CREATE TABLE cruise_orders (
    -- By which people know it.
    number bigint GENERATED ALWAYS AS IDENTITY (START WITH 10001) UNIQUE,
    id uuid PRIMARY KEY,
    -- Null once the user has been erased.
    user_id uuid REFERENCES cruise_users(id),
    -- No reference: the order outlives the cruise.
    cruise_id uuid NOT NULL,
    -- The cruise as it was sold, so that later changes of content change nothing.
    cruise jsonb NOT NULL,
    kind text NOT NULL CHECK (kind IN ('river', 'sea')),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('new', 'checking', 'no_cabins', 'wait_pay', 'documents', 'closed')),
    close_reason text CHECK (close_reason IN ('completed', 'cancelled', 'expired', 'erased')),
    variant text NOT NULL CHECK (variant IN ('block', 'prepayment', 'full')),
    -- What was agreed: later changes of settings and discounts change nothing.
    pay_percent bigint NOT NULL CHECK (pay_percent BETWEEN 1 AND 100),
    discount_percent bigint NOT NULL CHECK (discount_percent BETWEEN 0 AND 99),
    port_fee bigint NOT NULL CHECK (port_fee >= 0),
    vat_percent bigint NOT NULL CHECK (vat_percent BETWEEN 0 AND 100),
    -- Kopecks: the cabins, what is taken off (discount and promo code), what comes on top, and what is paid for it all.
    cabins_sum bigint NOT NULL CHECK (cabins_sum >= 0),
    discount_sum bigint NOT NULL CHECK (discount_sum >= 0),
    tax_sum bigint NOT NULL CHECK (tax_sum >= 0),
    total bigint NOT NULL CHECK (total >= 0),
    -- True if the operator has given options, so that the owner changes nothing any more.
    is_owner_options boolean NOT NULL DEFAULT false,
    -- Digests: of the header that names the request, and of user, cruise and cabins.
    idempotency_key bytea,
    content_digest bytea NOT NULL,
    -- Unless paid for by then, it is closed and its cabins are free.
    block_until timestamptz,
    -- When it was sent to the operator, and when the simulated one answers.
    sent_at timestamptz,
    answer_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((close_reason IS NULL) = (status <> 'closed')),
    CHECK (total = cabins_sum - discount_sum + tax_sum),
    CHECK (answer_at IS NULL OR status = 'checking'),
    CHECK (block_until IS NULL OR status IN ('new', 'checking', 'wait_pay'))
);
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
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    cruise_id uuid NOT NULL,
    cabin_id uuid NOT NULL,
    position bigint NOT NULL,
    number text NOT NULL,
    deck text NOT NULL,
    class_id uuid NOT NULL,
    class text NOT NULL,
    places bigint NOT NULL CHECK (places BETWEEN 1 AND 9),
    -- Kopecks for one person, and the persons that are paid for.
    price bigint NOT NULL CHECK (price > 0),
    seats bigint NOT NULL CHECK (seats BETWEEN 1 AND places),
    -- Set when the order ends without a voyage: then others can have the cabin.
    released_at timestamptz,
    UNIQUE (order_id, cabin_id)
);
-- The database decides who has a cabin: one order at a time.
CREATE UNIQUE INDEX cruise_order_cabins_held ON cruise_order_cabins (cruise_id, cabin_id) WHERE released_at IS NULL;

-- Who travels; what is not known yet is null.
CREATE TABLE cruise_passengers (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    order_cabin_id uuid NOT NULL REFERENCES cruise_order_cabins(id),
    position bigint NOT NULL,
    surname text,
    name text,
    patronymic text,
    sex bigint CHECK (sex IN (1, 2)),
    -- `1990-05-13`, as is every day here.
    birthday text,
    passp_type bigint CHECK (passp_type BETWEEN 1 AND 4),
    passp_number text,
    passp_date text,
    passp_vidan text,
    citizenship_id uuid,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (order_cabin_id, position)
);
CREATE INDEX cruise_passengers_of_order ON cruise_passengers (order_id, id);

-- What is taken off an order: first the best discount, then the promo code.
CREATE TABLE cruise_order_discounts (
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    kind text NOT NULL CHECK (kind IN ('discount', 'promo')),
    title text NOT NULL,
    -- Null for a promo code of a sum.
    percent bigint CHECK (percent BETWEEN 1 AND 100),
    -- The sum of a promo code.
    amount bigint CHECK (amount > 0),
    promo_id uuid REFERENCES cruise_promos(id),
    kopecks bigint NOT NULL CHECK (kopecks >= 0),
    PRIMARY KEY (order_id, kind),
    CHECK ((promo_id IS NULL) = (kind = 'discount')),
    CHECK ((percent IS NULL) <> (amount IS NULL))
);

-- What is on top of the prices, and what is in them.
CREATE TABLE cruise_order_taxes (
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    kind text NOT NULL CHECK (kind IN ('port_fee', 'vat')),
    percent bigint CHECK (percent BETWEEN 1 AND 100),
    kopecks bigint NOT NULL CHECK (kopecks >= 0),
    PRIMARY KEY (order_id, kind)
);

-- The order that uses a promo code; one that ends without a voyage gives the use back.
CREATE TABLE cruise_promo_uses (
    order_id uuid PRIMARY KEY REFERENCES cruise_orders(id),
    promo_id uuid NOT NULL REFERENCES cruise_promos(id),
    user_id uuid REFERENCES cruise_users(id),
    at timestamptz NOT NULL,
    released_at timestamptz
);
CREATE INDEX cruise_promo_uses_of_promo ON cruise_promo_uses (promo_id, user_id);

-- Append-only: each change of a status, the first one with the order itself.
CREATE TABLE cruise_order_history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    before text,
    status text NOT NULL,
    reason text,
    note text,
    -- `app`, `server`, or the member of staff.
    author text NOT NULL,
    staff_id uuid,
    at timestamptz NOT NULL
);
CREATE INDEX cruise_order_history_of_order ON cruise_order_history (order_id, id);

-- Append-only: the money of orders; what is given back is negative.
CREATE TABLE cruise_payments (
    -- The name of the payment at its provider: it counts once.
    id text PRIMARY KEY CHECK (id <> ''),
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    kopecks bigint NOT NULL CHECK (kopecks <> 0),
    provider text NOT NULL CHECK (provider <> ''),
    made_at timestamptz NOT NULL
);
CREATE INDEX cruise_payments_of_order ON cruise_payments (order_id, made_at, id);

CREATE FUNCTION refuse_change_of_cruise_books() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER cruise_order_history_is_append_only BEFORE UPDATE OR DELETE ON cruise_order_history
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_cruise_books();
CREATE TRIGGER cruise_order_history_is_not_emptied BEFORE TRUNCATE ON cruise_order_history
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cruise_books();
CREATE TRIGGER cruise_payments_is_append_only BEFORE UPDATE OR DELETE ON cruise_payments
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_cruise_books();
CREATE TRIGGER cruise_payments_is_not_emptied BEFORE TRUNCATE ON cruise_payments
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cruise_books();
