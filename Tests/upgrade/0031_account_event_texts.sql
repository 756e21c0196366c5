INSERT INTO "accounts_events" ("at", "kind", "text", "text_en") VALUES ({time}, 'fixture', 'fixture', 'fixture');
