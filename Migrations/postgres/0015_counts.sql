-- compatible: yes
-- How many contents there are in a state is told by the index alone.
CREATE INDEX contents_by_state
    ON contents (type, is_live, live_from, live_until, trashed_at, archived_at, has_draft, id);
-- Offers are looked at by their kind, and counted with the index above.
CREATE INDEX "offers_by_type" ON "offers" ("type", id);
-- The home screen is made of the few contents whose flag is on.
CREATE INDEX "offers_by_on_home" ON "offers" (id) WHERE "on_home";
CREATE INDEX "news_by_on_main" ON "news" (id) WHERE "on_main";
CREATE INDEX "shops_by_on_home" ON "shops" (id) WHERE "on_home";
CREATE INDEX "promotions_by_on_main" ON "promotions" (id) WHERE "on_main";
CREATE INDEX "promotions_by_on_home" ON "promotions" (id) WHERE "on_home";
CREATE INDEX "events_by_on_main" ON "events" (id) WHERE "on_main";
CREATE INDEX "events_by_on_home" ON "events" (id) WHERE "on_home";
