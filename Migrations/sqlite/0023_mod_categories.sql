-- compatible: yes
-- The categories that the app knows (mods.md, section 3). One that staff delete stays deleted.
--
-- Staff may have made categories before this step. They keep theirs: a slug that is or was in use is left out here.
INSERT INTO revisions (type, revision, whole_at) VALUES ('mod_categories', 1, 1)
ON CONFLICT (type) DO UPDATE SET revision = revisions.revision + 1, whole_at = revisions.revision + 1;
INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, created_at, created_by,
    updated_at, updated_by)
SELECT column1, 'mod_categories', 1, column2, column3, column4,
    column5 + (SELECT coalesce(max(position) + 1073741824, 0) FROM contents WHERE type = 'mod_categories'),
    1, 0, unixepoch() * 1000000, 'vitrina', unixepoch() * 1000000, 'vitrina'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', 'Корабли', 'корабли', 'korabli', 0),
    ('00000000-0000-7000-8000-0000000d0002', 'Животные', 'животные', 'zhivotnye', 1073741824),
    ('00000000-0000-7000-8000-0000000d0003', 'Люди и персонажи', 'люди и персонажи', 'lyudi-i-personazhi', 2147483648),
    ('00000000-0000-7000-8000-0000000d0004', 'Машины', 'машины', 'mashiny', 3221225472),
    ('00000000-0000-7000-8000-0000000d0005', 'Мебель', 'мебель', 'mebel', 4294967296),
    ('00000000-0000-7000-8000-0000000d0006', 'Оружие', 'оружие', 'oruzhie', 5368709120),
    ('00000000-0000-7000-8000-0000000d0007', 'Паки', 'паки', 'paks', 6442450944),
    ('00000000-0000-7000-8000-0000000d0008', 'Самолёты', 'самолеты', 'samolety', 7516192768)
) AS categories
WHERE NOT EXISTS (SELECT 1 FROM contents c WHERE c.id = column1 OR (c.type = 'mod_categories' AND c.slug = column4))
    AND NOT EXISTS (SELECT 1 FROM mod_categories m WHERE m.slug = column4)
    AND NOT EXISTS (SELECT 1 FROM former_slugs f WHERE f.type = 'mod_categories' AND f.slug = column4);
INSERT INTO "mod_categories" (id, version, published_at, "label", "slug", "is_visible")
SELECT column1, 1, unixepoch() * 1000000, column2, column3, 1
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"en":"Ships","ru":"Корабли"}', 'korabli'),
    ('00000000-0000-7000-8000-0000000d0002', '{"en":"Animals","ru":"Животные"}', 'zhivotnye'),
    ('00000000-0000-7000-8000-0000000d0003', '{"en":"Skins","ru":"Люди и персонажи"}', 'lyudi-i-personazhi'),
    ('00000000-0000-7000-8000-0000000d0004', '{"en":"Cars","ru":"Машины"}', 'mashiny'),
    ('00000000-0000-7000-8000-0000000d0005', '{"en":"Furniture","ru":"Мебель"}', 'mebel'),
    ('00000000-0000-7000-8000-0000000d0006', '{"en":"Guns","ru":"Оружие"}', 'oruzhie'),
    ('00000000-0000-7000-8000-0000000d0007', '{"en":"Packs","ru":"Паки"}', 'paks'),
    ('00000000-0000-7000-8000-0000000d0008', '{"en":"Aircraft","ru":"Самолёты"}', 'samolety')
) AS categories
WHERE EXISTS (SELECT 1 FROM contents c WHERE c.id = column1 AND c.created_by = 'vitrina' AND c.is_live)
    AND NOT EXISTS (SELECT 1 FROM history h WHERE h.content_id = column1);
INSERT INTO history (content_id, type, version, revision, action, body, at, author, door)
SELECT column1, 'mod_categories', 1,
    (SELECT revision FROM revisions WHERE type = 'mod_categories'), 'published', column2, unixepoch() * 1000000, 'vitrina', 'server'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"is_visible":true,"label":{"en":"Ships","ru":"Корабли"},"slug":"korabli"}'),
    ('00000000-0000-7000-8000-0000000d0002', '{"is_visible":true,"label":{"en":"Animals","ru":"Животные"},"slug":"zhivotnye"}'),
    ('00000000-0000-7000-8000-0000000d0003', '{"is_visible":true,"label":{"en":"Skins","ru":"Люди и персонажи"},"slug":"lyudi-i-personazhi"}'),
    ('00000000-0000-7000-8000-0000000d0004', '{"is_visible":true,"label":{"en":"Cars","ru":"Машины"},"slug":"mashiny"}'),
    ('00000000-0000-7000-8000-0000000d0005', '{"is_visible":true,"label":{"en":"Furniture","ru":"Мебель"},"slug":"mebel"}'),
    ('00000000-0000-7000-8000-0000000d0006', '{"is_visible":true,"label":{"en":"Guns","ru":"Оружие"},"slug":"oruzhie"}'),
    ('00000000-0000-7000-8000-0000000d0007', '{"is_visible":true,"label":{"en":"Packs","ru":"Паки"},"slug":"paks"}'),
    ('00000000-0000-7000-8000-0000000d0008', '{"is_visible":true,"label":{"en":"Aircraft","ru":"Самолёты"},"slug":"samolety"}')
) AS categories
WHERE EXISTS (SELECT 1 FROM mod_categories m WHERE m.id = column1 AND m.version = 1)
    AND NOT EXISTS (SELECT 1 FROM history h WHERE h.content_id = column1);
-- The search finds them once its index is rebuilt.
UPDATE search_state SET version = 0;
