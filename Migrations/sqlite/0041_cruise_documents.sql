-- compatible: yes
-- The text of a document that staff write.
CREATE TABLE "document_templates" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "kind" TEXT CHECK ("kind" IN ('voucher', 'contract')) NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL
) STRICT;
CREATE INDEX "document_templates_by_kind" ON "document_templates" ("kind", id);

-- A document of an order, as it was made from the template and the order of its time.
CREATE TABLE cruise_documents (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES cruise_orders(id),
    kind TEXT NOT NULL CHECK (kind IN ('voucher', 'contract')),
    title TEXT NOT NULL,
    -- Of everything that it says: what says the same is the same document.
    digest BLOB NOT NULL,
    -- A PDF file.
    bytes BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (order_id, kind, digest)
) STRICT;
