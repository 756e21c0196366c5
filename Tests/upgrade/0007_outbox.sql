INSERT INTO "outbox" ("event_id", "kind", "lane", "payload", "state", "attempts", "due_at", "created_at") VALUES ('fixture', 'fixture', 'fixture', '{}', 'waiting', 1, {time}, {time});
INSERT INTO "hooks" ("id", "url", "description", "events", "is_active", "secret", "created_at", "created_by", "updated_at") VALUES ('00000000-0000-7000-8000-000000f00011', 'fixture', 'fixture', '[]', true, 'fixture', {time}, 'fixture', {time});
INSERT INTO "hook_attempts" ("message_id", "number", "at", "milliseconds", "answer") VALUES ((SELECT max(id) FROM "outbox"), 1, {time}, 1, 'fixture');
