"""Faults of what a program shares with others: locks, files that may be open, a database that is not there."""

import contextlib
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

from torture import doors
from torture.stage import fault


@fault("locked",
       "Another program holds the lock of the database for 15 seconds (SQLite: of the file; PostgreSQL: of the entries): changes"
       " wait or get 503, apps and staff read; then service goes on.",
       "Другая программа на 15 секунд заняла базу (SQLite — файл, PostgreSQL — записи): изменения ждут или получают 503,"
       " приложения и сотрудники читают; потом работа продолжается.")
def locked(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(60)
        with lock(stage):
            began = time.monotonic()
            for path, staff in [(doors.OFFERS[0], False), ("/livez", False), ("/admin/api/v1/me", True)]:
                answer = server.client().send("GET", path, staff=staff)
                stage.expect(answer.status == 200, f"{path.split('?')[0]} while the database is locked: {answer}")
            took = time.monotonic() - began
            stage.note(f"three reads took {took:.2f} s", f"три чтения заняли {took:.2f} с")
            person, began = stage.place.cast["people"][1], time.monotonic()
            asked = server.client().send("POST", "/api/v1/mobile-users/login", {"phone": person["phone"]}, staff=False)
            took = time.monotonic() - began
            stage.expect(asked.status in (201, 503), f"an app's change while the database is locked: {asked}")
            stage.expect(took < 7, f"an app's change was answered after {took:.1f} s")
            time.sleep(max(0, 15 - took))
        stage.is_back(server)
        load.more(40)
    stage.settle(server)


@contextlib.contextmanager
def lock(stage):
    if stage.database == "sqlite":
        connection = sqlite3.connect(stage.place.file, timeout=30, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            connection.close()
        return
    holder = subprocess.Popen(["psql", "-qtA", stage.place.url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    holder.stdin.write("BEGIN; LOCK TABLE contents, codes, limits IN SHARE MODE; SELECT 'held';\n")
    holder.stdin.flush()
    assert holder.stdout.readline().strip() == "held"
    try:
        yield
    finally:
        holder.stdin.write("ROLLBACK;\n")
        holder.stdin.close()
        holder.wait()


@fault("descriptors",
       "A server that may open 96 files gets 300 connections: it stays up, and serves again once they are closed.",
       "К серверу, которому можно открыть 96 файлов, приходит 300 соединений: он не падает и снова отвечает, когда они закрыты.",
       on=("sqlite",), in_slice=("sqlite",))
def descriptors(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(40)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (96, 96))
        crowd = []
        for _ in range(300):
            with contextlib.suppress(OSError):
                crowd.append(socket.create_connection(("127.0.0.1", server.port), timeout=2))
        time.sleep(4)
        stage.expect(server.process.poll() is None, f"the server has ended with {server.process.poll()}: {server.tail(300)}")
        for one in crowd:
            one.close()
        stage.is_back(server)
        load.more(40)
    stage.settle(server)


@fault("stop-silent",
       "A server that is asked to end (SIGTERM) while PostgreSQL stands still, ends all the same, within a minute.",
       "Сервер просят завершиться (SIGTERM), пока PostgreSQL замер: он всё равно завершается, в течение минуты.",
       on=("postgres",))
def stop_silent(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True, timeout=30) as load:
        load.more(60)
        stage.cluster.signal(signal.SIGSTOP)
        try:
            time.sleep(1)
            began = time.monotonic()
            code = server.stop()
            took = time.monotonic() - began
            stage.note(f"ended with {code} after {took:.1f} s", f"завершился с кодом {code} через {took:.1f} с")
            stage.expect(code is not None, "it did not end in a minute")
        finally:
            server.end()
            stage.cluster.signal(signal.SIGCONT)
        server.start()
        stage.is_back(server)
        load.more(30)
    stage.settle(server)


@fault("no-database",
       "A server is started while PostgreSQL is away: it ends with 69 and says so, or serves once PostgreSQL is there.",
       "Сервер запущен, пока PostgreSQL нет: он говорит об этом и завершается с кодом 69 или начинает работать, когда PostgreSQL"
       " появится.",
       on=("postgres",))
def no_database(stage):
    stage.cluster.kill()
    began = time.monotonic()
    done = stage.place.command("serve", "--port", "0", timeout=120)
    stage.expect(done.returncode == 69 and "cannot be reached" in done.stderr, f"{done.returncode} {done.stderr[-300:]}")
    took = time.monotonic() - began
    stage.note(f"ended with {done.returncode} after {took:.1f} s", f"завершился с кодом {done.returncode} через {took:.1f} с")
    stage.cluster.again()
    server = stage.place.serve()
    stage.is_back(server)
    stage.settle(server)


@fault("migrate-killed",
       "`migrate` of an empty database is killed at five moments, and then run to its end: the schema is whole.",
       "`migrate` пустой базы прерван в пяти местах, потом доведён до конца: схема цела.")
def migrate_killed(stage):
    stage.place.end()
    place = stage.place.empty(stage)
    for wait in (0.05, 0.1, 0.15, 0.25, 0.4):
        process = subprocess.Popen([place.program, "migrate"], env=place.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.kill()
        process.wait()
    words = ["migrate", "--yes"] if place.url else ["migrate"]
    done = place.command(*words)
    stage.expect(done.returncode == 0, f"migrate after five kills: {done.returncode} {done.stderr[-400:]}")
    place.run("staff", "add", "--email", "owner@example.com", "--role", "owner", "--json")
    stage.check_itself(place)


@fault("uploads-gone",
       "The directory of uploads is moved away: a picture that is asked for or sent is 404 or 503 and never 500, all else goes on.",
       "Папка загрузок убрана: на запрос или загрузку картинки ответ — 404 или 503, но не 500, остальное работает.",
       on=("sqlite",))
def uploads_gone(stage):
    server = stage.place.serve()
    media, away = stage.place.folder / "media", stage.place.folder / "media-away"
    with stage.load(server, may_503=True) as load:
        load.more(60)
        shutil.move(media, away)
        load.more(40)
        for source in away.rglob("*"):
            target = media / source.relative_to(away)
            if source.is_file() and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        stage.is_back(server)
        load.more(40)
    stage.settle(server)
