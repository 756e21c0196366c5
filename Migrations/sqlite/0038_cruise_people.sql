-- compatible: yes
-- Users of the cruise app. The row of an erased one stays, without personal data, because orders name it.
CREATE TABLE cruise_users (
    id TEXT PRIMARY KEY,
    -- `+79991234567`; null once the user is erased, and for one whose number is only in `username`.
    phone TEXT UNIQUE,
    username TEXT UNIQUE,
    surname TEXT,
    name TEXT,
    patronymic TEXT,
    -- 1 male, 2 female.
    sex INTEGER CHECK (sex IN (1, 2)),
    -- `1990-05-13`, as is every day here.
    birthday TEXT,
    email TEXT,
    -- 1 Russian passport, 2 passport for abroad, 3 birth certificate, 4 foreign document.
    passp_type INTEGER CHECK (passp_type BETWEEN 1 AND 4),
    passp_number TEXT,
    passp_date TEXT,
    passp_vidan TEXT,
    -- The entry of the content type `citizenships`, which may be gone.
    citizenship_id TEXT,
    -- The id of the app's analytics.
    ym_client_id TEXT,
    -- False for those who want no promotions.
    gets_promos INTEGER NOT NULL DEFAULT 1 CHECK (gets_promos IN (0, 1)),
    created_at INTEGER NOT NULL,
    signed_in_at INTEGER,
    blocked_at INTEGER,
    -- Why, for colleagues.
    block_reason TEXT,
    erased_at INTEGER,
    -- Names, e-mail address and digits of the phone, in small letters: what staff search in.
    search TEXT NOT NULL DEFAULT '',
    CHECK (erased_at IS NULL OR phone IS NULL AND username IS NULL)
) STRICT;
CREATE INDEX cruise_users_by_time ON cruise_users (created_at, id);

-- Sign-ins: a token names one, and is valid as long as it is here.
CREATE TABLE cruise_sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES cruise_users(id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cruise_sessions_of_user ON cruise_sessions (user_id, created_at);
CREATE INDEX cruise_sessions_by_end ON cruise_sessions (expires_at);

-- Telephones that notifications reach.
CREATE TABLE cruise_devices (
    id TEXT PRIMARY KEY,
    -- By it a token is found; the token itself is encrypted.
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    token BLOB NOT NULL,
    platform TEXT NOT NULL CHECK (platform IN ('unknown', 'ios', 'android')),
    -- Who is signed in there, and by which sign-in.
    user_id TEXT REFERENCES cruise_users(id),
    session_id TEXT REFERENCES cruise_sessions(id) ON DELETE SET NULL,
    bound_at INTEGER,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    CHECK ((user_id IS NULL) = (bound_at IS NULL))
) STRICT;
CREATE INDEX cruise_devices_of_user ON cruise_devices (user_id, seen_at) WHERE user_id IS NOT NULL;
CREATE INDEX cruise_devices_of_session ON cruise_devices (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX cruise_devices_by_visit ON cruise_devices (seen_at);

-- Requests to be called back.
CREATE TABLE cruise_callbacks (
    id TEXT PRIMARY KEY,
    -- Null once its owner is erased.
    phone TEXT,
    user_id TEXT REFERENCES cruise_users(id),
    -- The cruise as it was then; it may be gone.
    cruise_id TEXT,
    cruise_title TEXT,
    kind INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'work', 'done')),
    assignee_id TEXT REFERENCES staff(id) ON DELETE SET NULL,
    note TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX cruise_callbacks_by_state ON cruise_callbacks (state, id);
CREATE INDEX cruise_callbacks_by_phone ON cruise_callbacks (phone) WHERE phone IS NOT NULL;
