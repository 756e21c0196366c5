"""Asks a server on the demo what apps of the Yandex Schedules API ask, and checks each answer by its schema.

usage: timetable.py VITRINA DATA DESCRIPTION
    DATA          a directory with a database that holds the demo
    DESCRIPTION   the description of the timetable's API
"""

import datetime
import gzip
import json
import sys
import urllib.error
import urllib.request

from jsonschema import Draft202012Validator, FormatChecker

from served import Served

# The calls of section 5 of the contract, and what the answer must hold (T99).
CALLS = [
    ("stations_list/", lambda json: json["countries"]),
    ("carrier/?code=680", lambda json: json["carrier"]["code"] == 680),
    ("nearest_settlement/?lat=50&lng=40", lambda json: json["title"] == "Митрофановка"),
    ("copyright/", lambda json: "Яндекс.Расписания" in json["copyright"]["text"]),
    ("nearest_stations/?lat=59.864177&lng=30.319163&distance=1", lambda json: json["stations"] is not None),
    ("thread/?uid=6296x6294x6292x6291_0_9613602_g24_4&show_systems=all", lambda json: json["except_days"] is not None),
    ("schedule/?station=s9613062", lambda json: json["schedule"] is not None),
    ("search/?from=s9613061&to=s9613181", lambda json: json["segments"] and json["interval_segments"] is not None),
    ("search/?from=c2&to=c21152&transfers=true&add_days_mask=true&show_systems=all", lambda json: json["search"]),
    ("search/?from=c2&to=c10883&transfers=true", lambda json: json["pagination"]),
    ("schedule/?station=s9613061&event=arrival&show_systems=esr", lambda json: json["station"]["codes"]),
    ("carrier/?code=N7&system=iata", lambda json: len(json["carriers"]) == 2),
]
REFUSALS = [
    ("search/?from=c2", 400), ("search/?from=c2&to=c1111", 404), ("thread/?uid=none", 404),
    ("nearest_stations/?lat=1&lng=1&distance=51", 400), ("schedule/?station=s9613062&date=tomorrow", 400),
]
# How the clients ask (T103): those that know HTML alone, those that know both types, and those with the key in a header.
CLIENTS = {
    "html": {"Accept": "text/html"},
    "both": {"Accept": "text/html, application/json"},
    "json": {"Accept": "application/json"},
    "header": {"Accept": "*/*", "Authorization": True},
}


def plain(schema):
    """The same schema in the words of JSON Schema, which has no `nullable`."""
    if isinstance(schema, list):
        return [plain(element) for element in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: plain(member) for name, member in schema.items()}
    if schema.pop("nullable", False):
        return {"anyOf": [{"type": "null"}, schema]}
    return schema


def ask(address, call, key, headers):
    """The status, the type and the body of an answer."""
    headers = dict(headers)
    if headers.pop("Authorization", False):
        headers["Authorization"] = key
    else:
        call += f"{'&' if '?' in call else '?'}apikey={key}"
    request = urllib.request.Request(f"{address}/v3.0/{call}", headers=headers | {"Accept-Encoding": "gzip"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, fields, body = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refusal:
        status, fields, body = refusal.code, refusal.headers, refusal.read()
    if fields["Content-Encoding"] == "gzip":
        body = gzip.decompress(body)
    return status, fields["Content-Type"], json.loads(body)


def faults(document, address, key):
    """The faults of the answers, which clients that are generated from the document must be able to read."""
    # T99, T100, T101, T102, T103, T104
    components = plain(document["components"])
    checker = FormatChecker(["date"])
    checker.checks("date-time", ValueError)(lambda text: not isinstance(text, str) or datetime.datetime.fromisoformat(text))

    def check(name, body):
        whole = {"$ref": f"#/components/schemas/{name}", "components": components}
        for error in list(Draft202012Validator(whole, format_checker=checker).iter_errors(body))[:3]:
            yield f"{error.json_path}: {error.message[:300]}"

    for client, headers in CLIENTS.items():
        for call, holds in CALLS:
            path = "/" + call.split("?")[0]
            content = document["paths"][path]["get"]["responses"]["200"]["content"]
            status, kind, body = ask(address, call, key, headers)
            if status != 200 or not holds(body):
                yield f"{client} {call}: {status} {str(body)[:300]}"
            elif kind.split(";")[0] not in [known.split(";")[0] for known in content]:
                yield f"{client} {call}: comes as {kind}"
            else:
                name = next(iter(content.values()))["schema"]["$ref"].rsplit("/", 1)[1]
                yield from (f"{client} {call}: {fault}" for fault in check(name, body))
    for call, wanted in REFUSALS:
        status, _, body = ask(address, call, key, {})
        yield from (f"{call}: {fault}" for fault in check("Error", body))
        if status != wanted:
            yield f"{call}: {status}, not {wanted}"


def main(vitrina, data, path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    served = Served(vitrina, data)
    key = json.loads(served.command("timetable", "keys", "add", "--name", "Test", "--json"))["key"]
    with served.running() as (_, apis):
        address = apis["Mall"].split("/api/")[0]
        found = list(faults(document, address, key))
    for fault in found:
        print(f"timetable: {fault}", file=sys.stderr)
    print(f"timetable: {len(CLIENTS) * len(CALLS) + len(REFUSALS)} calls, {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
