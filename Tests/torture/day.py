"""A day of mixed load with a clock that runs faster: is memory flat, and are the books sound at the end?"""

import statistics
import time

from torture import doors, report
from torture.stage import Fault, Stage, both

DAY = 86_400
WORKERS = 5
# How much memory may grow from the end of the first third to the end: a share, and megabytes for a small server.
GROWTH, LITTLE = 0.08, 6
# SQLite keeps up to 32 MB of the file in memory. Only once the file is larger does its growth not show as memory.
FILE = 64 << 20


def run(workshop, seed, seconds, database, write_docs):
    stage = Stage(Fault("day", (database,), both("", ""), None, ()), workshop, database, seed, seconds)
    rate = max(2, round(DAY / seconds))
    clock = {"LD_PRELOAD": workshop.clock_library(), "AHEAD_RATE": str(rate), "AHEAD_FROM": str(int(time.time()))}
    stage.place.more = clock
    if database == "postgres":
        # Everything goes by the database's clock.
        workshop.cluster.script("stop")
        workshop.cluster.more = clock
        workshop.cluster.script("again")
    server = stage.place.serve()
    if database == "sqlite":
        fill(stage, server)
    samples = []
    began = time.monotonic()
    # Statements of a database whose clock races are measured wrongly, so leases may run out: 503 is right then.
    with stage.load(server, workers=WORKERS, weights=doors.DAY, pause=0.03, may_503=True) as load:
        while (passed := time.monotonic() - began) < DAY / rate:
            samples.append((passed * rate / 3600, server.memory()))
            if len(samples) % 15 == 0:
                print(f"  {samples[-1][0]:4.1f} h  {samples[-1][1]:6.1f} MB  {load.acknowledged()} changes", flush=True)
            time.sleep(min(2, seconds / 60))
    time.sleep(1)
    stage.settle(server)
    stage.expect(server.stop() == 0, "the server did not end with 0")
    slope, growth, mean = trend(peaks([sample for sample in samples if sample[0] >= 8]))
    stage.expect(growth <= max(LITTLE, mean * GROWTH), f"memory grew by {growth:.1f} MB in 16 hours, from {mean:.0f} MB")
    stage.note(f"memory {mean:.0f} MB, slope {slope:+.2f} MB an hour after the first eight",
               f"память {mean:.0f} МБ, после первых восьми часов {slope:+.2f} МБ в час")
    result = stage.result(time.monotonic() - began) | {
        "rate": rate, "slope": round(slope, 3), "growth": round(growth, 1), "memory": round(mean, 1),
        "samples": [[round(hour, 2), round(size, 1)] for hour, size in samples]}
    stage.place.end()
    workshop.cluster and workshop.cluster.more.clear()
    report.keep("day", [("day", result)], seed, workshop.program)
    if write_docs:
        report.write()
    print(f"day on {database}: {result['answers']:,} answers, {result['acknowledged']:,} changes, lost {result['lost']},"
          f" {stage.notes[0]['en']}")
    for text in result["failures"]:
        print(f"         ! {text}")
    return 1 if result["failures"] else 0


def fill(stage, server):
    """Imports entries until the file is larger than what SQLite keeps of it in memory."""
    client, number = server.client(), 0
    while stage.place.file.stat().st_size < FILE:
        number += 1
        table = "\n".join(["name.ru"] + [f"filling-{number}-{row} {'x' * 40}" for row in range(1_000)])
        done = client.send("POST", f"{doors.TAGS}/import?format=csv", table.encode(), {"Content-Type": "text/csv"})
        if not done.is_done:
            raise RuntimeError(f"the file cannot be filled: {done}")


def peaks(samples):
    """The largest of each hour: scrypt takes 32 MB while it hashes a password."""
    largest = {}
    for hour, size in samples:
        largest[int(hour)] = max(size, largest.get(int(hour), 0))
    return list(largest.items())


def trend(samples):
    """Megabytes an hour by least squares, how much that is over all of the time, and the mean."""
    hours, sizes = zip(*samples)
    slope = statistics.linear_regression(hours, sizes).slope
    return slope, slope * (hours[-1] - hours[0]), statistics.fmean(sizes)
