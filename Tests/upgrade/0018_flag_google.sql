INSERT INTO "flag_google" ("project_id", "namespace", "google_id") VALUES ('fixture', 'fixture', 'fixture');
