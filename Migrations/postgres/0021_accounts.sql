-- compatible: yes
-- Cards of clients: whom the business knows, whether or not they can sign in.
CREATE TABLE accounts_clients (
    id uuid PRIMARY KEY,
    first_name text,
    last_name text,
    -- The patronymic.
    sur_name text,
    -- Ten digits without the country's: `9067098559`; null where it is not known.
    phone text UNIQUE,
    email text,
    -- As it was told, without a zone: `1990-05-13T00:00:00`.
    birthday text,
    gender text,
    photo_url text,
    city_id text,
    vk_url text,
    source_url text,
    source_id text,
    groups text,
    spheres text,
    types text,
    genres text,
    styles text,
    tools text,
    music text,
    type_info text,
    -- Names of what was booked last.
    room text,
    base text,
    created_at timestamptz NOT NULL,
    -- Names, login, addresses and digits of the phones, in small letters: what staff search in.
    search text NOT NULL DEFAULT ''
);
CREATE INDEX accounts_clients_by_time ON accounts_clients (created_at, id);

-- Logins: a client has one or none.
CREATE TABLE accounts_users (
    id uuid PRIMARY KEY REFERENCES points_accounts(id),
    client_id uuid NOT NULL UNIQUE REFERENCES accounts_clients(id),
    -- As it was typed.
    login text NOT NULL CHECK (login <> ''),
    -- The same in small letters, so that nobody else has it in other ones.
    login_key text NOT NULL UNIQUE,
    -- Ten digits, as those of the card; a number that was freed for another test has `~` and more after them.
    phone text UNIQUE,
    -- In small letters.
    email text UNIQUE,
    password_hash text NOT NULL CHECK (password_hash <> ''),
    -- One session at a time; the token itself is only in the app.
    token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
    token_until timestamptz,
    -- When the link in a mail to `email` was opened, or staff have said that it is theirs.
    confirmed_at timestamptz,
    -- Digits by which others tell who has invited them.
    invite_code text NOT NULL UNIQUE,
    inviter_id uuid REFERENCES accounts_users(id),
    -- Where pushes go.
    fcm text,
    -- Of what they want to be told: numbers 1 to 5.
    notifications text,
    -- When the points for a whole profile were given.
    profile_points_at timestamptz,
    created_at timestamptz NOT NULL,
    signed_in_at timestamptz,
    blocked_at timestamptz,
    -- Why, for colleagues.
    block_reason text,
    -- When staff have freed the number for another test.
    freed_at timestamptz,
    CHECK ((token_hash IS NULL) = (token_until IS NULL)),
    CHECK (inviter_id <> id)
);
CREATE INDEX accounts_users_by_time ON accounts_users (created_at, id);
CREATE INDEX accounts_users_by_token ON accounts_users (token_until) WHERE token_until IS NOT NULL;
CREATE INDEX accounts_users_by_inviter ON accounts_users (inviter_id) WHERE inviter_id IS NOT NULL;

-- New passwords that were sent to people who had asked for one; the first that is used becomes theirs.
CREATE TABLE accounts_spares (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES accounts_users(id) ON DELETE CASCADE,
    salt bytea NOT NULL,
    -- The server has made it long enough for a plain digest to keep it.
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX accounts_spares_of_user ON accounts_spares (user_id, created_at);
CREATE INDEX accounts_spares_by_end ON accounts_spares (expires_at);

-- Links that were sent to confirm an address; they hold for that address alone.
CREATE TABLE accounts_links (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES accounts_users(id) ON DELETE CASCADE,
    email text NOT NULL,
    token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    created_at timestamptz NOT NULL,
    -- Null for ever.
    expires_at timestamptz,
    -- The first time.
    opened_at timestamptz
);
CREATE INDEX accounts_links_of_user ON accounts_links (user_id, created_at);
CREATE INDEX accounts_links_by_end ON accounts_links (expires_at) WHERE opened_at IS NULL;

-- What clients owe and are granted in each zone of the partners.
CREATE TABLE accounts_parts (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES accounts_clients(id) ON DELETE CASCADE,
    -- Null for the mobile app itself.
    domain_id text,
    name text NOT NULL,
    -- In roubles.
    forfeit bigint NOT NULL CHECK (forfeit >= 0),
    is_banned boolean NOT NULL,
    -- In percent.
    discount bigint NOT NULL CHECK (discount BETWEEN 0 AND 100),
    terminal text,
    -- Ways to pay: a list of `{kind, name, prepayUrl}`.
    channels jsonb NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX accounts_parts_of_client ON accounts_parts (client_id, (coalesce(domain_id, '')));

-- What has happened to people, for staff.
CREATE TABLE accounts_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind <> ''),
    text text NOT NULL,
    -- No references: events outlive people.
    user_id uuid,
    client_id uuid
);
CREATE INDEX accounts_events_by_time ON accounts_events (at, id);
CREATE INDEX accounts_events_by_kind ON accounts_events (kind, id);
CREATE INDEX accounts_events_of_user ON accounts_events (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX accounts_events_of_client ON accounts_events (client_id, id) WHERE client_id IS NOT NULL;

-- Files that mails bring; each goes with its message.
CREATE TABLE mail_files (
    message_id bigint PRIMARY KEY REFERENCES outbox(id) ON DELETE CASCADE,
    name text NOT NULL,
    bytes bytea NOT NULL
);
