"""Kills imports half-way, imports the stations of a country, and checks the list of all of them.

usage: large.py VITRINA
"""

import gzip
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "openapi"))
import country
from served import Served

LIST_SIZE_MAX = 44_000_000
# The program by itself, the timetable, and two lists of it as bytes.
MEMORY_MAX_KB = 700_000


def counts(served):
    """The rows of the tables, which an import that was killed must leave as they were."""
    check = json.loads(served.command("timetable", "check", "--json"))
    feeds = json.loads(served.command("timetable", "feeds", "list", "--json"))["items"]
    return check["stations"], check["threads"], len(feeds)


def kill_imports(served, feed):
    """Ends an import at moments of all its work; each leaves nothing or everything."""
    before = counts(served)
    killed = 0
    for delay in (0.1, 0.3, 0.5, 0.8, 1.2, 1.8):
        command = [served.vitrina, "timetable", "import", str(feed), "--feed", "killed", "--yes"]
        process = subprocess.Popen(command, env=served.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        ended = process.wait()
        now = counts(served)
        if now == before:
            killed += 1
        else:
            assert now[0] > before[0] and now[1] > before[1] and now[2] == before[2] + 1, (before, now)
            break
        assert ended in (0, -signal.SIGKILL), ended
    served.command("timetable", "import", str(feed), "--feed", "killed", "--yes")
    again = json.loads(served.command("timetable", "import", str(feed), "--feed", "killed", "--dry-run", "--json"))
    assert again["summary"]["added"] == 0 and again["summary"]["changed"] == 0, again["summary"]
    print(f"{killed} imports were killed before they were kept.")


def list_stations(served):
    """T78"""
    key = json.loads(served.command("timetable", "keys", "add", "--name", "Large", "--json"))["key"]
    with served.running() as (process, apis):
        address = apis["Mall"].split("/api/")[0]
        headers = {"Authorization": key, "Accept-Encoding": "gzip"}
        sizes = []
        for _ in range(20):
            request = urllib.request.Request(address + "/v3.0/stations_list/", headers=headers)
            with urllib.request.urlopen(request, timeout=300) as answer:
                packed = answer.read()
            sizes.append(len(gzip.decompress(packed)))
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        peak = int(status.split("VmHWM:")[1].split()[0])
    tree = json.loads(gzip.decompress(packed))
    stations = sum(
        len(settlement["stations"]) for nation in tree["countries"] for region in nation["regions"]
        for settlement in region["settlements"]
    )
    assert stations >= 100_000, stations
    assert sizes[0] < LIST_SIZE_MAX and len(set(sizes)) == 1, sizes
    assert peak < MEMORY_MAX_KB, peak
    print(f"stations_list: {stations:,} stations, {sizes[0] / 1e6:.1f} MB, {len(packed) / 1e6:.1f} packed; "
          f"peak of the server {peak // 1024} MB.")


def main(vitrina):
    with tempfile.TemporaryDirectory() as folder:
        served = Served(vitrina, folder + "/data")
        served.command("migrate")
        feed, stations = pathlib.Path(folder, "feed.zip"), pathlib.Path(folder, "stations.json")
        country.write(feed, stations=20_000, threads=6_000)
        kill_imports(served, feed)
        country.write_list(stations)
        began = time.monotonic()
        served.command("timetable", "import", str(stations), "--yes")
        print(f"100,000 stations imported in {time.monotonic() - began:.1f} s.")
        list_stations(served)


# T78, T91
if __name__ == "__main__":
    main(*sys.argv[1:])
