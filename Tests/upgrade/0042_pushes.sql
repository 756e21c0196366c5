INSERT INTO cruise_order_notices (order_id, kind, at) VALUES ('00000000-0000-7000-8000-000000f39002', 'payment', {time});
INSERT INTO push_campaigns (id, app, title, text, data, audience, state, created_at, created_by) VALUES ('00000000-0000-7000-8000-000000f42001', 'cruise', 'Скидка', 'Только сегодня', '{}', '{}', 'draft', {time}, 'owner');
