-- since: 0025
-- What a receiver of a web hook answers may be meant for nobody here: the log keeps its type and size.
ALTER TABLE hook_attempts DROP COLUMN answer;
ALTER TABLE hook_attempts ADD COLUMN answer_type text;
ALTER TABLE hook_attempts ADD COLUMN answer_size bigint;

-- The retention of history opens a pass for what is older than a moment, and closes it in the same transaction: a pass
-- refers to a row that is never there, so a transaction that leaves one open cannot be kept.
CREATE TABLE history_pass_ends (
    id bigint PRIMARY KEY CHECK (FALSE)
);
CREATE TABLE history_passes (
    before timestamptz NOT NULL,
    ended_by bigint NOT NULL DEFAULT 1 REFERENCES history_pass_ends(id) DEFERRABLE INITIALLY DEFERRED
);

CREATE FUNCTION refuse_removal_without_pass() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM history_passes WHERE OLD.at < before) THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'history is append-only' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER history_is_not_removed BEFORE DELETE ON history
FOR EACH ROW EXECUTE FUNCTION refuse_removal_without_pass();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON history
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER points_are_not_emptied BEFORE TRUNCATE ON points_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_points();
