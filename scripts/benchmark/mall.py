"""Sign-in by a code and a purchase, on SQLite and PostgreSQL, beside pgbench running the same statements."""

import contextlib
import datetime
import json
import statistics

from benchmark.beside import ratio
from benchmark.place import OFFER, WRITE, identifier, pgbench
from benchmark.tools import note, wrk

CONNECTIONS = 16
# The most requests of one connection in one run.
PER_CONNECTION = 600
PER_RUN = CONNECTIONS * PER_CONNECTION
GIFTS = 50
COLUMNS = {
    "points_accounts": "id app balance earned spent opened_at",
    "points_entries": "id account_id programme change balance cause author key created_at",
    "mall_users": "id phone name email referral_code created_at confirmed_at registered_at",
    "mall_devices": "id install_app os version_os model created_at updated_at",
    "codes": "id app purpose phone salt code_hash code state failures failures_max created_at expires_at address",
}
PHONE = "('+7999' || lpad(:u::text, 7, '0'))"
USER = "('00000000-0000-7000-8000-' || lpad(:u::text, 12, '0'))::uuid"
LIMIT = """INSERT INTO limits (key, count, until) VALUES ({key}, 1, now() + interval '10 minutes')
ON CONFLICT (key) DO UPDATE SET count = CASE WHEN limits.until <= now() THEN 1 ELSE limits.count + 1 END,
until = CASE WHEN limits.until <= now() THEN excluded.until ELSE limits.until END RETURNING count, until;"""
ADDRESS = "('10.' || :u::int % 250 || '.' || :u::int / 250 % 250 || '.1')"
PROFILE = """u.id, u.phone, u.name, u.email, u.gender, u.date_birth, u.have_kids, u.referral_code, u.created_at,
u.confirmed_at, u.registered_at, u.signed_in_at, u.count_share, u.app_evaluation, u.surveyed_at, u.blocked_at,
u.erased_at, p.balance, p.earned, p.spent"""


def key(text):
    """A text for SQL; to pgbench, a colon begins a variable, in a text too."""
    return " || chr(58) || ".join(f"'{part}'" for part in text.split(":"))


