-- compatible: yes
-- Sums of the ledger of points by the day, so that nobody has to add up all of it; they follow from its entries.
CREATE TABLE points_totals (
    app TEXT NOT NULL,
    -- Since 1970-01-01, in UTC.
    day INTEGER NOT NULL,
    programme TEXT NOT NULL,
    cause TEXT NOT NULL,
    -- Of the changes in it: those that give points, those that take points, and those of none are kept apart.
    sign INTEGER NOT NULL CHECK (sign BETWEEN -1 AND 1),
    lines INTEGER NOT NULL CHECK (lines > 0),
    change INTEGER NOT NULL,
    PRIMARY KEY (app, day, programme, cause, sign)
) STRICT, WITHOUT ROWID;

-- The number of the last entry that is in these sums; those after it are added by whoever reads them.
CREATE TABLE points_totals_ends (
    id TEXT PRIMARY KEY CHECK (id = 'ledger'),
    number INTEGER NOT NULL CHECK (number >= 0)
) STRICT;
INSERT INTO points_totals_ends (id, number) VALUES ('ledger', 0);

-- The lines of one cause in a period; PostgreSQL knows by its statistics which of the other indexes is the better one.
CREATE INDEX points_entries_by_cause_and_time ON points_entries (cause, created_at, number);

-- The tabs of the list of people that may have few of them.
CREATE INDEX mall_users_blocked ON mall_users (id) WHERE blocked_at IS NOT NULL;
CREATE INDEX mall_users_surveyed ON mall_users (id) WHERE surveyed_at IS NOT NULL;
