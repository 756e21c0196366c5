"""Two servers that take turns, and one table of both."""

import statistics

from benchmark.tools import processor_seconds, wrk

CONNECTIONS = 32
COLUMNS = "answers a second | p99, ms | processor, µs | nginx, answers a second | p99, ms | processor, µs | ratio |"
RULE = "|---|" + "---:|" * 8


def beside_nginx(ours, nginx, paths, folder, options, script=None):
    """The rows of what `ours` and `nginx` answered, a call after the other, each a process and its port.

    `paths` names for each call the number of bytes, and the path on either server. The first round warms up. A ratio
    is that of the two medians in its row, so a reader can check it.
    """
    servers = (ours, nginx)
    runs = {(name, server): [] for name in paths for server in servers}
    for round in range(options.rounds + 1):
        for name, (_, *both) in paths.items():
            for server, path in zip(servers, both):
                process, port = server
                before = processor_seconds(process.pid)
                rate, p99, count = wrk(port, path, CONNECTIONS, options.seconds if round else 1, folder, script)
                if round:
                    runs[name, server].append((rate, p99, (processor_seconds(process.pid) - before) / count * 1e6))
    for name, (size, *_) in paths.items():
        medians = [[statistics.median(column) for column in zip(*runs[name, server])] for server in servers]
        cells = " | ".join(f"{rate:,.0f} | {p99:.1f} | {used:.0f}" for rate, p99, used in medians)
        yield f"| {name} | {size:,} | {cells} | {ratio(medians[0][0], medians[1][0])} |"


def ratio(ours, theirs):
    """Of two figures as they are printed."""
    return f"{round(ours) / round(theirs):.2f}"
