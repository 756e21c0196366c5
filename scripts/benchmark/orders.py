"""Orders of cruises, on SQLite and PostgreSQL, beside pgbench running the same statements."""

import base64
import datetime
import hmac
import json
import statistics
import sys

from benchmark import cruises
from benchmark.beside import ratio
from benchmark.place import READ, WRITE, identifier, pgbench
from benchmark.tools import note, wrk

CONNECTIONS = 16
# The most requests of one connection in one run.
PER_CONNECTION = 600
PER_RUN = CONNECTIONS * PER_CONNECTION
CRUISES = 10_000
SECRET = b"bench" * 6 + b"no"
USER = "('00000000-0000-7000-8000-' || lpad(:u::text, 12, '0'))::uuid"
CRUISE = "('01990000-0000-7006-8000-' || lpad(to_hex(:u::int / 8), 12, '0'))::uuid"
CABIN = "('01990000-0000-7005-8000-' || lpad(to_hex(:u::int % 8), 12, '0'))::uuid"
DIGEST = "sha256(:u::text::bytea)"
PASSENGER = f"""INSERT INTO cruise_passengers (id, order_id, order_cabin_id, position, surname, name, patronymic, sex, birthday,
passp_type, passp_number, passp_date, passp_vidan, citizenship_id, created_at, updated_at) VALUES (gen_random_uuid(),
:order::uuid, :cabin::uuid, {{position}}, NULL, 'Анна', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, now(), now());"""
# The statements in the server's log for an order of a cabin for two, in order. `n` and `base` come from the command line.
ORDER = f"""\\set n :n + 1
\\set u :base + :client_id * {PER_CONNECTION} + :n
{READ}
SELECT u.id, u.phone, u.username, u.surname, u.name, u.patronymic, u.sex, u.birthday, u.email, u.passp_type,
u.passp_number, u.passp_date, u.passp_vidan, u.citizenship_id, u.gets_promos, u.created_at, u.blocked_at, u.erased_at
FROM cruise_sessions s JOIN cruise_users u ON u.id = s.user_id
WHERE s.id = {USER} AND s.expires_at > now() AND u.blocked_at IS NULL AND u.erased_at IS NULL;
COMMIT;
{READ}
SELECT type, revision, whole_at FROM revisions;
COMMIT;
{WRITE}
UPDATE cruise_users SET created_at = created_at WHERE id = {USER} AND erased_at IS NULL AND blocked_at IS NULL;
SELECT * FROM cruise_orders WHERE user_id = {USER} AND content_digest = {DIGEST}
AND created_at > now() - interval '10 minutes' ORDER BY id DESC;
SELECT name, value FROM app_settings WHERE app = 'cruise';
SELECT count(*) AS count FROM cruise_orders WHERE user_id = {USER} AND status IN ('new', 'checking', 'wait_pay');
INSERT INTO cruise_orders (id, user_id, cruise_id, cruise, kind, starts_at, ends_at, status, variant, pay_percent,
discount_percent, port_fee, vat_percent, cabins_sum, discount_sum, tax_sum, total, idempotency_key, content_digest,
block_until, created_at, updated_at) VALUES (gen_random_uuid(), {USER}, {CRUISE}, '%(snapshot)s', 'river',
now() + interval '30 days', now() + interval '37 days', 'new', 'prepayment', 50, 0, 0, 0, 4000000, 0, 0, 4000000, NULL,
{DIGEST}, now() + interval '2 days', now(), now()) RETURNING *, id AS order \\gset
INSERT INTO cruise_order_cabins (id, order_id, cruise_id, cabin_id, position, number, deck, class_id, class, places,
price, seats) VALUES (gen_random_uuid(), :order::uuid, {CRUISE}, {CABIN}, 0, '101', 'Главная', {CABIN}, 'Класс', 2,
2000000, 2) ON CONFLICT DO NOTHING RETURNING id AS cabin \\gset
{PASSENGER.format(position=0)}
{PASSENGER.format(position=1)}
INSERT INTO cruise_order_history (order_id, before, status, reason, note, author, staff_id, at)
VALUES (:order::uuid, NULL, 'new', NULL, NULL, 'app', NULL, now());
SELECT * FROM cruise_order_cabins WHERE order_id = :order::uuid ORDER BY position;
SELECT p.*, c.cabin_id FROM cruise_passengers p JOIN cruise_order_cabins c ON c.id = p.order_cabin_id
WHERE p.order_id = :order::uuid ORDER BY c.position, p.position;
SELECT * FROM cruise_order_discounts WHERE order_id = :order::uuid ORDER BY kind;
SELECT * FROM cruise_order_taxes WHERE order_id = :order::uuid ORDER BY kind;
SELECT * FROM cruise_payments WHERE order_id = :order::uuid ORDER BY made_at, id;
INSERT INTO revisions (type, revision, whole_at) VALUES ('cruise_places', 1, 0) ON CONFLICT (type) DO UPDATE
SET revision = revisions.revision + 1, whole_at = revisions.whole_at;
COMMIT;
"""
LUA = """
local orders = {{ {orders} }}
local n = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
    n = n + 1
    local token, cruise, cabin = unpack(orders[n])
    wrk.headers["Authorization"] = "Bearer " .. token
    return wrk.format(nil, nil, nil, '{{"cruise_id":"' .. cruise .. '","type":"river","variant":"prepayment","cabins":[' ..
        '{{"cabin_id":"' .. cabin .. '","passengers":[{{"name":"Анна"}},{{"name":"Анна"}}]}}]}}')
end
"""


