-- compatible: yes
-- Cards of clients: whom the business knows, whether or not they can sign in.
CREATE TABLE accounts_clients (
    id TEXT PRIMARY KEY,
    first_name TEXT,
    last_name TEXT,
    -- The patronymic.
    sur_name TEXT,
    -- Ten digits without the country's: `9067098559`; null where it is not known.
    phone TEXT UNIQUE,
    email TEXT,
    -- As it was told, without a zone: `1990-05-13T00:00:00`.
    birthday TEXT,
    gender TEXT,
    photo_url TEXT,
    city_id TEXT,
    vk_url TEXT,
    source_url TEXT,
    source_id TEXT,
    groups TEXT,
    spheres TEXT,
    types TEXT,
    genres TEXT,
    styles TEXT,
    tools TEXT,
    music TEXT,
    type_info TEXT,
    -- Names of what was booked last.
    room TEXT,
    base TEXT,
    created_at INTEGER NOT NULL,
    -- Names, login, addresses and digits of the phones, in small letters: what staff search in.
    search TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX accounts_clients_by_time ON accounts_clients (created_at, id);

-- Logins: a client has one or none.
CREATE TABLE accounts_users (
    id TEXT PRIMARY KEY REFERENCES points_accounts(id),
    client_id TEXT NOT NULL UNIQUE REFERENCES accounts_clients(id),
    -- As it was typed.
    login TEXT NOT NULL CHECK (login <> ''),
    -- The same in small letters, so that nobody else has it in other ones.
    login_key TEXT NOT NULL UNIQUE,
    -- Ten digits, as those of the card; a number that was freed for another test has `~` and more after them.
    phone TEXT UNIQUE,
    -- In small letters.
    email TEXT UNIQUE,
    password_hash TEXT NOT NULL CHECK (password_hash <> ''),
    -- One session at a time; the token itself is only in the app.
    token_hash BLOB UNIQUE CHECK (length(token_hash) = 32),
    token_until INTEGER,
    -- When the link in a mail to `email` was opened, or staff have said that it is theirs.
    confirmed_at INTEGER,
    -- Digits by which others tell who has invited them.
    invite_code TEXT NOT NULL UNIQUE,
    inviter_id TEXT REFERENCES accounts_users(id),
    -- Where pushes go.
    fcm TEXT,
    -- Of what they want to be told: numbers 1 to 5.
    notifications TEXT,
    -- When the points for a whole profile were given.
    profile_points_at INTEGER,
    created_at INTEGER NOT NULL,
    signed_in_at INTEGER,
    blocked_at INTEGER,
    -- Why, for colleagues.
    block_reason TEXT,
    -- When staff have freed the number for another test.
    freed_at INTEGER,
    CHECK ((token_hash IS NULL) = (token_until IS NULL)),
    CHECK (inviter_id <> id)
) STRICT;
CREATE INDEX accounts_users_by_time ON accounts_users (created_at, id);
CREATE INDEX accounts_users_by_token ON accounts_users (token_until) WHERE token_until IS NOT NULL;
CREATE INDEX accounts_users_by_inviter ON accounts_users (inviter_id) WHERE inviter_id IS NOT NULL;

-- New passwords that were sent to people who had asked for one; the first that is used becomes theirs.
CREATE TABLE accounts_spares (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts_users(id) ON DELETE CASCADE,
    salt BLOB NOT NULL,
    -- The server has made it long enough for a plain digest to keep it.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX accounts_spares_of_user ON accounts_spares (user_id, created_at);
CREATE INDEX accounts_spares_by_end ON accounts_spares (expires_at);

-- Links that were sent to confirm an address; they hold for that address alone.
CREATE TABLE accounts_links (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES accounts_users(id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    -- Null for ever.
    expires_at INTEGER,
    -- The first time.
    opened_at INTEGER
) STRICT;
CREATE INDEX accounts_links_of_user ON accounts_links (user_id, created_at);
CREATE INDEX accounts_links_by_end ON accounts_links (expires_at) WHERE opened_at IS NULL;

-- What clients owe and are granted in each zone of the partners.
CREATE TABLE accounts_parts (
    id TEXT PRIMARY KEY,
    client_id TEXT NOT NULL REFERENCES accounts_clients(id) ON DELETE CASCADE,
    -- Null for the mobile app itself.
    domain_id TEXT,
    name TEXT NOT NULL,
    -- In roubles.
    forfeit INTEGER NOT NULL CHECK (forfeit >= 0),
    is_banned INTEGER NOT NULL CHECK (is_banned IN (0, 1)),
    -- In percent.
    discount INTEGER NOT NULL CHECK (discount BETWEEN 0 AND 100),
    terminal TEXT,
    -- Ways to pay: a list of `{kind, name, prepayUrl}`.
    channels TEXT NOT NULL CHECK (json_valid(channels)),
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX accounts_parts_of_client ON accounts_parts (client_id, (coalesce(domain_id, '')));

-- What has happened to people, for staff.
CREATE TABLE accounts_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind <> ''),
    text TEXT NOT NULL,
    -- No references: events outlive people.
    user_id TEXT,
    client_id TEXT
) STRICT;
CREATE INDEX accounts_events_by_time ON accounts_events (at, id);
CREATE INDEX accounts_events_by_kind ON accounts_events (kind, id);
CREATE INDEX accounts_events_of_user ON accounts_events (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX accounts_events_of_client ON accounts_events (client_id, id) WHERE client_id IS NOT NULL;

-- Files that mails bring; each goes with its message.
CREATE TABLE mail_files (
    message_id INTEGER PRIMARY KEY REFERENCES outbox(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL
) STRICT;
