-- compatible: yes
-- Texts of the messages that the accounts app sends, where staff have changed them.
CREATE TABLE accounts_templates (
    -- code, registration, restore, email-confirm, feedback.
    key TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    mail TEXT NOT NULL,
    sms TEXT NOT NULL,
    -- Where the mail goes in place of the person.
    address TEXT,
    -- Somebody has gone back to the standard texts.
    is_standard INTEGER NOT NULL CHECK (is_standard IN (0, 1)),
    version INTEGER NOT NULL CHECK (version >= 0),
    changed_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL
) STRICT;

-- When everything personal was taken away.
ALTER TABLE accounts_users ADD COLUMN erased_at INTEGER;
