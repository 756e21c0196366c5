-- compatible: yes
-- Sums of the ledger of points by the day, so that nobody has to add up all of it; they follow from its entries.
CREATE TABLE points_totals (
    app text NOT NULL,
    -- Since 1970-01-01, in UTC.
    day bigint NOT NULL,
    programme text NOT NULL,
    cause text NOT NULL,
    -- Of the changes in it: those that give points, those that take points, and those of none are kept apart.
    sign bigint NOT NULL CHECK (sign BETWEEN -1 AND 1),
    lines bigint NOT NULL CHECK (lines > 0),
    change bigint NOT NULL,
    PRIMARY KEY (app, day, programme, cause, sign)
);

-- The number of the last entry that is in these sums; those after it are added by whoever reads them.
CREATE TABLE points_totals_ends (
    id text PRIMARY KEY CHECK (id = 'ledger'),
    number bigint NOT NULL CHECK (number >= 0)
);
INSERT INTO points_totals_ends (id, number) VALUES ('ledger', 0);

-- The tabs of the list of people that may have few of them.
CREATE INDEX mall_users_blocked ON mall_users (id) WHERE blocked_at IS NOT NULL;
CREATE INDEX mall_users_surveyed ON mall_users (id) WHERE surveyed_at IS NOT NULL;
