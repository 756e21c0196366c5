-- compatible: yes
-- Until then the request is being carried out; each of its writes puts this off. Later without an answer: its server has
-- stopped.
ALTER TABLE idempotency_keys ADD COLUMN alive_until INTEGER;
