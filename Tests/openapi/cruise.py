"""Asks a server on the demo what the cruise app asks in public, and checks each answer by its schema.

The description is the one that the server answers: a frame with the calls of each part of the app.

usage: cruise.py VITRINA DATA
    DATA          a directory with a database that holds the demo
"""

import datetime
import json
import os
import sys
import tempfile
import urllib.error
import urllib.request

from jsonschema import Draft202012Validator, FormatChecker

import validate
from served import Served
from timetable import plain

# The paths of the document, a call of each, and what the answer must hold (C13, C65, C79).
CALLS = [
    ("/Cruise/GetOne/{cruiseId}/{type}", "Cruise/GetOne/{river}/river", lambda json: json["min_price"] > 0),
    ("/Cruise/GetOne/{cruiseId}/{type}", "Cruise/GetOne/{sea}/sea", lambda json: json["ship_info"]["ship_fotos"]["mini"]),
    ("/Cruise/GetCruiseInfo/{cruiseId}", "Cruise/GetCruiseInfo/{river}", lambda json: json["route"]),
    ("/Excursion/Get/{cruiseId}/{isSea}", "Excursion/Get/{river}/0", lambda json: any(day["excursions"] for day in json)),
    ("/PopularDestinations/GetByType/{type}", "PopularDestinations/GetByType/river", lambda json: len(json) == 3),
    ("/PopularDestinations/GetByType/{type}", "PopularDestinations/GetByType/lake", lambda json: json == []),
    ("/Review/GetMainReviews", "Review/GetMainReviews", lambda json: len(json) == 6),
    ("/Review/GetByVendor", "Review/GetByVendor?vendor=%D0%A0%D0%B5%D1%87%D0%BD%D0%BE%D0%B9%20%D0%BF%D1%83%D1%82%D1%8C", lambda json: len(json) == 2),
    ("/Blog/GetByParams", "Blog/GetByParams", lambda json: len(json) == 5),
    ("/Blog/GetByParams", "Blog/GetByParams?url=first-cruise", lambda json: len(json) == 1),
    ("/Discount/GetByParam", "Discount/GetByParam", lambda json: len(json) == 5),
    ("/App/GetInfo", "App/GetInfo", lambda json: json["web_host"].startswith("https://")),
    ("/App/GetLatestVersion", "App/GetLatestVersion", lambda json: json["version"] == "2.4.0"),
]
NONE = "00000000-0000-7000-8000-000000000000"
REFUSALS = [
    (f"Cruise/GetOne/{NONE}/river", 404), ("Cruise/GetOne/{river}/sea", 404), (f"Cruise/GetCruiseInfo/{NONE}", 404),
    ("Excursion/Get/{river}/1", 404), ("Excursion/Get/{river}/2", 400), ("Review/GetByVendor", 400), ("None/At/All", 404),
]


def ask(address, call):
    try:
        with urllib.request.urlopen(f"{address}/{call}", timeout=60) as answer:
            return answer.status, answer.headers["Content-Type"], json.loads(answer.read())
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers["Content-Type"], json.loads(refusal.read())


def faults(document, address, ids):
    """The faults of the answers, which clients that are generated from the document must be able to read."""
    components = plain(document["components"])
    checker = FormatChecker(["date", "uuid"])
    checker.checks("date-time", ValueError)(lambda text: not isinstance(text, str) or datetime.datetime.fromisoformat(text))

    def check(schema, body):
        whole = plain(schema) | {"components": components}
        for error in list(Draft202012Validator(whole, format_checker=checker).iter_errors(body))[:3]:
            yield f"{error.json_path}: {error.message[:300]}"

    for path, call, holds in CALLS:
        call = call.format(**ids)
        status, kind, body = ask(address, call)
        if status != 200 or not kind.startswith("application/json") or not holds(body):
            yield f"{call}: {status} {kind} {str(body)[:300]}"
        schema = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        yield from (f"{call}: {fault}" for fault in check(schema, body))
    for call, wanted in REFUSALS:
        call = call.format(**ids)
        status, _, body = ask(address, call)
        yield from (f"{call}: {fault}" for fault in check({"$ref": "#/components/schemas/Error"}, body))
        if status != wanted:
            yield f"{call}: {status}, not {wanted}"


def main(vitrina, data):
    served = Served(vitrina, data)
    ids = {}
    for kind in ("river", "sea"):
        found = json.loads(served.command("cruises", "list", "--filter", f"kind={kind}", "--limit", "1", "--json"))
        ids[kind] = found["items"][0]["id"]
    with served.running() as (_, apis):
        address = f"{apis['Mall'].split('/api/')[0]}/api/v3"
        _, _, document = ask(address, "openapi.json")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cruise.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(document, file)
            if validate.main(path):
                return 1
        found = list(faults(document, address, ids))
    for fault in found:
        print(f"cruise: {fault}", file=sys.stderr)
    print(f"cruise: {len(CALLS) + len(REFUSALS)} calls, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
