INSERT INTO "search_words" ("id", "word", "key") VALUES (1, 'fixture', 'fixture');
INSERT INTO "search_variants" ("variant", "word") VALUES (1, 1);
INSERT INTO "search_documents" ("number", "content_id") VALUES (1, '00000000-0000-7000-8000-000000f00001');
INSERT INTO "search_places" ("term", "weight", "document") VALUES (1, 1, 1);