# A user who is new in this run. `n` and `base` come from the command line of pgbench.
NEXT = f"\\set n :n + 1\n\\set u :base + :client_id * {PER_CONNECTION} + :n\n"
# The statements in the server's log for each of the three calls, in order.
ASK = f"""{NEXT}
{WRITE}
SELECT name, value FROM app_settings WHERE app = 'mall';
{LIMIT.format(key=key("code:mall:sign-in:phone:") + " || " + PHONE)}
{LIMIT.format(key=key("code:mall:address:") + " || " + ADDRESS)}
UPDATE codes SET state = 'replaced', ended_at = now()
WHERE app = 'mall' AND purpose = 'sign-in' AND phone = {PHONE} AND state = 'live';
INSERT INTO outbox (event_id, kind, lane, subject, payload, state, attempts, due_at, created_at, ended_at)
VALUES ('code-' || gen_random_uuid(), 'sms', 'sms', gen_random_uuid(),
json_build_object('app', 'mall', 'text', 'Код: 471120. Никому его не называйте.', 'phone', {PHONE}),
'kept', 0, now(), now(), now()) RETURNING id \\gset message_
INSERT INTO codes (id, app, purpose, phone, salt, code_hash, code, state, failures, failures_max, created_at,
expires_at, address, message_id) VALUES (gen_random_uuid(), 'mall', 'sign-in', {PHONE},
decode('28b9868f6917d8a32940373bed1183ff', 'hex'), decode(repeat('77', 32), 'hex'), '471120', 'live', 0, 5, now(),
now() + interval '10 minutes', {ADDRESS}, :message_id);
SELECT id FROM mall_users WHERE phone = {PHONE};
COMMIT;
"""
BUY = f"""{NEXT}
{WRITE}
SELECT p.id FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE u.phone = {PHONE} FOR NO KEY UPDATE OF p;
SELECT {PROFILE} FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE u.phone = {PHONE};
SELECT * FROM mall_devices WHERE id = {USER} FOR NO KEY UPDATE;
SELECT name, value FROM app_settings WHERE app = 'mall';
{LIMIT.format(key=key("code-guess:mall:address:") + " || " + ADDRESS)}
UPDATE codes SET failures = failures + 1 WHERE app = 'mall' AND purpose = 'sign-in' AND phone = {PHONE}
AND state = 'live' AND (expires_at IS NULL OR expires_at > now()) AND (failures_max = 0 OR failures < failures_max)
RETURNING id AS code, salt, code_hash, failures, failures_max \\gset
UPDATE limits SET count = count - 1 WHERE key = {key("code-guess:mall:address:")} || {ADDRESS} AND count > 0;
UPDATE codes SET failures = failures - 1, state = 'used', ended_at = now() WHERE id = :code::uuid;
UPDATE mall_bindings SET ended_at = now() WHERE user_id = {USER} AND ended_at IS NULL AND device_id <> {USER};
UPDATE mall_devices SET user_id = NULL, bound_at = NULL, updated_at = now() WHERE user_id = {USER} AND id <> {USER};
UPDATE mall_devices SET user_id = {USER}, bound_at = now(), updated_at = now() WHERE id = {USER};
INSERT INTO mall_bindings (user_id, device_id, first_at, last_at) VALUES ({USER}, {USER}, now(), now())
ON CONFLICT (user_id, device_id) DO UPDATE SET last_at = excluded.last_at, ended_at = NULL;
UPDATE mall_users SET token_hash = sha256({PHONE}::bytea), signed_in_at = now(),
confirmed_at = coalesce(confirmed_at, now()) WHERE id = {USER};
SELECT {PROFILE}, d.id AS device_id, d.enable_push_promotion, d.enable_push_event, d.enable_push_children, d.rated_at,
EXISTS (SELECT 1 FROM mall_referrals r WHERE r.user_id = u.id) AS is_invited,
(SELECT count(*) FROM mall_referrals r WHERE r.inviter_id = u.id AND r.state <> 'rejected') AS invited,
(SELECT count(*) FROM mall_gifts g WHERE g.user_id = u.id AND g.state <> 'refunded') AS gifts
FROM mall_users u JOIN points_accounts p ON p.id = u.id LEFT JOIN mall_devices d ON d.user_id = u.id
WHERE u.id = {USER} AND u.erased_at IS NULL;
COMMIT;
{WRITE}
SELECT {PROFILE} FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE u.token_hash = sha256({PHONE}::bytea);
SELECT * FROM "offers" WHERE id = '%(offer)s';
UPDATE points_accounts SET balance = balance + -1, earned = earned + 0, spent = spent + 1
WHERE id = {USER} AND balance >= 1 AND earned <= 1000000000000 RETURNING balance;
INSERT INTO points_entries (id, account_id, programme, change, balance, cause, subject_id, subject, note, author,
staff_id, key, created_at) VALUES (gen_random_uuid(), {USER}, 'spent', -1, 0, 'buy_offer', '%(offer)s',
'{{"id": "%(offer)s", "name": "Кофе и круассан"}}', NULL, 'app', NULL, 'purchase-' || gen_random_uuid(), now())
ON CONFLICT (key) DO NOTHING RETURNING id AS entry \\gset
SELECT entry_id, remaining FROM points_lots WHERE account_id = {USER} ORDER BY expires_at, entry_id LIMIT 100;
INSERT INTO mall_gifts (id, user_id, offer_id, type, cost, offer, state, entry_id, bought_at, valid_until)
VALUES (gen_random_uuid(), {USER}, '%(offer)s', 'single', 1, '%(snapshot)s', 'owned', :entry::uuid, now(), now())
ON CONFLICT DO NOTHING;
INSERT INTO stock (content_id, taken) VALUES ('%(offer)s', 0)
ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken RETURNING taken;
SELECT * FROM "offers" WHERE id = '%(offer)s';
INSERT INTO stock (content_id, taken) VALUES ('%(offer)s', 1)
ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken + 1 WHERE stock.taken < 1000000 RETURNING taken;
COMMIT;
"""
ASK_LUA = """
local n = {first}
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
    n = n + 1
    wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.1", n % 250, math.floor(n / 250) % 250)
    return wrk.format(nil, nil, nil, string.format('{{"phone":"+7999%07d"}}', n))
end
"""
# A signed-in user buys next.
BUY_LUA = """
local codes = {{ {codes} }}
local n, ready = 0, {{}}
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
request = function()
    local one = table.remove(ready)
    if one then
        wrk.headers["token"] = one[2]
        return wrk.format(nil, "/api/v1/mobile-users/" .. one[1] .. "/offers/{offer}/attend", nil, "")
    end
    n = n + 1
    local u = codes[n][1]
    wrk.headers["token"] = nil
    wrk.headers["X-Forwarded-For"] = string.format("10.%d.%d.1", u % 250, math.floor(u / 250) % 250)
    return wrk.format(nil, nil, nil, string.format(
        '{{"phone":"+7999%07d","smsCode":"%s","mobileDeviceId":"00000000-0000-7000-8000-%012d"}}', u, codes[n][2], u))
end
response = function(status, headers, body)
    local token, id = body:match('"remember_token":"([^"]+)"'), body:match('^{{"id":"([^"]+)"')
    if token then ready[#ready + 1] = {{ id, token }} end
end
"""


