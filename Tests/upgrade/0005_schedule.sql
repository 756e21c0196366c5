INSERT INTO "schedules" ("content_id", "action", "at", "author", "created_at") VALUES ('00000000-0000-7000-8000-000000f00001', 'publish', {time}, 'fixture', {time});
INSERT INTO "releases" ("id", "version", "title", "state", "author", "created_at", "created_by", "updated_at", "updated_by") VALUES ('00000000-0000-7000-8000-000000f00010', 1, 'fixture', 'open', 'fixture', {time}, 'fixture', {time}, 'fixture');
INSERT INTO "release_items" ("release_id", "content_id", "action", "is_open") VALUES ('00000000-0000-7000-8000-000000f00010', '00000000-0000-7000-8000-000000f00001', 'publish', true);
