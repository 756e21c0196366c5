"""The search of the cruise app: its first page beside nginx with the same bytes, random filters, and memory."""

import contextlib
import datetime
import http.client
import json
import random
import statistics
import sys
import time

from benchmark.beside import COLUMNS, CONNECTIONS, RULE, beside_nginx
from benchmark.place import TODAY, Place
from benchmark.reads import serve_files
from benchmark.tools import get, memory, note

FILTER = "/api/v3/Cruise/Filter"
CITIES, DIRECTIONS, SHIPS, REQUESTS = 80, 30, 120, 1_000
CABINS, DISCOUNTS = 8, 10
CLASSES = ["econom", "standard", "comfort", "lux", "premium"]
LENGTHS = ["1-3", "4-8", "9-12", "13+"]
SORTS = ["popular_desc", "price_asc", "price_desc", "date_asc", "date_desc", "discount_desc", "discount_asc"]


def report(program, folder, options):
    sizes = [size for size in options.sizes if size >= 10_000] or options.sizes
    first, rows = [], []
    for size in sizes:
        place = Place(program, folder / f"sqlite-cruises-{size}")
        fill(place, folder, size)
        page, row = measure(place, folder, size, options)
        first += page
        rows.append(row)
    return [
        "", f"| search of cruises, first page, {CONNECTIONS} connections | bytes | {COLUMNS}", RULE, *first,
        "", "| search of cruises by random filters, one after another | median, ms | p99, ms | slowest, ms |"
        " first answer, s | an edit until it is found, ms | memory of the search, bytes a cruise | memory in all, MB (PSS) |",
        "|---|" + "---:|" * 7, *rows,
    ]


def identifier(kind, number):
    return f"01990000-0000-7{kind:03x}-8000-{number:012x}"


def fill(place, folder, size, discounts=DISCOUNTS):
    note(f"writing {size:,} cruises")
    chance = random.Random(size)
    lists = {
        "cruise_cities": [(1, n, {"name": {"ru": f"Город {n}"}}) for n in range(CITIES)],
        "cruise_directions": [(2, n, {"title": {"ru": f"Направление {n}"}, "kind": "river"}) for n in range(DIRECTIONS)],
        "ships": [
            (3, n, {"title": f"Теплоход {n}", "kind": "river", "category": chance.choice(CLASSES)}) for n in range(SHIPS)],
        "cabin_classes": [
            (4, n, {"ship": identifier(3, n), "title": "Класс", "places": 2}) for n in range(SHIPS)],
        "ship_cabins": [
            (5, n, {"ship": identifier(3, n % SHIPS), "number": str(n), "deck": "Главная", "places": 2,
                    "cabin_class": identifier(4, n % SHIPS)}) for n in range(SHIPS * CABINS)],
        "cruises": [(6, n, cruise(n, chance)) for n in range(size)],
        "discounts": [
            (7, n, {"title": f"Скидка {n}", "percent": 5 + n, "directions": [identifier(2, n)]})
            for n in range(discounts)],
    }
    for name, entries in lists.items():
        path = folder / f"{name}.json"
        path.write_text(json.dumps(
            [{"id": identifier(kind, number), "live": fields} for kind, number, fields in entries], ensure_ascii=False))
        place.run(name, "import", str(path), "--publish", "--yes")
        path.unlink()


def cruise(number, chance):
    start = datetime.datetime.combine(TODAY, datetime.time(15)) + datetime.timedelta(days=chance.randrange(2, 500))
    days = chance.choice([2, 3, 5, 7, 8, 10, 12, 15, 20])
    ship = chance.randrange(SHIPS)
    return {
        "kind": "river", "title": f"Круиз {number}", "ship": identifier(3, ship),
        "directions": sorted({identifier(2, chance.randrange(DIRECTIONS)) for _ in range(2)}),
        "starts_at": f"{start:%Y-%m-%dT%H:%M:%SZ}",
        "ends_at": f"{start + datetime.timedelta(days=days - 1):%Y-%m-%dT%H:%M:%SZ}",
        "stops": [
            {"day": 1 + day, "city": identifier(1, chance.randrange(CITIES))} for day in range(min(days, 8))],
        "prices": [{"price": chance.randrange(10_000, 300_000), "cabin_class": identifier(4, ship)}],
        "popularity": chance.randrange(1000),
    }