def report(places, pgbench, folder, options):
    """`places` are of SQLite and PostgreSQL; `pgbench` is a schema of the same kind that it has for itself."""
    bases = [Base(place, options.rounds) for place in (*places, pgbench)]
    runs = {name: [] for name in ("SQLite", "PostgreSQL", "pgbench")}
    for round in range(options.rounds + 1):
        first = round * PER_RUN
        done = {}
        for name, base in zip(("SQLite", "PostgreSQL"), bases):
            done[name] = vitrina(base, first, folder, options.seconds if round else 1)
        done["pgbench"] = statements(bases[2], first, folder, options.seconds if round else 1)
        for name, rates in done.items():
            if round:
                runs[name].append(rates)
    for base in bases[:2]:
        # Ends the benchmark if the books do not balance.
        base.place.run("points", "verify")
    lines = ["", f"| the mall, {CONNECTIONS} connections | SQLite, a second | PostgreSQL, a second | pgbench, a second | ratio |",
             "|---|---:|---:|---:|---:|"]
    titles = ("a code asked for", "sign-in by the code, and a purchase", "all of it: code, sign-in, purchase")
    for index, title in enumerate(titles):
        rates = [statistics.median(run[index] for run in runs[name]) for name in runs]
        lines.append(f"| {title} | " + " | ".join(f"{rate:,.0f}" for rate in rates) + f" | {ratio(*rates[1:])} |")
    return lines + personal(bases[:2], folder, options)


def vitrina(base, first, folder, seconds):
    """Codes a second, sign-ins with a purchase a second, and all of it together."""
    script = folder / "flow.lua"
    with base.place.serve() as (_, port):
        script.write_text(ASK_LUA.format(first=first))
        asked, _, _ = wrk(port, "/api/v1/mobile-users/login", CONNECTIONS, seconds, folder, script, threads=1)
        codes = ", ".join(f'{{{number}, "{code}"}}' for number, code in base.codes(first))
        script.write_text(BUY_LUA.format(codes=codes, offer=base.offer))
        calls, _, _ = wrk(port, "/api/v1/mobile-users/auth", CONNECTIONS, seconds, folder, script, threads=1)
    bought = calls / 2
    return asked, bought, 1 / (1 / asked + 1 / bought)


def statements(base, first, folder, seconds):
    """The same of pgbench."""
    # A colon would start a variable.
    snapshot = base.place.query(f"SELECT to_jsonb(o) FROM offers o WHERE id = '{base.offer}'")[0][0]
    snapshot = json.dumps(snapshot.replace(":", "").replace("'", ""), ensure_ascii=False)
    texts = (ASK, BUY.replace("%(offer)s", base.offer).replace("%(snapshot)s", snapshot))
    asked, bought = (pgbench(base.place.url, text, folder, CONNECTIONS, seconds, n=0, base=first) for text in texts)
    return asked, bought, 1 / (1 / asked + 1 / bought)


