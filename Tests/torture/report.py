"""Keeps the results of a run, and writes docs/reliability.md and docs/ru/reliability.md from them."""

import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess

from torture import english, russian
from torture.place import TOP
from torture.stage import BACK, FAULTS

KEPT = TOP / "var/torture"
TITLES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}


def keep(name, results, seed, program, is_whole=True):
    """Keeps the results in var/torture, from which the documents are written.

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
    """The commit, if the program was built here; else when it was built, and its digest."""
    path = pathlib.Path(program).resolve()
    if path.is_relative_to(TOP):
        done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=TOP, stdout=subprocess.PIPE, text=True)
        return {"commit": done.stdout.strip() or "unknown", "is_debug": "debug" in path.parts}
    built = datetime.datetime.fromtimestamp(path.stat().st_mtime)
    return {"built": f"{built:%Y-%m-%d %H:%M}", "digest": hashlib.sha256(path.read_bytes()).hexdigest()[:12]}


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return {"cores": os.cpu_count(), "model": model[1] if model else platform.machine(), "system": f"Linux {platform.release()}"}


def write():
    """Writes the documents, in each language, from the last whole run and the last day."""
    run, path = json.loads((KEPT / "faults.json").read_text()), KEPT / "day.json"
    of_day = json.loads(path.read_text()) if path.exists() else None
    for words in (english, russian):
        (TOP / words.DOCUMENT).write_text(document(words, run, of_day))
        print(f"torture: wrote {words.DOCUMENT}")


def document(words, run, of_day):
    text = [words.PROSE, words.SHOWN.format(**head(words, run), machine=words.machine(run["machine"]))]
    text.append("|---|---|---:|---:|---:|---:|---:|---:|---:|---|\n")
    by_fault = {}
    for name, result in run["results"]:
        by_fault.setdefault(name, []).append(result)
    text += [line(words, name, result) for name, results in by_fault.items() for result in results]
    if any(len(by_fault.get(fault.name, [])) < len(fault.databases) for fault in FAULTS):
        text.append(words.OTHERS)
    text.append(words.FAULTS)
    text += [f"- `{fault.name}`: {fault.shows[words.LANGUAGE]}{notes(words, by_fault.get(fault.name, []))}\n" for fault in FAULTS]
    if of_day:
        text.append(day(words, of_day))
    text.append(words.METHOD.format(back=BACK))
    return "".join(text)


def head(words, kept):
    return {"seed": kept["seed"], "program": words.program(kept["program"]), "date": words.date(kept["date"])}


def line(words, name, result):
    database = TITLES[result["database"]]
    if "skipped" in result:
        return f"| `{name}` | {database} | | | | | | | | {words.skipped(result['skipped'][words.LANGUAGE])} |\n"
    cells = [result.get(key) for key in ("acknowledged", "lost", "doubled", "unknown", "answers", "unavailable", "back")]
    shown = " | ".join("–" if cell is None else words.number(cell) for cell in cells)
    failures = [text.replace("|", "\\|").replace("\n", " ")[:160] for text in result["failures"]]
    return f"| `{name}` | {database} | {shown} | {words.passed(failures)} |\n"


def notes(words, results):
    """What was measured beside, by database."""
    told = [f"{TITLES[result['database']]}: {'; '.join(words.note(note[words.LANGUAGE]) for note in result['notes'])}"
            for result in results if result.get("notes")]
    return f" *{'. '.join(told)}.*" if told else ""


def day(words, kept):
    lines = (day_line(words, result) for _, result in kept["results"])
    return words.DAY.format(**head(words, kept), lines="".join(lines))


def day_line(words, result):
    counts = {key: words.number(result[key]) for key in ("answers", "acknowledged", "lost", "doubled")}
    failures = result["failures"]
    # The program's checks of itself are named as commands.
    is_sound = not any(text.startswith("vitrina ") for text in failures)
    return words.DAY_LINE.format(
        **counts, database=TITLES[result["database"]], rate=words.times(result["rate"]),
        memory=f"{result['memory']:.0f}", slope=words.signed(result["slope"]), sound=words.SOUND if is_sound else "",
        failed=words.FAILED.format(text=failures[0]) if failures else "")
