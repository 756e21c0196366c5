-- How many contents there are in a state is told by the index alone.
CREATE INDEX contents_by_state
    ON contents (type, is_live, live_from, live_until, trashed_at, archived_at, has_draft, id);
-- Offers are looked at by their kind, and counted with the index above.
CREATE INDEX "offers_by_type" ON "offers" ("type", id);
