-- Makes partitions of the table history, each for five million rows. The rows that are there stay where they are, as the
-- first partition; it takes as long as reading them once. PostgreSQL 13 or later; stop every server and command first,
-- and have a backup. Run it as the owner of the tables:
--
--     psql --single-transaction --set ON_ERROR_STOP=1 --file history-partitions.sql "$VITRINA_POSTGRES"
--
-- What the program relies on holds afterwards: the same columns and rules, the numbers go on, the primary key is (id),
-- the table refuses changes. The partitions are in a schema of their own, because the program takes every table of its
-- schema for one of its own, and would put these into each backup a second time.

CREATE SCHEMA history_parts;
LOCK TABLE history IN ACCESS EXCLUSIVE MODE;
ALTER TABLE history RENAME TO history_first;
ALTER TABLE history_first SET SCHEMA history_parts;

CREATE TABLE history (LIKE history_parts.history_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
ALTER TABLE history ADD PRIMARY KEY (id);
CREATE INDEX history_by_revision ON history (type, revision) WHERE revision IS NOT NULL;
CREATE INDEX history_of_action ON history (type, action, id);
CREATE INDEX history_of_author ON history (author, type, id);
CREATE INDEX history_of_content ON history (content_id, id);
CREATE INDEX history_of_staff ON history (staff_id, type, id) WHERE staff_id IS NOT NULL;
CREATE INDEX history_of_type ON history (type, id);

-- The triggers of the whole table become those of each partition.
DROP TRIGGER history_is_append_only ON history_parts.history_first;
DROP TRIGGER history_is_not_removed ON history_parts.history_first;
CREATE TRIGGER history_is_append_only BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER history_is_not_removed BEFORE DELETE ON history
FOR EACH ROW EXECUTE FUNCTION refuse_removal_without_pass();
CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$
DECLARE
    size CONSTANT bigint := 5000000;
    last bigint := (SELECT coalesce(max(id), 0) FROM history_parts.history_first);
    border bigint := (last / size + 1) * size;
BEGIN
    ALTER TABLE history_parts.history_first ALTER COLUMN id DROP IDENTITY;
    EXECUTE format('ALTER TABLE history ATTACH PARTITION history_parts.history_first FOR VALUES FROM (MINVALUE) TO (%s)', border);
    EXECUTE format('ALTER TABLE history ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START %s)', last + 1);
    FOR number IN 0..4 LOOP
        EXECUTE format('CREATE TABLE history_parts.history_%s PARTITION OF history FOR VALUES FROM (%s) TO (%s)',
            border / size + number, border + number * size, border + (number + 1) * size);
        EXECUTE format('CREATE TRIGGER history_is_not_emptied BEFORE TRUNCATE ON history_parts.history_%s '
            'FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', border / size + number);
    END LOOP;
END $$;
-- Should the last one be full before somebody has made more: nothing is refused.
CREATE TABLE history_parts.history_rest PARTITION OF history DEFAULT;
