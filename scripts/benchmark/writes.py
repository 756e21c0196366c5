"""Durable writes of contents."""

import json
import statistics

from benchmark.place import OFFER
from benchmark.tools import note, wrk

WRITE_CONNECTIONS = 16


def report(places, folder, options):
    lines = ["", f"| durable writes, {WRITE_CONNECTIONS} connections | SQLite, a second | p99, ms | PostgreSQL, a second | p99, ms |"]
    lines += ["|---|---:|---:|---:|---:|"]
    rows = [writes(place, folder, options) for place in places]
    for name in rows[0]:
        lines.append(f"| {name} | " + " | ".join(f"{row[name][0]:,.0f} | {row[name][1]:.1f}" for row in rows) + " |")
    return lines


def writes(place, folder, options):
    note("measuring writes")
    results = {"drafts of offers": [], "offers created and published": []}
    with place.serve() as (_, port):
        offer = json.dumps(OFFER | {"description": {"ru": OFFER["description"]}, "shop": place.shop}, ensure_ascii=False)
        script = folder / "create.lua"
        script.write_text(
            f"""
            local number = 0
            wrk.method = "POST"
            wrk.headers["Authorization"] = "Bearer {place.token}"
            wrk.headers["Content-Type"] = "application/json"
            request = function()
                number = number + 1
                return wrk.format(nil, nil, nil, '{{"name":{{"ru":"Кофе и круассан ' .. number .. '"}},{offer[1:]}')
            end
            """
        )
        for _ in range(options.rounds):
            for name, query in zip(results, ("", "?publish=true")):
                path = "/admin/api/v1/mall/offers" + query
                rate, p99, _ = wrk(port, path, WRITE_CONNECTIONS, options.seconds, folder, script)
                results[name].append((rate, p99))
    return {name: [statistics.median(column) for column in zip(*runs)] for name, runs in results.items()}
