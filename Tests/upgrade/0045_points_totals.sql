INSERT INTO points_totals (app, day, programme, cause, sign, lines, change) VALUES ('fixture', 20717, 'issued', 'fixture', 1, 4, 4);
INSERT INTO points_totals (app, day, programme, cause, sign, lines, change) VALUES ('fixture', 20717, 'issued', 'fixture', 0, 1, 0);
UPDATE points_totals_ends SET number = 5;
