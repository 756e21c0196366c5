-- compatible: yes
-- People who have asked for a code with their phone; registered are those who have given a name and an e-mail address.
CREATE TABLE mall_users (
    id TEXT PRIMARY KEY REFERENCES points_accounts(id),
    -- `+79991234567`; null once the person has been erased.
    phone TEXT UNIQUE,
    name TEXT,
    email TEXT,
    gender TEXT,
    -- As precisely as the app has sent it, which is the midnight of its own time zone.
    date_birth INTEGER,
    have_kids INTEGER CHECK (have_kids IN (0, 1)),
    -- 5 letters and digits, by which others tell who has invited them.
    referral_code TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    -- The first time that a code was right; until then there is only a phone.
    confirmed_at INTEGER,
    -- When name and e-mail address were there for the first time.
    registered_at INTEGER,
    signed_in_at INTEGER,
    -- One session at a time; the token itself is only in the app.
    token_hash BLOB UNIQUE CHECK (length(token_hash) = 32),
    count_share INTEGER NOT NULL DEFAULT 0 CHECK (count_share >= 0),
    -- The last rating of the app, 1 to 5.
    app_evaluation INTEGER CHECK (app_evaluation BETWEEN 1 AND 5),
    surveyed_at INTEGER,
    blocked_at INTEGER,
    -- Why, for colleagues.
    block_reason TEXT,
    erased_at INTEGER,
    -- Name, e-mail address and digits of the phone, in small letters: what staff search in.
    search TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX mall_users_by_time ON mall_users (created_at, id);
CREATE INDEX mall_users_by_email ON mall_users (email) WHERE email IS NOT NULL;
CREATE INDEX mall_users_by_visit ON mall_users ((coalesce(signed_in_at, created_at)), id);
CREATE INDEX points_accounts_by_balance ON points_accounts (balance, id);

-- Telephones with the app on them.
CREATE TABLE mall_devices (
    id TEXT PRIMARY KEY,
    install_app INTEGER NOT NULL,
    os TEXT NOT NULL,
    version_os TEXT NOT NULL,
    model TEXT NOT NULL,
    mac_address TEXT,
    -- Apple's number of the telephone; only zeros where its owner does not want to be known.
    idfa TEXT,
    push_token TEXT,
    -- Who is signed in there.
    user_id TEXT REFERENCES mall_users(id),
    bound_at INTEGER,
    enable_push_promotion INTEGER NOT NULL DEFAULT 0 CHECK (enable_push_promotion IN (0, 1)),
    enable_push_event INTEGER NOT NULL DEFAULT 0 CHECK (enable_push_event IN (0, 1)),
    enable_push_children INTEGER NOT NULL DEFAULT 0 CHECK (enable_push_children IN (0, 1)),
    rated_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((user_id IS NULL) = (bound_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX mall_devices_by_idfa ON mall_devices (idfa) WHERE idfa IS NOT NULL;
CREATE UNIQUE INDEX mall_devices_of_user ON mall_devices (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX mall_devices_by_time ON mall_devices (created_at, id);

-- Who was signed in where: each device of a user once.
CREATE TABLE mall_bindings (
    user_id TEXT NOT NULL REFERENCES mall_users(id),
    device_id TEXT NOT NULL REFERENCES mall_devices(id),
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    -- Null while the user is signed in there.
    ended_at INTEGER,
    PRIMARY KEY (user_id, device_id)
) STRICT;
CREATE INDEX mall_bindings_of_device ON mall_bindings (device_id, last_at);

-- Offers that were bought.
CREATE TABLE mall_gifts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES mall_users(id),
    -- No reference: the gift outlives the offer.
    offer_id TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('single', 'multiple', 'welcome_offer')),
    cost INTEGER NOT NULL CHECK (cost >= 0),
    -- The offer as the app showed it then.
    offer TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('owned', 'used', 'expired', 'refunded')),
    -- A `multiple` offer may be used again and again.
    uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    entry_id TEXT NOT NULL UNIQUE REFERENCES points_entries(id),
    bought_at INTEGER NOT NULL,
    -- The last moment of the offer's window when it was bought.
    valid_until INTEGER,
    ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'owned'))
) STRICT;
CREATE UNIQUE INDEX mall_gifts_owned ON mall_gifts (user_id, offer_id) WHERE state = 'owned';
-- A welcome offer is had once.
CREATE UNIQUE INDEX mall_gifts_welcome ON mall_gifts (user_id, offer_id)
    WHERE type = 'welcome_offer' AND state <> 'refunded';
