-- compatible: yes
-- A carrier of the timetable, with what its card in the app shows.
CREATE TABLE "carriers" (
    id TEXT PRIMARY KEY REFERENCES contents(id) ON DELETE CASCADE,
    live_from INTEGER,
    live_until INTEGER,
    version INTEGER NOT NULL,
    published_at INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "code" TEXT NOT NULL UNIQUE,
    "logo" TEXT REFERENCES media(id),
    "logo_svg" TEXT,
    "url" TEXT,
    "phone" TEXT,
    "email" TEXT,
    "address" TEXT,
    "contacts" TEXT,
    "iata" TEXT,
    "icao" TEXT,
    "sirena" TEXT
) STRICT;

-- The places of the timetable; a code is the number of the app: l225, r1, c213, s9613062.
CREATE TABLE timetable_countries (
    code INTEGER PRIMARY KEY CHECK (code > 0),
    title TEXT NOT NULL,
    title_en TEXT,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE timetable_regions (
    code INTEGER PRIMARY KEY CHECK (code > 0),
    country INTEGER NOT NULL REFERENCES timetable_countries(code),
    title TEXT NOT NULL,
    title_en TEXT,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX timetable_regions_of_country ON timetable_regions (country);
CREATE TABLE timetable_settlements (
    code INTEGER PRIMARY KEY CHECK (code > 0),
    country INTEGER NOT NULL REFERENCES timetable_countries(code),
    region INTEGER REFERENCES timetable_regions(code),
    title TEXT NOT NULL,
    title_en TEXT,
    short_title TEXT,
    popular_title TEXT,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    zone TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;
CREATE INDEX timetable_settlements_of_region ON timetable_settlements (region);
CREATE INDEX timetable_settlements_of_country ON timetable_settlements (country);

-- A station; one outside of any settlement has a zone of its own.
CREATE TABLE timetable_stations (
    code INTEGER PRIMARY KEY CHECK (code > 0),
    country INTEGER NOT NULL REFERENCES timetable_countries(code),
    region INTEGER REFERENCES timetable_regions(code),
    settlement INTEGER REFERENCES timetable_settlements(code),
    title TEXT NOT NULL,
    title_en TEXT,
    short_title TEXT,
    popular_title TEXT,
    station_type TEXT NOT NULL,
    transport_type TEXT NOT NULL,
    direction TEXT,
    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
    zone TEXT,
    esr TEXT,
    express TEXT,
    iata TEXT,
    sirena TEXT,
    majority INTEGER NOT NULL CHECK (majority BETWEEN 1 AND 5),
    is_hidden INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL)),
    CHECK (settlement IS NOT NULL OR zone IS NOT NULL)
) STRICT;
CREATE INDEX timetable_stations_of_settlement ON timetable_stations (settlement);
CREATE INDEX timetable_stations_of_region ON timetable_stations (region);
CREATE INDEX timetable_stations_of_country ON timetable_stations (country);

-- The days on which threads run: days of the week in a range (bit 0 is Monday), with exceptions as JSON arrays of days.
CREATE TABLE timetable_calendars (
    id INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    starts_on TEXT NOT NULL,
    ends_on TEXT NOT NULL,
    weekdays INTEGER NOT NULL CHECK (weekdays BETWEEN 0 AND 127),
    added TEXT NOT NULL,
    removed TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    CHECK (starts_on <= ends_on)
) STRICT;

-- A thread: one numbered train, bus or flight with its stops, as a JSON array of
-- [station, arrival, departure, platform, terminal, boarding]; times are seconds of the day of departure (GTFS).
CREATE TABLE timetable_threads (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) BETWEEN 1 AND 100),
    number TEXT NOT NULL,
    title TEXT NOT NULL,
    title_en TEXT,
    short_title TEXT,
    transport_type TEXT NOT NULL,
    subtype TEXT,
    vehicle TEXT,
    express_type TEXT,
    stopping TEXT,
    carrier TEXT REFERENCES contents(id) ON DELETE SET NULL,
    calendar INTEGER NOT NULL REFERENCES timetable_calendars(id),
    zone TEXT NOT NULL,
    frequency TEXT,
    is_fuzzy INTEGER NOT NULL,
    stops TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX timetable_threads_of_calendar ON timetable_threads (calendar);
CREATE INDEX timetable_threads_of_carrier ON timetable_threads (carrier);

-- The shortest time between two stations in seconds; null where one cannot change.
CREATE TABLE timetable_transfers (
    id INTEGER PRIMARY KEY,
    origin INTEGER NOT NULL REFERENCES timetable_stations(code) ON DELETE CASCADE,
    destination INTEGER NOT NULL REFERENCES timetable_stations(code) ON DELETE CASCADE,
    seconds INTEGER CHECK (seconds BETWEEN 0 AND 86400),
    updated_at INTEGER NOT NULL,
    UNIQUE (origin, destination)
) STRICT;
CREATE INDEX timetable_transfers_of_destination ON timetable_transfers (destination);

-- A price in hundredths of a currency, of one thread or of every thread between two places: s9613062, c213.
CREATE TABLE timetable_fares (
    id INTEGER PRIMARY KEY,
    thread INTEGER REFERENCES timetable_threads(id) ON DELETE CASCADE,
    origin TEXT,
    destination TEXT,
    title TEXT,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 1000000000),
    updated_at INTEGER NOT NULL,
    CHECK (thread IS NOT NULL OR (origin IS NOT NULL AND destination IS NOT NULL))
) STRICT;
CREATE INDEX timetable_fares_of_thread ON timetable_fares (thread);

-- The keys of apps; of a key there is only a digest.
CREATE TABLE timetable_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    per_minute INTEGER CHECK (per_minute > 0),
    per_day INTEGER CHECK (per_day > 0),
    is_disabled INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;
