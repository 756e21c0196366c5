-- since: 0025
-- What a receiver of a web hook answers may be meant for nobody here: the log keeps its type and size.
ALTER TABLE hook_attempts DROP COLUMN answer;
ALTER TABLE hook_attempts ADD COLUMN answer_type TEXT;
ALTER TABLE hook_attempts ADD COLUMN answer_size INTEGER;

-- The retention of history opens a pass for what is older than a moment, and closes it in the same transaction: a pass
-- refers to a row that is never there, so a transaction that leaves one open cannot be kept.
CREATE TABLE history_pass_ends (
    id INTEGER PRIMARY KEY CHECK (FALSE)
) STRICT;
CREATE TABLE history_passes (
    before INTEGER NOT NULL,
    ended_by INTEGER NOT NULL DEFAULT 1 REFERENCES history_pass_ends(id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TRIGGER history_is_not_removed BEFORE DELETE ON history
WHEN NOT EXISTS (SELECT 1 FROM history_passes WHERE OLD.at < before)
BEGIN
    SELECT RAISE(ABORT, 'history is append-only');
END;
CREATE TRIGGER history_is_not_replaced BEFORE INSERT ON history
WHEN EXISTS (SELECT 1 FROM history WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'history is append-only');
END;
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'audit is append-only');
END;
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'audit is append-only');
END;
