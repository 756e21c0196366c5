-- compatible: yes
-- The text of a document that staff write.
CREATE TABLE "document_templates" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "kind" text CHECK ("kind" IN ('voucher', 'contract')) NOT NULL,
    "title" jsonb NOT NULL,
    "body" jsonb NOT NULL
);
CREATE INDEX "document_templates_by_kind" ON "document_templates" ("kind", id);

-- A document of an order, as it was made from the template and the order of its time.
CREATE TABLE cruise_documents (
    id uuid PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES cruise_orders(id),
    kind text NOT NULL CHECK (kind IN ('voucher', 'contract')),
    title text NOT NULL,
    -- Of everything that it says: what says the same is the same document.
    digest bytea NOT NULL,
    -- A PDF file.
    bytes bytea NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (order_id, kind, digest)
);