CREATE INDEX mall_gifts_of_user ON mall_gifts (user_id, id);
CREATE INDEX mall_gifts_of_offer ON mall_gifts (offer_id, id);
CREATE INDEX mall_gifts_ending ON mall_gifts (valid_until) WHERE state = 'owned';

-- Each time that a gift was used, or lost because its time was over.
CREATE TABLE mall_uses (
    id TEXT PRIMARY KEY,
    gift_id TEXT NOT NULL REFERENCES mall_gifts(id),
    user_id TEXT NOT NULL REFERENCES mall_users(id),
    offer_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('use', 'time')),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX mall_uses_of_gift ON mall_uses (gift_id, at);
CREATE INDEX mall_uses_by_time ON mall_uses (at, id);
CREATE INDEX mall_uses_of_user ON mall_uses (user_id, id);
CREATE INDEX mall_uses_of_offer ON mall_uses (offer_id, id);

-- Who comes to an event.
CREATE TABLE mall_guests (
    user_id TEXT NOT NULL REFERENCES mall_users(id),
    event_id TEXT NOT NULL,
    cost INTEGER NOT NULL CHECK (cost >= 0),
    -- The event as the app showed it then.
    event TEXT NOT NULL,
    entry_id TEXT NOT NULL UNIQUE REFERENCES points_entries(id),
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, event_id)
) STRICT;
CREATE INDEX mall_guests_of_event ON mall_guests (event_id, entry_id);

-- Who was invited by whom; everybody once.
CREATE TABLE mall_referrals (
    user_id TEXT PRIMARY KEY REFERENCES mall_users(id),
    inviter_id TEXT NOT NULL REFERENCES mall_users(id),
    at INTEGER NOT NULL,
    -- Of the one who entered the code.
    entry_id TEXT NOT NULL UNIQUE REFERENCES points_entries(id),
    -- `held`: the inviter's points wait for somebody of the staff to look.
    state TEXT NOT NULL CHECK (state IN ('paid', 'held', 'rejected')),
    -- Why it was held: `cap` for more than a month allows, `address` for the same address.
    reason TEXT,
    inviter_entry_id TEXT UNIQUE REFERENCES points_entries(id),
    decided_at INTEGER,
    decided_by TEXT,
    CHECK (user_id <> inviter_id),
    CHECK ((inviter_entry_id IS NOT NULL) = (state = 'paid'))
) STRICT;
CREATE INDEX mall_referrals_of_inviter ON mall_referrals (inviter_id, at);
CREATE INDEX mall_referrals_held ON mall_referrals (entry_id) WHERE state = 'held';

-- What people think of the app.
CREATE TABLE mall_reviews (
    id TEXT PRIMARY KEY,
    device_id TEXT NOT NULL REFERENCES mall_devices(id),
    user_id TEXT REFERENCES mall_users(id),
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    text TEXT,
    -- The mail in the outbox that tells of it.
    message_id INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mall_reviews_of_device ON mall_reviews (device_id, created_at);
CREATE INDEX mall_reviews_of_user ON mall_reviews (user_id, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX mall_reviews_by_time ON mall_reviews (created_at, id);

-- What people typed into the search of the catalogue.
CREATE TABLE mall_searches (
    text TEXT PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count > 0),
    -- Of the last time.
    found INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mall_searches_by_count ON mall_searches (count, text);
CREATE INDEX mall_searches_by_time ON mall_searches (last_at, text);
