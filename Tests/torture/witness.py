"""The ledger of what was sent and answered, kept outside the program, and what the database holds of it."""

import collections
import csv
import io
import json
import re
import sqlite3
import subprocess
import threading

KEPT, REFUSED, MAYBE = "acknowledged", "refused", "unknown"
# So many versions of a project's flags are kept (Limits.flagVersionsMax).
FLAG_VERSIONS = 300


class Record:
    """One change that was sent: its unique name, and what is known of it."""

    def __init__(self, kind, name, subject=None):
        self.kind, self.name, self.subject = kind, name, subject
        self.state, self.proof, self.answer = REFUSED, None, None


class Witness:
    """Every change by its kind, the answers that must never be given, and how long answers took."""

    def __init__(self):
        self.lock = threading.Lock()
        self.records, self.faults = [], []
        self.statuses = collections.Counter()
        self.slowest, self.cut = 0.0, 0

    def add(self, record):
        with self.lock:
            self.records.append(record)

    def saw(self, status, seconds):
        with self.lock:
            self.statuses[status] += 1
            self.slowest = max(self.slowest, seconds)

    def fault(self, text):
        """Keeps the fault, once however often it comes."""
        text = re.sub(r'"request_id":"\w+",', "", text)
        with self.lock:
            if len(self.faults) < 20 and text not in self.faults:
                self.faults.append(text)

    def count(self, state):
        with self.lock:
            return sum(1 for record in self.records if record.state == state)

    def of(self, kind):
        with self.lock:
            return [record for record in self.records if record.kind == kind]

    def compare(self, found):
        """The acknowledged that are missing, the ones that are there twice, and the refused that are there.

        `found` counts the names of each kind that the database holds.
        """
        lost, doubled, ghosts, settled = [], [], [], 0
        for record in self.records:
            count = found[record.kind][record.name]
            if record.state == KEPT and count == 0:
                lost.append(f"{record.kind} {record.name}")
            if count > 1:
                doubled.append(f"{record.kind} {record.name} × {count}")
            if record.state == REFUSED and count > 0:
                ghosts.append(f"{record.kind} {record.name} ({record.answer})")
            settled += record.state == MAYBE and count > 0
        return lost, doubled, ghosts, settled


def rows(place, sql):
    """The rows of a query, read beside the program; texts all."""
    if place.url:
        done = subprocess.run(["psql", "-qtA", "-F", "\x1f", place.url, "-c", sql], check=True, capture_output=True,
                              text=True)
        return [line.split("\x1f") for line in done.stdout.splitlines()]
    connection = sqlite3.connect(f"file:{place.file}?mode=ro", uri=True, timeout=30)
    try:
        return [[str(value) for value in row] for row in connection.execute(sql).fetchall()]
    finally:
        connection.close()


def found(place, client, witness):
    """How often each name of each kind is there: entries and files as the API tells, the others from their tables."""
    counts = collections.defaultdict(collections.Counter)
    table = client.send("GET", "/admin/api/v1/mall/tags/export")
    assert table.status == 200, f"export: {table}"
    for row in csv.DictReader(io.StringIO(table.text)):
        counts["tag"][row["name.ru"]] += 1
    for content, version, body in rows(place, "SELECT content_id, version, body FROM history WHERE type = 'tags'"):
        counts["change"][f"{content} {version} {name_in(body)}"] += 1
    for note, in rows(place, "SELECT note FROM points_entries WHERE cause = 'correction'"):
        counts["points"][note] += 1
    for key, in rows(place, "SELECT key FROM points_entries WHERE cause = 'buy_offer'"):
        counts["purchase"][key.rsplit(":", 1)[1]] += 1
    for phone, in rows(place, "SELECT phone FROM accounts_users"):
        counts["account"][phone[-10:]] += 1
    digest = "encode(idempotency_key, 'hex')" if place.url else "lower(hex(idempotency_key))"
    for order, in rows(place, f"SELECT {digest} FROM cruise_orders WHERE idempotency_key IS NOT NULL"):
        counts["order"][order] += 1
    kept = collections.defaultdict(list)
    for project, number, template in rows(place, "SELECT project_id, number, template FROM flag_versions"):
        if project.startswith("torture-"):
            kept[project].append(int(number))
            value = json.loads(template).get("parameters", {}).get("value", {}).get("defaultValue", {}).get("value")
            counts["flags"][f"{project} {value}"] += 1
    for record in witness.of("flags"):
        numbers = kept[record.name.split()[0]]
        # Older versions are removed as new ones are published.
        if record.proof and len(numbers) >= FLAG_VERSIONS and record.proof < min(numbers):
            counts["flags"][record.name] = 1
    for record in witness.of("file"):
        if record.proof:
            counts["file"][record.name] = client.send("GET", f"/media/{record.proof}", staff=False).is_done
    for record in witness.of("import"):
        names = [f"{record.name}-{number}" for number in range(record.subject)]
        there = [counts["tag"][name] for name in names]
        # An import is written in batches, so one that was cut off may have a part of its rows; each once.
        counts["import"][record.name] = 2 if max(there) > 1 else int(min(there) == 1)
    return counts


def name_in(body):
    name = (json.loads(body) or {}).get("name") if body not in ("None", "") else None
    return name.get("ru") if isinstance(name, dict) else name
