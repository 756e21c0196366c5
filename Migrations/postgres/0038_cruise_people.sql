-- compatible: yes
-- Users of the cruise app. The row of an erased one stays, without personal data, because orders name it.
CREATE TABLE cruise_users (
    id uuid PRIMARY KEY,
    -- `+79991234567`; null once the user is erased, and for one whose number is only in `username`.
    phone text UNIQUE,
    username text UNIQUE,
    surname text,
    name text,
    patronymic text,
    -- 1 male, 2 female.
    sex bigint CHECK (sex IN (1, 2)),
    -- `1990-05-13`, as is every day here.
    birthday text,
    email text,
    -- 1 Russian passport, 2 passport for abroad, 3 birth certificate, 4 foreign document.
    passp_type bigint CHECK (passp_type BETWEEN 1 AND 4),
    passp_number text,
    passp_date text,
    passp_vidan text,
    -- The entry of the content type `citizenships`, which may be gone.
    citizenship_id uuid,
    -- The id of the app's analytics.
    ym_client_id text,
    -- False for those who want no promotions.
    gets_promos boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL,
    signed_in_at timestamptz,
    blocked_at timestamptz,
    -- Why, for colleagues.
    block_reason text,
    erased_at timestamptz,
    -- Names, e-mail address and digits of the phone, in small letters: what staff search in.
    search text NOT NULL DEFAULT '',
    CHECK (erased_at IS NULL OR phone IS NULL AND username IS NULL)
);
CREATE INDEX cruise_users_by_time ON cruise_users (created_at, id);

-- Sign-ins: a token names one, and is valid as long as it is here.
CREATE TABLE cruise_sessions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES cruise_users(id),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX cruise_sessions_of_user ON cruise_sessions (user_id, created_at);
CREATE INDEX cruise_sessions_by_end ON cruise_sessions (expires_at);

-- Telephones that notifications reach.
CREATE TABLE cruise_devices (
    id uuid PRIMARY KEY,
    -- By it a token is found; the token itself is encrypted.
    digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    token bytea NOT NULL,
    platform text NOT NULL CHECK (platform IN ('unknown', 'ios', 'android')),
    -- Who is signed in there, and by which sign-in.
    user_id uuid REFERENCES cruise_users(id),
    session_id uuid REFERENCES cruise_sessions(id) ON DELETE SET NULL,
    bound_at timestamptz,
    created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL,
    CHECK ((user_id IS NULL) = (bound_at IS NULL))
);
CREATE INDEX cruise_devices_of_user ON cruise_devices (user_id, seen_at) WHERE user_id IS NOT NULL;
CREATE INDEX cruise_devices_of_session ON cruise_devices (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX cruise_devices_by_visit ON cruise_devices (seen_at);

-- Requests to be called back.
CREATE TABLE cruise_callbacks (
    id uuid PRIMARY KEY,
    -- Null once its owner is erased.
    phone text,
    user_id uuid REFERENCES cruise_users(id),
    -- The cruise as it was then; it may be gone.
    cruise_id uuid,
    cruise_title text,
    kind bigint NOT NULL,
    state text NOT NULL CHECK (state IN ('new', 'work', 'done')),
    assignee_id uuid REFERENCES staff(id) ON DELETE SET NULL,
    note text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX cruise_callbacks_by_state ON cruise_callbacks (state, id);
CREATE INDEX cruise_callbacks_by_phone ON cruise_callbacks (phone) WHERE phone IS NOT NULL;
