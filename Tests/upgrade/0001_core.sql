INSERT INTO "contents" ("id", "type", "version", "title", "title_key", "slug", "position", "is_live", "has_draft", "created_at", "created_by", "updated_at", "updated_by") VALUES ('00000000-0000-7000-8000-000000f00001', 'tags', 1, 'fixture', 'title', 'first-tag', 1073741824, false, true, {time}, 'fixture', {time}, 'fixture');
INSERT INTO "drafts" ("content_id", "body") VALUES ('00000000-0000-7000-8000-000000f00001', '{"name":{"ru":"Метка"}}');
INSERT INTO "history" ("content_id", "type", "version", "action", "at", "author", "door") VALUES ('00000000-0000-7000-8000-000000f00002', 'tags', 1, 'saved', {time}, 'fixture', 'api');
INSERT INTO "links" ("from_id", "is_live", "field", "to_id") VALUES ('00000000-0000-7000-8000-000000f00001', true, 'fixture', '00000000-0000-7000-8000-000000f00001');
INSERT INTO "revisions" ("type", "revision", "whole_at") VALUES ('tags', 1, 1);
