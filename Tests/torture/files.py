"""Faults of files and disks."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import time

from torture import doors
from torture.stage import Skip, fault


@contextlib.contextmanager
def small_disk(stage, megabytes):
    """A file system of so many megabytes in memory."""
    if os.getuid() != 0:
        raise Skip("only root can mount a small file system",
                   "маленькую файловую систему может подключить только root")
    folder = stage.workshop.folder / f"disk-{stage.name}"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], capture_output=True,
                             text=True)
    if mounted.returncode:
        reason = mounted.stderr.strip()
        raise Skip(f"this machine cannot mount a small file system: {reason}",
                   f"эта машина не может подключить маленькую файловую систему: {reason}")
    try:
        yield folder
    finally:
        stage.place.end()
        subprocess.run(["umount", "-l", folder], check=False)


def fill(path):
    """Takes all the room that is left."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12):
            with contextlib.suppress(OSError):
                while file.write(b"\0" * size) == size:
                    pass


@fault("disk-full",
       "The disk of the database is full: changes get 503 with words, reads are served; with room again changes are made without a"
       " restart, and nothing acknowledged is lost.",
       "На диске базы нет места: изменения получают 503 с объяснением, чтение работает; когда место появилось, изменения проходят"
       " без перезапуска, подтверждённое не потеряно.", in_slice=("sqlite",))
def disk_full(stage):
    with small_disk(stage, 160) as disk:
        if stage.database == "sqlite":
            other = stage.place.copy(disk / "data")
            shutil.rmtree(stage.place.folder)
            stage.place = other
        else:
            name = stage.place.url.rsplit("/", 1)[1]
            shutil.chown(disk, user=(stage.cluster.folder / "data").owner())
            stage.cluster.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
            stage.cluster.sql(f"ALTER DATABASE {name} SET TABLESPACE small")
        try:
            full(stage, disk / "ballast")
        finally:
            stage.place.end()
            if stage.database == "postgres":
                stage.cluster.sql(f"ALTER DATABASE {name} SET TABLESPACE pg_default")
                stage.cluster.sql("DROP TABLESPACE small")


def full(stage, ballast):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(60)
        fill(ballast)
        # What pages have left is used up first.
        time.sleep(4)
        fill(ballast)
        time.sleep(2)
        for path, staff in [(doors.TAGS, True), (doors.OFFERS[0], False), ("/livez", False)]:
            answer = server.client().send("GET", path, staff=staff)
            stage.expect(answer.status == 200, f"{path.split('?')[0]} on a full disk: {answer}")
        refused = stage.witness.statuses[503] + stage.witness.statuses[500]
        stage.expect(refused > 0, "no change was refused, so the disk was not full")
        ballast.unlink()
        stage.is_back(server)
        load.more(40)
    stage.settle(server)


@fault("file-moved",
       "The SQLite file is moved away under the server: it notices within a second or so, changes get 503, none is acknowledged;"
       " once it is back so is service.",
       "Файл SQLite убран из-под сервера: сервер замечает это примерно за секунду, изменения получают 503, ни одно не"
       " подтверждено; файл вернулся — работа продолжается.", on=("sqlite",))
def file_moved(stage):
    server, away = stage.place.serve(), stage.place.folder / "moved.db"
    with stage.load(server, may_503=True) as load:
        load.more(60)
        os.rename(stage.place.file, away)
        began = time.monotonic()
        while server.client().send("GET", "/readyz", staff=False).status == 200 and time.monotonic() - began < 30:
            time.sleep(0.05)
        noticed = time.monotonic() - began
        stage.expect(noticed < 5, f"the server noticed after {noticed:.1f} s only")
        stage.note(f"noticed after {noticed:.1f} s", f"замечено через {noticed:.1f} с")
        before = load.acknowledged()
        refused = server.client().send("POST", doors.TAGS, {"name": {"ru": "нельзя"}})
        stage.expect(refused.status == 503 and refused.headers.get("Retry-After"), f"a change: {refused}")
        time.sleep(1.5)
        stage.expect(load.acknowledged() == before, "a change was acknowledged while the file was away")
        os.rename(away, stage.place.file)
        stage.is_back(server)
        load.more(40)
    stage.settle(server)


@fault("page-damaged",
       "Of pages of the SQLite file that are in use one is damaged: `doctor --deep` finds each of twelve.",
       "В файле SQLite испорчена одна занятая страница: из двенадцати таких случаев `doctor --deep` находит каждый.",
       on=("sqlite",))
def page_damaged(stage):
    server, file = stage.place.serve(), stage.place.file
    with stage.load(server) as load:
        load.more(60)
    stage.settle(server)
    server.stop()
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size, = connection.execute("PRAGMA page_size").fetchone()
    try:
        pages = connection.execute("SELECT pageno, name FROM dbstat WHERE pageno > 1 ORDER BY pageno").fetchall()
    except sqlite3.OperationalError:
        raise Skip("this Python's SQLite cannot tell which pages are in use",
                   "SQLite этого Python не говорит, какие страницы заняты") from None
    finally:
        connection.close()
    missed, whole = [], file.read_bytes()
    for page, table in random.Random(stage.seed).sample(pages, 12):
        torn = bytearray(whole)
        torn[(page - 1) * size:page * size] = b"\x5a" * size
        file.write_bytes(torn)
        if stage.place.command("doctor", "--deep").returncode == 0:
            missed.append(f"page {page} of {table}")
    file.write_bytes(whole)
    stage.expect(not missed, f"doctor --deep has not found {', '.join(missed)}")
    done = stage.place.command("doctor", "--deep")
    stage.expect(done.returncode == 0, f"doctor --deep on the whole file: {done.stdout[-300:]}")
