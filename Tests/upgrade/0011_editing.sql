INSERT INTO "editing" ("type", "content_id", "staff_id", "seen_at") VALUES ('tags', '00000000-0000-7000-8000-000000f00017', '00000000-0000-7000-8000-000000f00003', {time});
