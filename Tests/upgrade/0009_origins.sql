INSERT INTO "origins" ("content_id", "source", "source_version", "version") VALUES ('00000000-0000-7000-8000-000000f00001', 'fixture', 1, 1);
