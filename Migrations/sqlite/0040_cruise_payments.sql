-- compatible: yes
-- Each try to pay for an order at the bank; written before the bank is told of it.
CREATE TABLE cruise_payment_attempts (
    -- The number of the payment at the bank.
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    method TEXT NOT NULL CHECK (method IN ('card', 'sbp')),
    percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
    kopecks INTEGER NOT NULL CHECK (kopecks > 0),
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'paid', 'failed')),
    -- The address of the bank that it was made at: another one may be set later.
    bank_url TEXT NOT NULL,
    -- The bank's own id, and that of a QR code; null until the bank has answered.
    bank_id TEXT UNIQUE,
    qr_id TEXT,
    -- The page of the bank, or the contents of the QR code.
    href TEXT,
    failure TEXT,
    created_at INTEGER NOT NULL,
    asked_at INTEGER,
    asked INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0),
    -- When the bank is asked next; null after its last word.
    ask_at INTEGER,
    ended_at INTEGER,
    CHECK ((ended_at IS NULL) = (state IN ('new', 'open'))),
    CHECK (state = 'new' OR state = 'failed' OR bank_id IS NOT NULL)
) STRICT;
CREATE INDEX cruise_payment_attempts_of_order ON cruise_payment_attempts (order_id, id);
CREATE INDEX cruise_payment_attempts_due ON cruise_payment_attempts (ask_at) WHERE ask_at IS NOT NULL;

-- Money that is given back, each time from one payment.
CREATE TABLE cruise_refunds (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    payment_id TEXT NOT NULL REFERENCES cruise_payments(id),
    kopecks INTEGER NOT NULL CHECK (kopecks > 0),
    reason TEXT NOT NULL CHECK (reason <> ''),
    -- `asked` waits for a second member of staff, `due` for the bank.
    state TEXT NOT NULL CHECK (state IN ('asked', 'due', 'done', 'refused', 'failed')),
    -- Members of staff; `server` for a refund that follows from an order.
    asked_by TEXT NOT NULL,
    asked_by_id TEXT,
    decided_by TEXT,
    decided_by_id TEXT,
    tries INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    -- When the bank is told next.
    try_at INTEGER,
    failure TEXT,
    created_at INTEGER NOT NULL,
    decided_at INTEGER,
    done_at INTEGER,
    CHECK ((try_at IS NOT NULL) = (state = 'due')),
    CHECK ((done_at IS NOT NULL) = (state = 'done'))
) STRICT;
CREATE INDEX cruise_refunds_of_order ON cruise_refunds (order_id, id);
CREATE INDEX cruise_refunds_of_payment ON cruise_refunds (payment_id, id);
CREATE INDEX cruise_refunds_by_state ON cruise_refunds (state, id);
CREATE INDEX cruise_refunds_due ON cruise_refunds (try_at) WHERE try_at IS NOT NULL;

-- Append-only: the books. The lines of one posting add up to zero.
CREATE TABLE cruise_ledger (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- `sale:` and `reversal:` with the id of the order, `payment:` with that of the payment.
    posting TEXT NOT NULL CHECK (posting <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('sale', 'reversal', 'payment', 'refund')),
    account TEXT NOT NULL CHECK (account IN ('customer', 'operator', 'fee', 'discount', 'bank')),
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    payment_id TEXT REFERENCES cruise_payments(id),
    -- Debits are positive, credits negative.
    kopecks INTEGER NOT NULL CHECK (kopecks <> 0),
    at INTEGER NOT NULL,
    -- A posting is made once.
    UNIQUE (posting, account)
) STRICT;
CREATE INDEX cruise_ledger_of_order ON cruise_ledger (order_id, number);

-- The payments that there are.
INSERT INTO cruise_ledger (posting, kind, account, order_id, kopecks, at)
SELECT 'sale:' || o.id, 'sale', l.account, o.id,
    CASE l.account WHEN 'customer' THEN o.total WHEN 'operator' THEN -o.cabins_sum WHEN 'discount' THEN o.discount_sum
        ELSE -o.tax_sum END AS kopecks, o.created_at
FROM cruise_orders o JOIN (
    SELECT 1 AS place, 'customer' AS account UNION ALL SELECT 2, 'operator' UNION ALL SELECT 3, 'discount'
    UNION ALL SELECT 4, 'fee'
) l
WHERE EXISTS (SELECT 1 FROM cruise_payments p WHERE p.order_id = o.id) AND CASE l.account WHEN 'customer' THEN o.total
    WHEN 'operator' THEN o.cabins_sum WHEN 'discount' THEN o.discount_sum ELSE o.tax_sum END <> 0
ORDER BY o.id, l.place;
INSERT INTO cruise_ledger (posting, kind, account, order_id, payment_id, kopecks, at)
SELECT 'payment:' || p.id, CASE WHEN p.kopecks > 0 THEN 'payment' ELSE 'refund' END, l.account, p.order_id, p.id,
    p.kopecks * l.sign, p.made_at
FROM cruise_payments p JOIN (SELECT 'bank' AS account, 1 AS sign UNION ALL SELECT 'customer', -1) l
ORDER BY p.made_at, p.id, l.sign DESC;
INSERT INTO cruise_ledger (posting, kind, account, order_id, kopecks, at)
SELECT 'reversal:' || o.id, 'reversal', l.account, o.id, -l.kopecks, o.updated_at
FROM cruise_orders o JOIN cruise_ledger l ON l.posting = 'sale:' || o.id
WHERE o.status = 'no_cabins' OR o.close_reason IN ('cancelled', 'expired', 'erased')
ORDER BY o.id, l.number;

-- The bank of the test mode.
CREATE TABLE cruise_test_bank (
    id TEXT PRIMARY KEY,
    -- The number that the shop gave.
    number TEXT NOT NULL UNIQUE,
    kopecks INTEGER NOT NULL CHECK (kopecks > 0),
    refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND kopecks),
    state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'declined')),
    return_url TEXT NOT NULL,
    fail_url TEXT NOT NULL,
    callback_url TEXT,
    qr_id TEXT UNIQUE,
    -- When a payment that was put off is made.
    pays_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cruise_test_bank_due ON cruise_test_bank (pays_at) WHERE pays_at IS NOT NULL;

CREATE TRIGGER cruise_ledger_is_not_changed BEFORE UPDATE ON cruise_ledger
BEGIN
    SELECT RAISE(ABORT, 'cruise_ledger is append-only');
END;
CREATE TRIGGER cruise_ledger_is_not_removed BEFORE DELETE ON cruise_ledger
BEGIN
    SELECT RAISE(ABORT, 'cruise_ledger is append-only');
END;
