"""The words of docs/reliability.md."""

LANGUAGE, DOCUMENT = "en", "docs/reliability.md"
PROSE = """# What can be relied on

[По-русски](ru/reliability.md) · [README](../README.md) · [Running it](OPERATORS.md) · [Operations](operations.md)

`scripts/torture --write-docs` writes this file, from what it has measured.

A change is *acknowledged* once its answer is a success. What the program promises:

- **What was acknowledged is there, once.** Whatever ends first, the server, its database or the connection between them.
  SQLite has it on the disk before the answer, and so has PostgreSQL, as long as it waits for its disk (`fsync`,
  `synchronous_commit`).
- **What was refused is not there.** An answer of 4xx or 503 changes nothing. There are two exceptions, and both say so in
  words: the connection to PostgreSQL was lost during the commit (503: “Check whether it is saved, then try again.”), or a
  request with the same key is being carried out, or was, and its answer is lost (409).
- **If there was no answer, send it again with the same `Idempotency-Key`.** It is done once. If its server was killed in
  its middle, an import goes on after half a minute. Entries and flags are changed with `If-Match`, which does the same.
- **A database that is away is 503 with `Retry-After`, never 500.** The one exception is the API of the cruise app, whose
  contract knows no 503: it answers 500 with `Retry-After`. What an app's request needs from PostgreSQL it gets within five
  seconds, or it gets 503; the home screen and all else that is in memory is served meanwhile.
- **No restart is needed** when the database is back, when its disk has room again, when the file of SQLite is put back,
  or when a standby has taken over.
- **A clock that is wrong on one server publishes nothing early and removes nothing.**

"""
SHOWN = """## What was shown

Seed {seed}, {program}, {date}, {machine}.

| fault | on | acknowledged | lost | twice | unknown | answers | 503 | back, s | |
"""
OTHERS = "\nWhat is not in the table was not run on this build.\n"
FAULTS = "\n## What each fault is\n\n"
DAY = """
## A day

`scripts/torture --day`: 24 hours of mixed load, with a clock that runs faster. Seed {seed}, {program}, {date}.

{lines}
Timers wait as long as ever, so what the program does each hour is done once, at its start.
"""
DAY_LINE = """- **{database}**, {rate} times as fast: {answers} answers, {acknowledged} acknowledged changes, lost {lost},
  twice {doubled}. Own memory: {memory} MB on average; after the first eight hours it changed by {slope} MB an hour of the
  day. {sound}{failed}
"""
SOUND, FAILED = "The books are sound at its end.", " **Failed**: {text}."
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


def passed(failures):
    return f"**failed**: {failures[0]}" if failures else "shown"


def skipped(reason):
    return f"skipped: {reason}"


def number(value):
    return f"{value:,}"


def times(value):
    return f"{value:,}"


def signed(value):
    return f"{value:+.2f}"


def note(text):
    return text


def date(day):
    return day


def program(made):
    if "commit" in made:
        return f"commit {made['commit']}{' (a debug build)' if made['is_debug'] else ''}"
    return f"a program that was built elsewhere ({made['built']}, SHA-256 {made['digest']})"


def machine(its):
    return f"{its['cores']} cores of {its['model']}, {its['system']}"