def personal(bases, folder, options):
    """Offers as somebody with many gifts sees them."""
    lines = ["", f"| offers for somebody with {GIFTS} gifts | answers a second | p99, ms | one after another, p99, ms |",
             "|---|---:|---:|---:|"]
    runs = {base.place.name: [] for base in bases}
    with contextlib.ExitStack() as stack:
        ports = {}
        for base in bases:
            base.give(1, GIFTS)
            _, ports[base.place.name] = stack.enter_context(base.place.serve())
        path = f"/api/v1/offers?mobileUserId={identifier(1)}"
        for _ in range(options.rounds):
            for name, port in ports.items():
                runs[name].append([wrk(port, path, count, options.seconds, folder) for count in (CONNECTIONS, 1)])
    for name, rounds in runs.items():
        rate = statistics.median(run[0][0] for run in rounds)
        p99, alone = (statistics.median(run[index][1] for run in rounds) for index in (0, 1))
        lines.append(f"| {name} | {rate:,.0f} | {p99:.1f} | {alone:.1f} |")
    return lines


class Base:
    """People with a device and points, in the database of a place, which keeps the codes for them."""

    def __init__(self, place, rounds):
        self.place = place
        place.environment |= {"VITRINA_MODE": "development", "VITRINA_TRUSTED_PROXIES": "1"}
        place.run("settings", "set", "mall", "test_mode=true")
        offer = OFFER | {"count": 1_000_000, "cost": 1}
        words = [word for name, value in offer.items() for word in ("--set", f"{name}={value}")]
        made = place.run("offers", "create", "--publish", *words, "--set", "name=Кофе", "--set", f"shop={place.shop}", "--json")
        self.offer = json.loads(made)["id"]
        self.fill(range(1, PER_RUN * (rounds + 1) + PER_CONNECTION))

    def fill(self, numbers):
        note(f"{self.place.name}: {len(numbers):,} people")
        now = datetime.datetime.now(datetime.timezone.utc)
        later = now + datetime.timedelta(days=1)
        for table, columns in COLUMNS.items():
            rows = ({
                "points_accounts": lambda u: (identifier(u), "mall", 1000, 1000, 0, now),
                "points_entries": lambda u: (
                    identifier(u), identifier(u), "corrections", 1000, 1000, "correction", "bench", f"bench:{u}", now),
                "mall_users": lambda u: (
                    identifier(u), f"+7999{u:07d}", "Анна", f"a{u}@example.ru", f"{u:05x}", now, now, now),
                "mall_devices": lambda u: (identifier(u), now, "iOS", "19.1", "iPhone 15", now, now),
                "codes": lambda u: (
                    identifier(u), "mall", "sign-in", f"+7999{u:07d}", b"\0" * 16, b"\0" * 32, "000000", "live", 0, 5,
                    now, later, "10.0.0.1"),
            }[table](u) for u in numbers)
            self.place.insert(table, columns.split(), rows)

    def codes(self, first):
        """The codes that were asked for in a run, by the numbers of the people."""
        rows = self.place.query(
            "SELECT phone, code FROM codes WHERE state = 'live' AND code <> '000000' "
            f"AND phone > '+7999{first:07d}' AND phone <= '+7999{first + PER_RUN:07d}' ORDER BY phone")
        return [(int(phone[5:]), code) for phone, code in rows]

    def give(self, user, count):
        """Gifts, as if bought; the points for them were none."""
        now = datetime.datetime.now(datetime.timezone.utc)
        offers = [row[0] for row in self.place.query(f"SELECT id FROM offers ORDER BY id LIMIT {count}")]
        offers += [identifier(10**9 + number) for number in range(count - len(offers))]
        ids = [identifier(10**10 + number) for number in range(count)]
        self.place.insert("points_entries", COLUMNS["points_entries"].split(), (
            (entry, identifier(user), "spent", 0, 1000, "buy_offer", "bench", f"gift:{entry}", now) for entry in ids))
        self.place.insert("mall_gifts", "id user_id offer_id type cost offer state entry_id bought_at".split(), (
            (entry, identifier(user), offer, "single", 0, "{}", "owned", entry, now) for entry, offer in zip(ids, offers)))
