-- compatible: yes
-- What has happened to people is told in both languages; what was written down before has Russian only.
ALTER TABLE accounts_events ADD COLUMN text_en TEXT;
