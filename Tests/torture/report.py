"""Keeps the results of a run, and writes docs/reliability.md from them."""

import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess

from torture.place import TOP
from torture.stage import FAULTS

KEPT = TOP / "var/torture"
DOCUMENT = TOP / "docs/reliability.md"
TITLES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
PROSE = """# What can be relied on

`scripts/torture --write-docs` writes this file, from what it has measured.

A change is *acknowledged* once its answer is a success. What the program promises:

- **What was acknowledged is there, once.** Whatever ends first, the server, its database or the connection between them.
  SQLite has it on the disk before the answer, and so has PostgreSQL, as long as it waits for its disk (`fsync`,
  `synchronous_commit`).
- **What was refused is not there.** An answer of 4xx or 503 changes nothing. There are two exceptions, and both say so in
  words: the connection to PostgreSQL was lost during the commit (503: “Look before you try again.”), or a request with
  the same key is being carried out (409).
- **If there was no answer, send it again with the same `Idempotency-Key`.** It is done once. If its server was killed in
  its middle, an import goes on after half a minute. Entries and flags are changed with `If-Match`, which does the same.
- **A database that is away is 503 with `Retry-After`, never 500.** The one exception is the API of the cruise app, whose
  contract knows no 503: it answers 500 with `Retry-After`. What an app's request needs from PostgreSQL it gets within five
  seconds, or it gets 503; the home screen and all else that is in memory is served meanwhile.
- **No restart is needed** when the database is back, when its disk has room again, when the file of SQLite is put back,
  or when a standby has taken over.
- **A clock that is wrong on one server publishes nothing early and removes nothing.**

"""
METHOD = """
## How it is measured

`scripts/torture` starts the real program with the demo, and six workers send random traffic from a seed through all doors:
entries by the admin API with idempotency keys and `If-Match`, sign-in by SMS and purchases for points, flags that are
published and fetched, accounts, orders of cruises, the timetable, uploads, imports, the command line. A ledger outside of
the program keeps each change with what was answered. After each fault the ledger is compared with the database: each
acknowledged change must be there once, and no refused one. Then `doctor`, `doctor --deep`, `points verify` and
`cruise books` must find nothing. *Unknown* are changes whose connection broke, or that say so in words; they may be there,
but not twice. *Back* is how long it takes, once the cause has gone, until a change is acknowledged; {back} s is the most
that is allowed.

`scripts/torture --fault NAME --seed N` repeats one of them; `scripts/torture --list` names them all. What the tests in
Swift prove, `Tests/DurabilityTests` and `Tests/StorageTests`, is not repeated here.
"""


def keep(name, results, seed, program, is_whole=True):
    """Keeps the results in var/torture, from which the document is written.

    A run of some faults is joined with a whole one of the same seed and program, and never takes the place of another.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    path, head = KEPT / f"{name}.json", {"seed": seed, "program": described(program)}
    joined = {(fault, result["database"]): result for fault, result in results}
    if path.exists():
        old = json.loads(path.read_text())
        if {key: old[key] for key in head} == head:
            joined = {(fault, result["database"]): result for fault, result in old["results"]} | joined
        elif not is_whole:
            return
    path.write_text(json.dumps(head | {
        "date": str(datetime.date.today()), "machine": machine(),
        "results": [[fault, result] for (fault, _), result in joined.items()]}, ensure_ascii=False, indent=1))


def described(program):
    """The commit, if the program was built from this one."""
    path = pathlib.Path(program).resolve()
    if path.is_relative_to(TOP):
        done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=TOP, stdout=subprocess.PIPE, text=True)
        build = " (a debug build)" if "debug" in path.parts else ""
        return f"commit {done.stdout.strip() or 'unknown'}{build}"
    built = datetime.datetime.fromtimestamp(path.stat().st_mtime)
    return f"a program that was built elsewhere ({built:%Y-%m-%d %H:%M}, SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()[:12]})"


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()} cores of {model[1] if model else platform.machine()}, Linux {platform.release()}"


def write():
    """Writes docs/reliability.md from the last whole run and the last day."""
    from torture.stage import BACK
    run, text = json.loads((KEPT / "faults.json").read_text()), [PROSE]
    text.append(f"## What was shown\n\nSeed {run['seed']}, {run['program']}, {run['date']}, {run['machine']}.\n\n")
    text.append("| fault | on | acknowledged | lost | twice | unknown | answers | 503 | back, s | |\n")
    text.append("|---|---|---:|---:|---:|---:|---:|---:|---:|---|\n")
    by_fault = {}
    for name, result in run["results"]:
        by_fault.setdefault(name, []).append(result)
    text += [line(name, result) for name, results in by_fault.items() for result in results]
    text.append("\n## What each fault is\n\n")
    text += [f"- `{fault.name}`: {fault.shows}{notes(by_fault.get(fault.name, []))}\n" for fault in FAULTS]
    if (KEPT / "day.json").exists():
        text.append(day(json.loads((KEPT / "day.json").read_text())))
    text.append(METHOD.format(back=BACK))
    DOCUMENT.write_text("".join(text))
    print(f"torture: wrote {DOCUMENT.relative_to(TOP)}")


def line(name, result):
    database = TITLES[result["database"]]
    if "skipped" in result:
        return f"| `{name}` | {database} | | | | | | | | skipped: {result['skipped']} |\n"
    cells = [result.get(key) for key in ("acknowledged", "lost", "doubled", "unknown", "answers", "unavailable", "back")]
    shown = " | ".join("–" if cell is None else f"{cell:,}" for cell in cells)
    state = "**failed**: " + result["failures"][0].replace("|", "\\|").replace("\n", " ")[:160] if result["failures"] else "shown"
    return f"| `{name}` | {database} | {shown} | {state} |\n"


def notes(results):
    """What was measured beside, by database."""
    told = [f"{TITLES[result['database']]}: {'; '.join(result['notes'])}" for result in results if result.get("notes")]
    return f" *{'. '.join(told)}.*" if told else ""


def day(kept):
    result = kept["results"][0][1]
    failed = f" **Failed**: {result['failures'][0]}" if result["failures"] else ""
    return (
        f"\n## A day\n\n`scripts/torture --day`: 24 hours of mixed load on {TITLES[result['database']]}, with a clock that runs"
        f" {result['rate']} times as fast. {result['answers']:,} answers, {result['acknowledged']:,} acknowledged changes, lost"
        f" {result['lost']}, twice {result['doubled']}. Memory (PSS) {result['memory']:.0f} MB on average;"
        f" after the first eight hours it changed by {result['slope']:+.2f} MB an hour of the day. The books are sound at its"
        f" end.{failed} Seed {kept['seed']}, {kept['program']}, {kept['date']}.\n\nTimers wait as long as ever, so what the"
        f" program does each hour is done once, at its start.\n")
