"""The timetable of a country: its import, its size in memory, and the calls of apps beside nginx with the same bytes."""

import concurrent.futures
import contextlib
import datetime
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Tests/gtfs"))
import country

from benchmark.beside import COLUMNS, CONNECTIONS, RULE, beside_nginx
from benchmark.reads import serve_files
from benchmark.tools import get, memory, note, wrk


def report(places, folder, options):
    older, newer = folder / "country.zip", folder / "newer.zip"
    note("writing the feed of a country")
    country.write(older)
    country.write(newer, changed=500)
    lines = []
    for name, place in places.items():
        note(f"importing a country into {name}")
        taken = [timed(place, older, "--dry-run"), timed(place, older), timed(place, older), timed(place, newer)]
        lines.append(f"| {name} | " + " | ".join(f"{seconds:.1f} s" for seconds in taken) + " |")
    rows = json.loads(next(iter(places.values())).run("timetable", "check", "--json"))
    size = f"{rows['stations']:,} stations, {rows['threads']:,} threads, {rows['stops']:,} stop times"
    return [
        "", f"| import of {size} | looked at | first | the same again |"
        " 500 threads changed |", "|---|---:|---:|---:|---:|", *lines,
        "", f"In memory {rows['bytes'] / 1e6:.0f} MB: {rows['station_bytes']} bytes a station with its titles, "
        f"{rows['departure_bytes']} bytes a stop time.",
    ] + calls(next(iter(places.values())), folder, options)


def timed(place, feed, *arguments):
    began = time.perf_counter()
    place.run("timetable", "import", str(feed), "--feed", "country", "--yes", *arguments)
    return time.perf_counter() - began


def calls(place, folder, options):
    note("measuring the timetable's calls")
    place.settle()
    key = json.loads(place.run("timetable", "keys", "add", "--name", "bench", "--json"))["key"]
    stations = json.loads(place.run("timetable", "stations", "list", "остановка", "--json"))["items"]
    middle = stations[-1]["yandex_code"]
    with contextlib.ExitStack() as stack:
        process, port = stack.enter_context(place.serve())
        began = time.perf_counter()
        get(port, f"/v3.0/copyright/?apikey={key}")
        get(port, f"/v3.0/schedule/?station={middle}&apikey={key}")
        first = time.perf_counter() - began
        schedule = json.loads(get(port, f"/v3.0/schedule/?station={middle}&apikey={key}")[1])["schedule"]
        uid = schedule[0]["thread"]["uid"]
        stops = json.loads(get(port, f"/v3.0/thread/?uid={uid}&apikey={key}")[1])["stops"]
        end = stops[-1]["station"]["code"]
        today = datetime.date.today()
        asked = {
            "search, direct": f"search/?from={middle}&to={end}&date={today}",
            "search, with changes": f"search/?from={middle}&to={end}&date={today}&transfers=true",
            "board of a day": f"schedule/?station={middle}&date={today}",
            "thread": f"thread/?uid={uid}",
            "near, 50 km": "nearest_stations/?lat=55&lng=60&distance=50&limit=20",
            "list of stations": "stations_list/?lang=ru",
        }
        asked = {name: f"/v3.0/{path}&apikey={key}" for name, path in asked.items()}
        bodies = {name: get(port, path) for name, path in asked.items()}
        nginx = stack.enter_context(serve_files(folder, bodies))
        paths = {
            name: (len(bodies[name][1]), path, "/" + name.replace(" ", "-")) for name, path in asked.items()
        }
        rows = list(beside_nginx((process, port), nginx, paths, folder, options))
        alone = {name: wrk(port, path, 1, options.seconds, folder)[1] for name, path in asked.items()}
        used = memory(process.pid)[1]
        worst, quiet = swap(place, port, asked["search, direct"], middle)
    return [
        "", f"| the timetable's calls, {CONNECTIONS} connections | bytes | {COLUMNS}", RULE, *rows,
        "", "By one connection, so that no request waits for another, p99: "
        + ", ".join(f"{name} {p99:.1f} ms" for name, p99 in alone.items()) + ".",
        "", f"The first answer with the reading of the tables {first:.1f} s, memory afterwards {used:.0f} MB (PSS). "
        f"A direct search while the timetable is swapped after an edit: worst {worst:.0f} ms, without one {quiet:.0f} ms.",
    ]


def swap(place, port, path, station):
    """The slowest answer in milliseconds while a station is edited three times, and over as long without an edit."""
    def slowest(stop):
        times = [0.0]
        while not stop():
            began = time.perf_counter()
            get(port, path)
            times.append((time.perf_counter() - began) * 1000)
        return max(times)

    def edits():
        for number in range(3):
            place.run("timetable", "stations", "edit", station[1:], "--title", f"Остановка {number}")

    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        done = pool.submit(edits)
        began = time.perf_counter()
        worst = slowest(done.done)
        end = time.perf_counter() * 2 - began
        return worst, slowest(lambda: time.perf_counter() > end)
