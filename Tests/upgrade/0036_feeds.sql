INSERT INTO timetable_feeds (name, format, file, publisher, version, stations, threads, imported_at, imported_by) VALUES ('fixture', 'gtfs', 'feed.zip', 'Перевозчик', '1', 1, 1, {time}, 'owner');
INSERT INTO timetable_origins (feed, kind, external, row_key, hash) VALUES ('fixture', 'threads', 'trip', 'fixture', 42);
