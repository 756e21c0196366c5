"""What a person waits for, as contents grow."""

import contextlib
import csv
import http.client
import json
import statistics
import sys
import time
from urllib.parse import quote

from benchmark.place import OFFER
from benchmark.tools import get, memory, note

GOODS = "кофе чай круассан торт сок десерт завтрак обед пицца суши кроссовки куртка платье сумка очки часы духи крем книга игрушка".split()
DEEDS = "в подарок|со скидкой|по баллам|для двоих|за покупку|каждый день|в выходные|утром|вечером|при заказе".split("|")


def sizes(places, folder, options):
    """One request after another, as contents grow; the two databases take turns request by request."""
    table, done = {}, 0
    for size in options.sizes:
        note(f"{size:,} offers")
        file = folder / "offers.csv"
        for name, place in places.items():
            write_offers(file, done, size, place.shop)
            began = time.monotonic()
            place.run("offers", "import", str(file), "--publish", "--yes")
            if size == options.sizes[-1]:
                speed = (size - done) / (time.monotonic() - began)
                table.setdefault(f"import of {size - done:,} rows, rows a second", {})[name, size] = f"{speed:,.0f}"
            place.settle()
        done = size
        with contextlib.ExitStack() as stack:
            serving = {name: stack.enter_context(place.serve()) for name, place in places.items()}
            ports = {name: port for name, (_, port) in serving.items()}
            requests = [calls(place, ports[name]) for name, place in places.items()]
            for title in requests[0]:
                for name, milliseconds in zip(places, wait([each[title] for each in requests], ports.values(), options)):
                    table.setdefault(title, {})[name, size] = f"{milliseconds:.1f}"
            for name, (process, _) in serving.items():
                table.setdefault("memory after that, MB", {})[name, size] = f"{memory(process.pid)[0]:.0f}"
    columns = [(name, size) for name in places for size in options.sizes]
    head = " | ".join(f"{name}, {size:,}" for name, size in columns)
    lines = ["", f"| one request, median ms, by offers | {head} |", "|---|" + "---:|" * len(columns)]
    for title, cells in table.items():
        lines.append(f"| {title} | " + " | ".join(cells.get(column, "") for column in columns) + " |")
    return lines


def calls(place, port):
    """What is asked of one place: titles, and for each a path and its headers."""
    mall = "/admin/api/v1/mall/offers"
    offer = json.loads(get(port, f"{mall}?limit=1&q={quote('круассан')}", place.token)[1])["items"][0]["id"]
    one = f"{mall}/{offer}"
    patch(port, one, place.token, {"description": {"ru": "Возьмите карточку на стойке, аромат выбирают на месте."}})
    apps = {"app: 20 offers": "/api/v1/offers?offset=20", "app: one offer": f"/api/v1/offers/{offer}"}
    staff = {
        "admin: a page of 50": f"{mall}?limit=50",
        "admin: the latest 50, live": f"{mall}?limit=50&sort=-updated_at&state=live",
        "admin: 50 of a kind": f"{mall}?limit=50&type=multiple",
        "search: one word": f"{mall}?q={quote('кофе')}",
        "search: three words, the last begun": f"{mall}?q={quote('кофе круассан под')}",
        "search: a slip and Latin letters": f"{mall}?q={quote('kruasssan')}",
        "search: the other keyboard, every type": f"/admin/api/v1/search?q={quote('rhefccfy')}",
        "difference of draft and live": f"{one}/diff",
        "history of one": f"{one}/history",
    }
    page = f"/mall/offers/{offer}"
    pages = {
        "the day": "/", "home screen": "/mall/home", "list of offers": "/mall/offers",
        "list, narrowed": "/mall/offers?type=multiple&state=live&sort=-updated_at",
        "list, searched": f"/mall/offers?q={quote('кофе круассан')}", "form of an offer": page,
        "history of an offer": f"{page}/history", "media": "/system/media", "releases": "/releases", "agenda": "/agenda",
        "search": f"/search?q={quote('кофе')}", "palette": f"/search?q={quote('кофе')}&part=1",
        "changes": "/system/changes", "health": "/system/health",
    }
    token, cookie = {"Authorization": f"Bearer {place.token}"}, {"Cookie": sign_in(place, port), "Accept": "text/html"}
    return (
        {title: (path, {}) for title, path in apps.items()}
        | {title: (path, token) for title, path in staff.items()}
        | {f"console: {title}": (path, cookie) for title, path in pages.items()}
    )


def sign_in(place, port):
    """The cookie of a browser in which the owner has signed in."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = json.dumps({"email": place.email, "password": place.password})
    connection.request("POST", "/admin/api/v1/session", body, {"Content-Type": "application/json"})
    return connection.getresponse().headers["Set-Cookie"].split(";")[0]


def wait(requests, ports, options):
    """Median milliseconds of one request to each port, on connections that are open."""
    with contextlib.ExitStack() as stack:
        open_ = [
            stack.enter_context(contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)))
            for port in ports
        ]
        times = [[] for _ in open_]
        for number in range(5 + 20 * options.rounds):
            for connection, (path, headers), taken in zip(open_, requests, times):
                began = time.perf_counter()
                connection.request("GET", path, headers=headers)
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 200:
                    sys.exit(f"bench: {path} answered {answer.status}: {body.decode(errors='replace')}")
                if number >= 5:
                    taken.append((time.perf_counter() - began) * 1000)
    return [statistics.median(taken) for taken in times]


def write_offers(path, first, last, shop):
    """Offers whose words come as often as in a real mall, and one word each of its own."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["name.ru", "shop", "description.ru", "type", "cost", "count", "live_from", "live_until"])
        for number in range(first, last):
            good, other, deed = GOODS[number % 20], GOODS[number // 20 % 20], DEEDS[number // 7 % 10]
            writer.writerow([
                f"{good.capitalize()} и {other} {deed} {number}", shop, OFFER["description"],
                "multiple" if number % 10 == 0 else "single", number % 1000, 100, OFFER["live_from"], OFFER["live_until"],
            ])


def patch(port, path, token, fields):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    version = json.loads(get(port, path, token)[1])["version"]
    connection.request("PATCH", path, json.dumps(fields), headers | {"If-Match": f'"{version}"'})
    answer = connection.getresponse()
    if answer.status != 200:
        sys.exit(f"bench: {path} answered {answer.status}: {answer.read().decode(errors='replace')}")
    connection.close()