def asked(chance):
    """A filter as people set one: a few conditions, and any order."""
    conditions = {
        "cities": [identifier(1, chance.randrange(CITIES)) for _ in range(3)],
        "directions": [identifier(2, chance.randrange(DIRECTIONS)) for _ in range(2)],
        "ships": [identifier(3, chance.randrange(SHIPS))], "classes": chance.sample(CLASSES, 2),
        "days": chance.sample(LENGTHS, 2), "adults": chance.randrange(1, 5),
        "dates": {"from": f"{TODAY + datetime.timedelta(chance.randrange(300)):%Y.%m.%d}"},
        "price": {"from": 0, "to": chance.randrange(20_000, 300_000)}, "isDiscount": True,
    }
    chosen = chance.sample(sorted(conditions), chance.randrange(0, 5))
    return {"limit": 20, "sort": chance.choice(SORTS), "filter": {name: conditions[name] for name in chosen}}


def post(connection, body):
    connection.request("POST", FILTER, body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    data = answer.read()
    if answer.status != 200:
        sys.exit(f"bench: {FILTER} answered {answer.status}: {data.decode(errors='replace')}")
    return answer.headers["Content-Type"], data


def measure(place, folder, size, options):
    note(f"searching {size:,} cruises")
    chance = random.Random(1)
    with contextlib.ExitStack() as stack:
        process, port = stack.enter_context(place.serve())
        # Reads what is published; the search is made by the first request for it.
        get(port, "/api/v3/Review/GetMainReviews")
        before = memory(process.pid)[1]
        connection = stack.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)))
        body = json.dumps({"limit": 20, "sort": "popular_desc"})
        began = time.perf_counter()
        page = post(connection, body)
        ready = time.perf_counter() - began
        times = []
        for number in range(REQUESTS + 20):
            request = json.dumps(asked(chance))
            began = time.perf_counter()
            post(connection, request)
            if number >= 20:
                times.append((time.perf_counter() - began) * 1000)
        used = memory(process.pid)[1]
        edit = found_after_edit(place, connection, port)
        script = folder / "filter.lua"
        script.write_text(f'wrk.method = "POST"\nwrk.body = [[{body}]]\nwrk.headers["Content-Type"] = "application/json"\n')
        page = post(connection, body)
        nginx = stack.enter_context(serve_files(folder, {"filter": page}))
        paths = {f"{size:,} cruises": (len(page[1]), FILTER, "/filter")}
        rows = list(beside_nginx((process, port), nginx, paths, folder, options, script))
    times.sort()
    row = (
        f"| {size:,} cruises | {statistics.median(times):.1f} | {times[len(times) * 99 // 100]:.1f} | {times[-1]:.1f} |"
        f" {ready:.1f} | {edit:.0f} | {(used - before) * 1e6 / size:,.0f} | {used:.0f} |"
    )
    return rows, row


def found_after_edit(place, connection, port):
    """How long the first search after an edit takes, in milliseconds."""
    path = f"/admin/api/v1/cruise/cruises/{identifier(6, 0)}?publish=true"
    admin = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    admin.request("PATCH", path, json.dumps({"popularity": 1_000_000}), {
        "Authorization": f"Bearer {place.token}", "Content-Type": "application/json", "If-Match": "*"})
    answer = admin.getresponse()
    if answer.status != 200:
        sys.exit(f"bench: {path} answered {answer.status}: {answer.read().decode(errors='replace')}")
    admin.close()
    began = time.perf_counter()
    items = json.loads(post(connection, json.dumps({"limit": 1, "sort": "popular_desc"}))[1])["items"]
    taken = (time.perf_counter() - began) * 1000
    if items[0]["id"] != identifier(6, 0):
        sys.exit("bench: an edit was not found")
    return taken
