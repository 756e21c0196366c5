INSERT INTO "content_numbers" ("content_id", "type", "number") VALUES ('00000000-0000-7000-8000-000000f00026', 'tags', 1);
INSERT INTO "content_number_heads" ("type", "last") VALUES ('tags', 1);
INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, created_at, created_by, updated_at, updated_by) VALUES ('00000000-0000-7000-8000-000000f00027', 'story_groups', 1, 'Title', 'title', NULL, 1073741824, true, false, {time}, 'owner', {time}, 'owner');
INSERT INTO revisions (type, revision, whole_at) VALUES ('story_groups', 1, 1) ON CONFLICT (type) DO NOTHING;
INSERT INTO "story_groups" ("id", "version", "published_at", "title", "preview_image") VALUES ('00000000-0000-7000-8000-000000f00027', 1, {time}, '{"ru":"Текст","en":"Text"}', 'abababababababababababababababababababababababababababababababab.png');
INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, created_at, created_by, updated_at, updated_by) VALUES ('00000000-0000-7000-8000-000000f00028', 'story_pages', 1, 'Title', 'title', NULL, 1073741824, true, false, {time}, 'owner', {time}, 'owner');
INSERT INTO revisions (type, revision, whole_at) VALUES ('story_pages', 1, 1) ON CONFLICT (type) DO NOTHING;
INSERT INTO "story_pages" ("id", "version", "published_at", "group", "image", "title", "duration_seconds") VALUES ('00000000-0000-7000-8000-000000f00028', 1, {time}, '00000000-0000-7000-8000-000000f00027', 'abababababababababababababababababababababababababababababababab.png', '{"ru":"Текст","en":"Text"}', 1);
