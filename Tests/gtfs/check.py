"""Checks with gtfs-kit that the GTFS feeds that we export are what others read, and that we import what others write.

usage: check.py VITRINA DATA
    DATA  a directory with a database that holds the demo; the test adds the demo to it once more, as another feed
"""

import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import gtfs_kit

REFERENCES = [
    ("trips", "route_id", "routes", "route_id"), ("stop_times", "trip_id", "trips", "trip_id"),
    ("stop_times", "stop_id", "stops", "stop_id"), ("routes", "agency_id", "agency", "agency_id"),
    ("frequencies", "trip_id", "trips", "trip_id"), ("transfers", "from_stop_id", "stops", "stop_id"),
    ("transfers", "to_stop_id", "stops", "stop_id"),
]
# Columns of the GTFS reference that gtfs-kit does not know yet.
NEWER = {
    "default_lang", "feed_contact_email", "feed_contact_url", "from_route_id", "from_trip_id", "platform_code",
    "route_sort_order", "to_route_id", "to_trip_id",
}


class Program:
    def __init__(self, path, data):
        self.path, self.environment = path, {**os.environ, "VITRINA_DATA": data, "LANG": "en_US.UTF-8"}

    def run(self, *arguments):
        done = subprocess.run([self.path, "timetable", *arguments], env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, (arguments, done.stdout[-2000:], done.stderr[-2000:])
        return done.stdout

    def difference(self, *arguments):
        """The counts of an import, by kind."""
        report = json.loads(self.run("import", *arguments, "--json"))
        assert report["fault_count"] == 0, report["faults"][:5]
        return report, {kind["kind"]: kind for kind in report["kinds"]}


def check_feed(feed):
    """gtfs-kit sees sound references, and has nothing to clean up."""
    services = set(feed.calendar.service_id) | set(feed.calendar_dates.service_id)
    assert set(feed.trips.service_id) <= services
    for table, column, other, key in REFERENCES:
        rows = getattr(feed, table)
        values = set() if rows is None else set(rows[column].dropna())
        assert (values or table == "transfers") and values <= set(getattr(feed, other)[key]), (table, column)
    for cleaned in (feed.drop_invalid_columns(), feed.clean()):
        for name in ("stops", "routes", "trips", "stop_times", "calendar"):
            before, after = getattr(feed, name), getattr(cleaned, name)
            assert set(before.columns) - set(after.columns) <= NEWER, name
            assert len(before) == len(after), (name, len(before), len(after))
    assert feed.agency.agency_timezone.nunique() == 1
    times = feed.stop_times.sort_values(["trip_id", "stop_sequence"])
    seconds = times.departure_time.map(lambda text: sum(int(part) * unit for part, unit in zip(text.split(":"), (3600, 60, 1))))
    assert (seconds.groupby(times.trip_id).diff().dropna() >= 0).all()


class Stream:
    """Can only be written to, so that zipfile puts the sizes behind the bytes."""

    def __init__(self):
        self.content = b""

    def write(self, content):
        self.content += content
        return len(content)

    def flush(self):
        pass


def pack(path, files, *, streamed=False, force_zip64=False):
    """Packs files as other programs do: as a stream with sizes behind the bytes, or with ZIP64 fields."""
    buffer = Stream() if streamed else io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            with archive.open("gtfs/" + name, "w", force_zip64=force_zip64) as entry:
                entry.write(b"\xef\xbb\xbf" + content)
    path.write_bytes(buffer.content if streamed else buffer.getvalue())


def main(path, data):
    program = Program(path, data)
    with tempfile.TemporaryDirectory() as folder:
        export = Path(folder) / "export.zip"
        program.run("export", "--to", str(export))
        with zipfile.ZipFile(export) as archive:
            assert archive.testzip() is None
            files = {name: archive.read(name) for name in archive.namelist()}
        feed = gtfs_kit.read_feed(export, dist_units="km")
        check_feed(feed)

        written = Path(folder) / "kit.zip"
        feed.to_file(written)
        _, kinds = program.difference(str(written), "--feed", "kit", "--yes")
        assert kinds["threads"]["added"] == len(feed.trips), kinds["threads"]["added"]
        for form in ({}, {"streamed": True}, {"force_zip64": True}):
            other = Path(folder) / "other.zip"
            pack(other, files, **form)
            report, _ = program.difference(str(other), "--feed", "kit", "--dry-run")
            assert report["summary"]["added"] == 0 and report["summary"]["removed"] == 0, (form, report["summary"])
            assert report["summary"]["changed"] == 0, (form, report["kinds"])
    print(f"GTFS: {len(feed.stops)} stops, {len(feed.trips)} trips, {len(feed.stop_times)} stop times: all is well.")


# T91
if __name__ == "__main__":
    main(*sys.argv[1:])
