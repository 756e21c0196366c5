INSERT INTO "notices" ("id", "staff_id", "text", "calls", "made_at") VALUES ('00000000-0000-7000-8000-000000f00015', '00000000-0000-7000-8000-000000f00003', 'fixture', '[]', {time});
INSERT INTO "preferences" ("staff_id", "name", "value") VALUES ('00000000-0000-7000-8000-000000f00003', 'fixture', '{}');
INSERT INTO "servers" ("id", "host", "port", "process", "version", "started_at", "seen_at") VALUES ('00000000-0000-7000-8000-000000f00016', 'fixture', 1, 1, 1, {time}, {time});
