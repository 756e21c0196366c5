"""Chooses the faults, runs them, and tells what each has shown."""

import argparse
import os
import random
import signal
import subprocess
import sys
import time

from torture import clocks, day, files, postgres, processes, report, scarce, stage  # noqa: F401  Each declares its faults.
from torture.place import TOP
from torture.workshop import Workshop

USAGE = """torture [--seed N] [--fault NAME]… [--database sqlite|postgres] [--write-docs]
       torture --slice | --day [--seconds N] | --list"""


def main():
    parser = argparse.ArgumentParser(usage=USAGE)
    parser.add_argument("--seed", type=int, help="what all random numbers are made of; printed, so that a run can be repeated")
    parser.add_argument("--fault", action="append", choices=[fault.name for fault in stage.FAULTS], metavar="NAME")
    parser.add_argument("--database", choices=["sqlite", "postgres"])
    parser.add_argument("--seconds", type=int, default=300, help="how long a simulated day takes (300)")
    parser.add_argument("--list", action="store_true", help="name the faults, and what each must show")
    parser.add_argument("--slice", action="store_true", help="only the few that no other test covers, in half a minute")
    parser.add_argument("--day", action="store_true", help="24 hours of mixed load, with a clock that runs faster")
    parser.add_argument("--write-docs", action="store_true", help="write docs/reliability.md and docs/ru/reliability.md")
    parser.add_argument("--keep", action="store_true", help="leave the files of the run where they are")
    parser.add_argument("--debug", action="store_true", help="let a fault of the tests themselves end the run")
    options = parser.parse_args()
    if options.list:
        for fault in stage.FAULTS:
            print(f"{fault.name:14} {', '.join(fault.databases):17} {fault.shows['en']}")
        return 0
    seed = 1 if options.slice else options.seed if options.seed is not None else random.randrange(1_000_000)
    print(f"torture: seed {seed}", flush=True)
    program = os.environ.get("VITRINA_PROGRAM") or subprocess.run(
        ["scripts/build"], cwd=TOP, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    # So that servers and PostgreSQL are ended if the user interrupts this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    workshop = Workshop(program, options.keep, options.debug)
    try:
        if options.day:
            return day.run(workshop, seed, options.seconds, options.database or "sqlite", options.write_docs)
        results = list(chosen(workshop, options, seed))
    finally:
        workshop.end()
    if not options.slice:
        report.keep("faults", results, seed, program, not (options.fault or options.database))
    if options.write_docs:
        report.write()
    failed = [name for name, result in results if result["failures"]]
    print(f"torture: {len(results)} faults, {len(failed)} failed", *failed)
    return 1 if failed else 0


def chosen(workshop, options, seed):
    """The results by the names of the faults."""
    for fault in stage.FAULTS:
        if options.fault and fault.name not in options.fault:
            continue
        for database in fault.is_slice if options.slice else fault.databases:
            if options.database in (None, database):
                began = time.monotonic()
                result = stage.run(fault, workshop, database, seed, options.seconds)
                show(fault.name, result, time.monotonic() - began)
                yield fault.name, result


def show(name, result, seconds):
    state = "skipped" if "skipped" in result else "FAILED" if result["failures"] else "ok"
    counts = "".join(f", {result[key]} {key}" for key in ("acknowledged", "unknown", "lost") if result.get(key) is not None)
    back = f", back in {result['back']} s" if result.get("back") is not None else ""
    print(f"{state:8} {name} on {result['database']}: {seconds:.0f} s{counts}{back}", flush=True)
    for text in [result["skipped"]] if "skipped" in result else result.get("notes", []):
        print(f"           {text['en']}")
    for text in result["failures"]:
        print(f"         ! {text}", flush=True)
