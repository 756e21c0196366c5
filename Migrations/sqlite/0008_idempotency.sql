-- compatible: yes
-- A request that was carried out under an Idempotency-Key, kept in the transaction of its effect.
--
-- Of the key there is only a digest, and the rest cannot be read without the key.
CREATE TABLE idempotency_keys (
    digest BLOB PRIMARY KEY,
    -- The one request that has the key, among those that came with it at once.
    holder TEXT NOT NULL,
    -- What was asked for, so that another request is not taken for it.
    request BLOB NOT NULL,
    -- Null until the whole body has been read, which a long one need not be before its first effect.
    body BLOB,
    -- Sealed; null while the request runs, and for ever where its server stopped.
    answer BLOB,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
