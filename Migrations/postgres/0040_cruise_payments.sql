-- compatible: yes
-- Each try to pay for an order at the bank; written before the bank is told of it.
CREATE TABLE cruise_payment_attempts (
    -- The number of the payment at the bank.
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    method text NOT NULL CHECK (method IN ('card', 'sbp')),
    percent bigint NOT NULL CHECK (percent BETWEEN 1 AND 100),
    kopecks bigint NOT NULL CHECK (kopecks > 0),
    state text NOT NULL CHECK (state IN ('new', 'open', 'paid', 'failed')),
    -- The address of the bank that it was made at: another one may be set later.
    bank_url text NOT NULL,
    -- The bank's own id, and that of a QR code; null until the bank has answered.
    bank_id text UNIQUE,
    qr_id text,
    -- The page of the bank, or the contents of the QR code.
    href text,
    failure text,
    created_at timestamptz NOT NULL,
    asked_at timestamptz,
    asked bigint NOT NULL DEFAULT 0 CHECK (asked >= 0),
    -- When the bank is asked next; null after its last word.
    ask_at timestamptz,
    ended_at timestamptz,
    CHECK ((ended_at IS NULL) = (state IN ('new', 'open'))),
    CHECK (state = 'new' OR state = 'failed' OR bank_id IS NOT NULL)
);
CREATE INDEX cruise_payment_attempts_of_order ON cruise_payment_attempts (order_id, id);
CREATE INDEX cruise_payment_attempts_due ON cruise_payment_attempts (ask_at) WHERE ask_at IS NOT NULL;

-- Money that is given back, each time from one payment.
CREATE TABLE cruise_refunds (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    payment_id text NOT NULL REFERENCES cruise_payments(id),
    kopecks bigint NOT NULL CHECK (kopecks > 0),
    reason text NOT NULL CHECK (reason <> ''),
    -- `asked` waits for a second member of staff, `due` for the bank.
    state text NOT NULL CHECK (state IN ('asked', 'due', 'done', 'refused', 'failed')),
    -- Members of staff; `server` for a refund that follows from an order.
    asked_by text NOT NULL,
    asked_by_id uuid,
    decided_by text,
    decided_by_id uuid,
    tries bigint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    -- When the bank is told next.
    try_at timestamptz,
    failure text,
    created_at timestamptz NOT NULL,
    decided_at timestamptz,
    done_at timestamptz,
    CHECK ((try_at IS NOT NULL) = (state = 'due')),
    CHECK ((done_at IS NOT NULL) = (state = 'done'))
);
CREATE INDEX cruise_refunds_of_order ON cruise_refunds (order_id, id);
CREATE INDEX cruise_refunds_of_payment ON cruise_refunds (payment_id, id);
CREATE INDEX cruise_refunds_by_state ON cruise_refunds (state, id);
CREATE INDEX cruise_refunds_due ON cruise_refunds (try_at) WHERE try_at IS NOT NULL;

-- Append-only: the books. The lines of one posting add up to zero.
CREATE TABLE cruise_ledger (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- `sale:` and `reversal:` with the id of the order, `payment:` with that of the payment.
    posting text NOT NULL CHECK (posting <> ''),
    kind text NOT NULL CHECK (kind IN ('sale', 'reversal', 'payment', 'refund')),
    account text NOT NULL CHECK (account IN ('customer', 'operator', 'fee', 'discount', 'bank')),
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    payment_id text REFERENCES cruise_payments(id),
    -- Debits are positive, credits negative.
    kopecks bigint NOT NULL CHECK (kopecks <> 0),
    at timestamptz NOT NULL,
    -- A posting is made once.
    UNIQUE (posting, account)
);
CREATE INDEX cruise_ledger_of_order ON cruise_ledger (order_id, number);

-- The payments that there are.
INSERT INTO cruise_ledger (posting, kind, account, order_id, kopecks, at)
SELECT 'sale:' || o.id, 'sale', l.account, o.id, l.kopecks, o.created_at
FROM cruise_orders o CROSS JOIN LATERAL (VALUES
    (1, 'customer', o.total), (2, 'operator', -o.cabins_sum), (3, 'discount', o.discount_sum), (4, 'fee', -o.tax_sum)
) AS l (place, account, kopecks)
WHERE l.kopecks <> 0 AND EXISTS (SELECT 1 FROM cruise_payments p WHERE p.order_id = o.id)
ORDER BY o.id, l.place;
INSERT INTO cruise_ledger (posting, kind, account, order_id, payment_id, kopecks, at)
SELECT 'payment:' || p.id, CASE WHEN p.kopecks > 0 THEN 'payment' ELSE 'refund' END, l.account, p.order_id, p.id,
    l.kopecks, p.made_at
FROM cruise_payments p CROSS JOIN LATERAL (VALUES (1, 'bank', p.kopecks), (2, 'customer', -p.kopecks))
    AS l (place, account, kopecks)
ORDER BY p.made_at, p.id, l.place;
INSERT INTO cruise_ledger (posting, kind, account, order_id, kopecks, at)
SELECT 'reversal:' || o.id, 'reversal', l.account, o.id, -l.kopecks, o.updated_at
FROM cruise_orders o JOIN cruise_ledger l ON l.posting = 'sale:' || o.id
WHERE o.status = 'no_cabins' OR o.close_reason IN ('cancelled', 'expired', 'erased')
ORDER BY o.id, l.number;

-- The bank of the test mode.
CREATE TABLE cruise_test_bank (
    id uuid PRIMARY KEY,
    -- The number that the shop gave.
    number text NOT NULL UNIQUE,
    kopecks bigint NOT NULL CHECK (kopecks > 0),
    refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND kopecks),
    state text NOT NULL CHECK (state IN ('open', 'paid', 'declined')),
    return_url text NOT NULL,
    fail_url text NOT NULL,
    callback_url text,
    qr_id text UNIQUE,
    -- When a payment that was put off is made.
    pays_at timestamptz,
    created_at timestamptz NOT NULL
);
CREATE INDEX cruise_test_bank_due ON cruise_test_bank (pays_at) WHERE pays_at IS NOT NULL;

CREATE TRIGGER cruise_ledger_is_append_only BEFORE UPDATE OR DELETE ON cruise_ledger
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_cruise_books();
CREATE TRIGGER cruise_ledger_is_not_emptied BEFORE TRUNCATE ON cruise_ledger
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_cruise_books();
