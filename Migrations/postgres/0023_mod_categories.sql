-- The categories that the app knows (mods.md, section 3); whoever removes one has removed it for good.
INSERT INTO contents (id, type, version, title, title_key, slug, position, is_live, has_draft, created_at, created_by,
    updated_at, updated_by)
SELECT CAST(column1 AS uuid), 'mod_categories', 1, column2, column3, column4, column5, true, false, now(), 'vitrina', now(), 'vitrina'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', 'Корабли', 'корабли', 'korabli', 0),
    ('00000000-0000-7000-8000-0000000d0002', 'Животные', 'животные', 'zhivotnye', 1073741824),
    ('00000000-0000-7000-8000-0000000d0003', 'Люди и персонажи', 'люди и персонажи', 'lyudi-i-personazhi', 2147483648),
    ('00000000-0000-7000-8000-0000000d0004', 'Машины', 'машины', 'mashiny', 3221225472),
    ('00000000-0000-7000-8000-0000000d0005', 'Мебель', 'мебель', 'mebel', 4294967296),
    ('00000000-0000-7000-8000-0000000d0006', 'Оружие', 'оружие', 'oruzhie', 5368709120),
    ('00000000-0000-7000-8000-0000000d0007', 'Паки', 'паки', 'paks', 6442450944),
    ('00000000-0000-7000-8000-0000000d0008', 'Самолёты', 'самолеты', 'samolety', 7516192768)
) AS categories;
INSERT INTO "mod_categories" (id, version, published_at, "label", "slug", "is_visible")
SELECT CAST(column1 AS uuid), 1, now(), CAST(column2 AS jsonb), column3, true
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"en":"Ships","ru":"Корабли"}', 'korabli'),
    ('00000000-0000-7000-8000-0000000d0002', '{"en":"Animals","ru":"Животные"}', 'zhivotnye'),
    ('00000000-0000-7000-8000-0000000d0003', '{"en":"Skins","ru":"Люди и персонажи"}', 'lyudi-i-personazhi'),
    ('00000000-0000-7000-8000-0000000d0004', '{"en":"Cars","ru":"Машины"}', 'mashiny'),
    ('00000000-0000-7000-8000-0000000d0005', '{"en":"Furniture","ru":"Мебель"}', 'mebel'),
    ('00000000-0000-7000-8000-0000000d0006', '{"en":"Guns","ru":"Оружие"}', 'oruzhie'),
    ('00000000-0000-7000-8000-0000000d0007', '{"en":"Packs","ru":"Паки"}', 'paks'),
    ('00000000-0000-7000-8000-0000000d0008', '{"en":"Aircraft","ru":"Самолёты"}', 'samolety')
) AS categories;
INSERT INTO history (content_id, type, version, revision, action, body, at, author, door)
SELECT CAST(column1 AS uuid), 'mod_categories', 1, 1, 'published', CAST(column2 AS jsonb), now(), 'vitrina', 'server'
FROM (VALUES
    ('00000000-0000-7000-8000-0000000d0001', '{"is_visible":true,"label":{"en":"Ships","ru":"Корабли"},"slug":"korabli"}'),
    ('00000000-0000-7000-8000-0000000d0002', '{"is_visible":true,"label":{"en":"Animals","ru":"Животные"},"slug":"zhivotnye"}'),
    ('00000000-0000-7000-8000-0000000d0003', '{"is_visible":true,"label":{"en":"Skins","ru":"Люди и персонажи"},"slug":"lyudi-i-personazhi"}'),
    ('00000000-0000-7000-8000-0000000d0004', '{"is_visible":true,"label":{"en":"Cars","ru":"Машины"},"slug":"mashiny"}'),
    ('00000000-0000-7000-8000-0000000d0005', '{"is_visible":true,"label":{"en":"Furniture","ru":"Мебель"},"slug":"mebel"}'),
    ('00000000-0000-7000-8000-0000000d0006', '{"is_visible":true,"label":{"en":"Guns","ru":"Оружие"},"slug":"oruzhie"}'),
    ('00000000-0000-7000-8000-0000000d0007', '{"is_visible":true,"label":{"en":"Packs","ru":"Паки"},"slug":"paks"}'),
    ('00000000-0000-7000-8000-0000000d0008', '{"is_visible":true,"label":{"en":"Aircraft","ru":"Самолёты"},"slug":"samolety"}')
) AS categories;
INSERT INTO revisions (type, revision, whole_at) VALUES ('mod_categories', 1, 1);
-- They are found by their words once the index is made anew.
UPDATE search_state SET version = 0;
