-- compatible: yes
-- A carrier of the timetable, with what its card in the app shows.
CREATE TABLE "carriers" (
    id uuid PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from timestamptz,
    live_until timestamptz,
    version bigint NOT NULL,
    published_at timestamptz NOT NULL,
    "title" jsonb NOT NULL,
    "code" text NOT NULL UNIQUE,
    "logo" text REFERENCES media(id),
    "logo_svg" text,
    "url" text,
    "phone" text,
    "email" text,
    "address" text,
    "contacts" text,
    "iata" text,
    "icao" text,
    "sirena" text
);

-- The places of the timetable; a code is the number of the app: l225, r1, c213, s9613062.
CREATE TABLE timetable_countries (
    code bigint PRIMARY KEY CHECK (code > 0),
    title text NOT NULL,
    title_en text,
    updated_at timestamptz NOT NULL
);
CREATE TABLE timetable_regions (
    code bigint PRIMARY KEY CHECK (code > 0),
    country bigint NOT NULL REFERENCES timetable_countries(code),
    title text NOT NULL,
    title_en text,
    updated_at timestamptz NOT NULL
);
CREATE INDEX timetable_regions_of_country ON timetable_regions (country);
CREATE TABLE timetable_settlements (
    code bigint PRIMARY KEY CHECK (code > 0),
    country bigint NOT NULL REFERENCES timetable_countries(code),
    region bigint REFERENCES timetable_regions(code),
    title text NOT NULL,
    title_en text,
    short_title text,
    popular_title text,
    latitude double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision CHECK (longitude BETWEEN -180 AND 180),
    zone text NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE INDEX timetable_settlements_of_region ON timetable_settlements (region);
CREATE INDEX timetable_settlements_of_country ON timetable_settlements (country);

-- A station; one outside of any settlement has a zone of its own.
CREATE TABLE timetable_stations (
    code bigint PRIMARY KEY CHECK (code > 0),
    country bigint NOT NULL REFERENCES timetable_countries(code),
    region bigint REFERENCES timetable_regions(code),
    settlement bigint REFERENCES timetable_settlements(code),
    title text NOT NULL,
    title_en text,
    short_title text,
    popular_title text,
    station_type text NOT NULL,
    transport_type text NOT NULL,
    direction text,
    latitude double precision CHECK (latitude BETWEEN -90 AND 90),
    longitude double precision CHECK (longitude BETWEEN -180 AND 180),
    zone text,
    esr text,
    express text,
    iata text,
    sirena text,
    majority bigint NOT NULL CHECK (majority BETWEEN 1 AND 5),
    is_hidden boolean NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (settlement IS NOT NULL OR zone IS NOT NULL)
);
CREATE INDEX timetable_stations_of_settlement ON timetable_stations (settlement);
CREATE INDEX timetable_stations_of_region ON timetable_stations (region);
CREATE INDEX timetable_stations_of_country ON timetable_stations (country);

-- The days on which threads run: days of the week in a range (bit 0 is Monday), with exceptions as JSON arrays of days.
CREATE TABLE timetable_calendars (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title text NOT NULL,
    starts_on text NOT NULL,
    ends_on text NOT NULL,
    weekdays bigint NOT NULL CHECK (weekdays BETWEEN 0 AND 127),
    added text NOT NULL,
    removed text NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK (starts_on <= ends_on)
);

-- A thread: one numbered train, bus or flight with its stops, as a JSON array of
-- [station, arrival, departure, platform, terminal, boarding]; times are seconds of the day of departure (GTFS).
CREATE TABLE timetable_threads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid text NOT NULL UNIQUE CHECK (length(uid) BETWEEN 1 AND 100),
    number text NOT NULL,
    title text NOT NULL,
    title_en text,
    short_title text,
    transport_type text NOT NULL,
    subtype text,
    vehicle text,
    express_type text,
    stopping text,
    carrier uuid REFERENCES contents(id) ON DELETE SET NULL,
    calendar bigint NOT NULL REFERENCES timetable_calendars(id),
    zone text NOT NULL,
    frequency text,
    is_fuzzy boolean NOT NULL,
    stops text NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX timetable_threads_of_calendar ON timetable_threads (calendar);
CREATE INDEX timetable_threads_of_carrier ON timetable_threads (carrier);

-- The shortest time between two stations in seconds; null where one cannot change.
CREATE TABLE timetable_transfers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin bigint NOT NULL REFERENCES timetable_stations(code) ON DELETE CASCADE,
    destination bigint NOT NULL REFERENCES timetable_stations(code) ON DELETE CASCADE,
    seconds bigint CHECK (seconds BETWEEN 0 AND 86400),
    updated_at timestamptz NOT NULL,
    UNIQUE (origin, destination)
);
CREATE INDEX timetable_transfers_of_destination ON timetable_transfers (destination);

-- A price in hundredths of a currency, of one thread or of every thread between two places: s9613062, c213.
CREATE TABLE timetable_fares (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    thread bigint REFERENCES timetable_threads(id) ON DELETE CASCADE,
    origin text,
    destination text,
    title text,
    currency text NOT NULL CHECK (length(currency) = 3),
    amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000),
    updated_at timestamptz NOT NULL,
    CHECK (thread IS NOT NULL OR (origin IS NOT NULL AND destination IS NOT NULL))
);
CREATE INDEX timetable_fares_of_thread ON timetable_fares (thread);

-- The keys of apps; of a key there is only a digest.
CREATE TABLE timetable_keys (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    prefix text NOT NULL,
    digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
    per_minute bigint CHECK (per_minute > 0),
    per_day bigint CHECK (per_day > 0),
    is_disabled boolean NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL
);
