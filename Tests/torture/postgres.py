"""Faults of PostgreSQL and of the way to it."""

import re
import shutil
import signal
import socket
import subprocess
import time

from torture import doors
from torture.client import Lost, Refused
from torture.proxy import Proxy
from torture.stage import Skip, fault

# Seconds in which an app's request is answered whatever the database does, with some for a busy machine.
ANSWER = 6.5


@fault("pg-killed",
       "PostgreSQL is killed (SIGKILL, all processes) under load and started again: nothing acknowledged is lost, and no server"
       " needs a restart.",
       "PostgreSQL под нагрузкой убит (SIGKILL, все процессы) и запущен снова: подтверждённое не потеряно, серверы перезапускать"
       " не нужно.", on=("postgres",))
def killed(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        for _ in range(3):
            load.more(100)
            stage.cluster.kill()
            time.sleep(1)
            stage.cluster.again()
            stage.is_back(server)
        load.more(50)
    stage.settle(server)


@fault("pg-silent",
       "PostgreSQL stands still (SIGSTOP): what apps ask is answered within five seconds, from memory or with 503; staff get 503;"
       " after it goes on (SIGCONT) so does service.",
       "PostgreSQL замер (SIGSTOP): приложения получают ответ за пять секунд, из памяти или 503, сотрудники — 503; PostgreSQL"
       " пошёл дальше (SIGCONT) — работа продолжается.", on=("postgres",))
def silent(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(100)
        stage.cluster.signal(signal.SIGSTOP)
        try:
            slowest = answers(stage, server)
            time.sleep(3)
        finally:
            stage.cluster.signal(signal.SIGCONT)
        stage.is_back(server)
        load.more(50)
    stage.note(f"the slowest answer to an app took {slowest:.1f} s",
               f"самый долгий ответ приложению — {slowest:.1f} с")
    stage.settle(server)


def answers(stage, server):
    """Asks what needs the database, as an app does, while the database is silent; the slowest answer in seconds."""
    person, slowest = stage.place.cast["people"][1], 0.0
    asked = [
        ("GET", f"/api/v1/mobile-users/{person['id']}", None, {"token": person["token"]}, (503,)),
        ("POST", "/api/v1/mobile-users/login", {"phone": person["phone"]}, {}, (503,)),
        ("POST", "/api/users/sms", {"phone": "9870000001"}, {}, (503,)),
        ("GET", "/api/v3/Order/GetUserOrders", None, {"Authorization": f"Bearer {person['cruise']}"}, (503, 500)),
        ("GET", doors.OFFERS[0], None, {}, (200,)),
        ("GET", "/readyz", None, {}, (503,)),
        ("GET", "/livez", None, {}, (200,)),
    ]
    for method, path, body, headers, statuses in asked:
        client, began = server.client(timeout=40), time.monotonic()
        try:
            answer = client.send(method, path, body, headers, staff=False)
        except (Lost, Refused) as error:
            stage.failures.append(f"{path.split('?')[0]} while PostgreSQL is silent: {error}")
            continue
        took = time.monotonic() - began
        slowest = max(slowest, took)
        stage.expect(answer.status in statuses, f"{path.split('?')[0]} while PostgreSQL is silent: {answer}")
        stage.expect(took <= ANSWER, f"{path.split('?')[0]} was answered after {took:.1f} s")
        if answer.status >= 500 and path != "/readyz":
            stage.expect(answer.headers.get("Retry-After"), f"{path.split('?')[0]}: {answer.status} without Retry-After")
    return slowest


@fault("network",
       "The way to PostgreSQL is slow (50 to 200 ms each way), then its connections break, then it swallows all bytes: every"
       " answer is right or 503, nothing acknowledged is lost.",
       "Сеть до PostgreSQL медленная (50–200 мс в каждую сторону), потом соединения рвутся, потом не доходит ничего: каждый ответ"
       " верен или 503, подтверждённое не потеряно.", on=("postgres",))
def network(stage):
    proxy = Proxy(stage.cluster.port, stage.seed)
    try:
        server = stage.place.serve(VITRINA_POSTGRES=stage.place.url.replace(f":{stage.cluster.port}/", f":{proxy.port}/"))
        with stage.load(server, may_503=True) as load:
            load.more(60)
            proxy.delay_range = (0.05, 0.2)
            load.more(40, seconds=120)
            proxy.delay_range = None
            broken = 0
            for _ in range(20):
                broken += proxy.reset(0.5)
                load.more(5)
            stage.note(f"{broken} connections were broken", f"оборвано соединений: {broken}")
            proxy.is_hole = True
            slowest = answers(stage, server)
            stage.note(f"the slowest answer to an app took {slowest:.1f} s while nothing came through",
                       f"пока ничего не доходило, самый долгий ответ приложению — {slowest:.1f} с")
            proxy.reset()
            proxy.is_hole = False
            stage.is_back(server)
            load.more(40)
        stage.settle(server)
    finally:
        proxy.close()


@fault("read-only",
       "A database that takes no writes (default_transaction_read_only): changes get 503 at once, apps and staff go on reading;"
       " once it takes writes, changes are made without a restart.",
       "База не принимает запись (default_transaction_read_only): изменения сразу получают 503, приложения и сотрудники читают;"
       " база снова принимает запись — изменения проходят без перезапуска.", on=("postgres",))
def read_only(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(60)
        stage.cluster.sql("ALTER SYSTEM SET default_transaction_read_only = on; SELECT pg_reload_conf()")
        # Sessions take it over after their transaction.
        time.sleep(2)
        try:
            reads_go_on(stage, server)
            before = load.acknowledged()
            time.sleep(2)
            stage.expect(load.acknowledged() == before, "a change was acknowledged by a database that takes none")
        finally:
            stage.cluster.sql("SET default_transaction_read_only = off; ALTER SYSTEM RESET default_transaction_read_only;"
                              " SELECT pg_reload_conf()")
        stage.is_back(server)
        load.more(40)
    stage.note(f"{stage.witness.statuses[503]} answers of 503", f"ответов 503: {stage.witness.statuses[503]}")
    stage.settle(server)


def reads_go_on(stage, server):
    client = server.client()
    for path, staff in [(doors.TAGS, True), ("/admin/api/v1/status", True), (doors.OFFERS[0], False), ("/readyz", False)]:
        answer = client.send("GET", path, staff=staff)
        stage.expect(answer.status == 200, f"{path.split('?')[0]} on a database that takes no writes: {answer}")
    person = stage.place.cast["people"][1]
    own = client.send("GET", f"/api/v1/mobile-users/{person['id']}", None, {"token": person["token"]}, staff=False)
    stage.expect(own.status == 200, f"a person's own page on a database that takes no writes: {own}")
    began = time.monotonic()
    refused = client.send("POST", doors.TAGS, {"name": {"ru": "нельзя"}})
    stage.expect(refused.status == 503 and refused.headers.get("Retry-After"), f"a change: {refused}")
    stage.expect(time.monotonic() - began < 5, "a change was refused after five seconds only")


@fault("standby",
       "The primary is lost, and its standby takes over (pg_basebackup, streaming, synchronous): reads are served meanwhile, then"
       " changes; nothing acknowledged is lost.",
       "Основной сервер PostgreSQL потерян, его место занимает реплика (pg_basebackup, потоковая, синхронная): до тех пор работает"
       " чтение, потом и изменения; подтверждённое не потеряно.", on=("postgres",))
def standby(stage):
    second = Standby(stage.cluster, stage.workshop.folder / "standby")
    try:
        name = stage.place.url.rsplit("/", 1)[1]
        both = (f"postgresql://vitrina@/{name}?host=127.0.0.1,127.0.0.1"
                f"&port={stage.cluster.port},{second.port}")
        server = stage.place.serve(VITRINA_POSTGRES=both)
        with stage.load(server, may_503=True) as load:
            load.more(80)
            stage.cluster.kill()
            time.sleep(1.5)
            reads_go_on(stage, server)
            second.promote()
            stage.is_back(server)
            load.more(60)
        stage.place.url = re.sub(r":\d+/", f":{second.port}/", stage.place.url)
        stage.settle(server)
    finally:
        stage.place.end()
        second.end()
        stage.cluster.again()
        stage.cluster.sql("ALTER SYSTEM RESET synchronous_standby_names; SELECT pg_reload_conf()")


class Standby:
    """A copy of a cluster that follows it; what the cluster acknowledges the standby has written."""

    def __init__(self, primary, folder):
        self.folder = folder
        self.bin = subprocess.run("ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1", shell=True, capture_output=True,
                                  text=True).stdout.strip()
        folder.mkdir()
        shutil.chown(folder, user=(primary.folder / "data").owner())
        self.owner = (primary.folder / "data").owner()
        if not primary.is_up():
            raise Skip("the primary is not there", "нет основного сервера")
        self.run(f"{self.bin}/pg_basebackup", "-D", folder / "data", "-R", "-X", "stream", "-c", "fast", "-d",
                 f"{primary.of('postgres')}?application_name=second")
        with open(folder / "data/postgresql.conf", "a") as file:
            file.write("hot_standby = on\n")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.control("-o", f"-p {self.port} -k {folder} -c listen_addresses=127.0.0.1", "start")
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 'second'; SELECT pg_reload_conf()")
        self.primary = primary

    def run(self, *words):
        as_owner = ["runuser", "-u", self.owner, "--"] if self.owner != "root" else []
        done = subprocess.run([*as_owner, *map(str, words)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{words[0]}: {done.stderr}")

    def control(self, *words):
        self.run(f"{self.bin}/pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", *words)

    def promote(self):
        self.control("promote")

    def end(self):
        try:
            self.control("-m", "immediate", "stop")
        except RuntimeError:
            pass
        shutil.rmtree(self.folder, ignore_errors=True)
