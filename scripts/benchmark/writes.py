"""Durable writes of contents."""

import contextlib
import json
import statistics

from benchmark.place import OFFER
from benchmark.tools import note, wrk

WRITE_CONNECTIONS = 16


def report(places, folder, options):
    """`places` are of SQLite and PostgreSQL; they take turns."""
    note("measuring writes")
    kinds = {"drafts of offers": "", "offers created and published": "?publish=true"}
    runs = {name: [[] for _ in places] for name in kinds}
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(place.serve())[1] for place in places]
        scripts = [script(place, folder / f"create-{number}.lua") for number, place in enumerate(places)]
        for round in range(options.rounds + 1):
            for name, query in kinds.items():
                for port, lua, run in zip(ports, scripts, runs[name]):
                    path = "/admin/api/v1/mall/offers" + query
                    seconds = options.seconds if round else 1
                    rate, p99, _ = wrk(port, path, WRITE_CONNECTIONS, seconds, folder, lua)
                    # The first round warms up.
                    if round:
                        run.append((rate, p99))
    lines = ["", f"| durable writes, {WRITE_CONNECTIONS} connections | SQLite, a second | p99, ms | PostgreSQL, a second | p99, ms |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for name, both in runs.items():
        medians = [[statistics.median(column) for column in zip(*run)] for run in both]
        lines.append(f"| {name} | " + " | ".join(f"{rate:,.0f} | {p99:.1f}" for rate, p99 in medians) + " |")
    return lines


def script(place, path):
    offer = OFFER | {"description": {"ru": OFFER["description"]}, "shop": place.shop}
    return creating(offer, '{"ru":"%s"}', f"Bearer {place.token}", path)


def creating(offer, name, authorization, path):
    """Writes a script that creates offers, each with a number in its name; `name` is the form of one in JSON."""
    numbered = name % "Кофе и круассан ' .. number .. '"
    path.write_text(
        f"""
        local number = 0
        wrk.method = "POST"
        wrk.headers["Authorization"] = "{authorization}"
        wrk.headers["Content-Type"] = "application/json"
        request = function()
            number = number + 1
            return wrk.format(nil, nil, nil, '{{"name":{numbered},{json.dumps(offer, ensure_ascii=False)[1:]}')
        end
        """
    )
    return path