def report(places, spare, folder, options):
    """`places` are of SQLite and PostgreSQL; `spare` is a schema of the same kind that pgbench has for itself."""
    count = PER_RUN * (options.rounds + 1) + PER_CONNECTION
    if count > CRUISES * cruises.CABINS:
        sys.exit("bench: there are not enough cabins for so many rounds")
    ships = [prepare(place, count, folder) for place in (*places, spare)][0]
    runs = {name: [] for name in ("SQLite", "PostgreSQL", "pgbench")}
    script = folder / "orders.lua"
    for round in range(options.rounds + 1):
        first, seconds = round * PER_RUN, options.seconds if round else 1
        script.write_text(LUA.format(orders=", ".join(order(first + n, ships) for n in range(1, PER_RUN + 1))))
        rates = {}
        for place in places:
            with place.serve() as (_, port):
                rates[place.name], *_ = wrk(port, "/api/v3/Order/Create", CONNECTIONS, seconds, folder, script, threads=1)
        # A colon would start a variable.
        snapshot = places[1].query("SELECT cruise FROM cruise_orders ORDER BY id DESC LIMIT 1")[0][0]
        snapshot = json.dumps(snapshot.replace(":", "").replace("'", ""), ensure_ascii=False)
        text = ORDER.replace("%(snapshot)s", snapshot)
        rates["pgbench"] = pgbench(spare.url, text, folder, CONNECTIONS, seconds, n=0, base=first)
        for name, rate in rates.items():
            if round:
                runs[name].append(rate)
    for place in places:
        # Ends the benchmark if the books do not balance.
        place.run("cruise", "books")
    rates = [statistics.median(run) for run in runs.values()]
    return [
        "", f"| cruises, {CONNECTIONS} connections | SQLite, a second | PostgreSQL, a second | pgbench, a second | ratio |",
        "|---|---:|---:|---:|---:|",
        "| an order of a cabin for two | " + " | ".join(f"{rate:,.0f}" for rate in rates) + f" | {ratio(*rates[1:])} |",
    ]


def prepare(place, count, folder):
    """Cruises, and people who are signed in; returns the ships by the numbers of the cruises."""
    cruises.fill(place, folder, CRUISES, discounts=0)
    note(f"{place.name}: {count:,} people")
    now = datetime.datetime.now(datetime.timezone.utc)
    later = now + datetime.timedelta(days=1)
    place.insert("secrets", ["name", "bytes"], [("cruise-jwt", SECRET)])
    place.insert("cruise_users", ["id", "phone", "username", "name", "created_at"], (
        (identifier(u), f"+7900{u:07d}", f"+7900{u:07d}", "Анна", now) for u in range(1, count + 1)))
    place.insert("cruise_sessions", ["id", "user_id", "created_at", "expires_at"], (
        (identifier(u), identifier(u), now, later) for u in range(1, count + 1)))
    place.settle()
    return [row[0] for row in place.query("SELECT ship FROM cruises ORDER BY id")]


def order(user, ships):
    """The token of a user, their cruise and their cabin, as a table of Lua."""
    claims = {"sub": identifier(user), "jti": identifier(user), "iat": 1, "exp": 1 << 40}
    signed = f"{encoded({'alg': 'HS256', 'typ': 'JWT'})}.{encoded(claims)}"
    token = f"{signed}.{base64url(hmac.digest(SECRET, signed.encode(), 'sha256'))}"
    cruise, place = divmod(user, cruises.CABINS)
    ship = int(ships[cruise].rsplit("-", 1)[1], 16)
    cabin = cruises.identifier(5, ship + cruises.SHIPS * place)
    return f'{{ "{token}", "{cruises.identifier(6, cruise)}", "{cabin}" }}'


def encoded(value):
    return base64url(json.dumps(value, separators=(",", ":")).encode())


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
