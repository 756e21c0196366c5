"""A database with the demo, the people who use it, and the programs that run on it."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from torture.client import Client, Lost, Refused

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
SETTINGS = {
    "mall": ["test_mode=true", "fixed_code=true", "codes_per_phone=0", "codes_per_address=0", "profile_wait=0"],
    "accounts": ["test_mode=true", "any_code=true", "codes_per_phone=0", "codes_per_address=0"],
    "cruise": ["test_mode=true", "fixed_code=true", "codes_per_phone=0", "codes_per_address=0", "code_pause=0",
               "unpaid_orders_max=100"],
}


class Place:
    """The data directory, the database and what a command or a server on them needs to know."""

    def __init__(self, program, folder, url=None):
        self.program, self.folder, self.url = program, pathlib.Path(folder), url
        self.servers, self.cast = [], None
        # Environment of every program here.
        self.more = {}

    @property
    def database(self):
        return "postgres" if self.url else "sqlite"

    @property
    def file(self):
        return self.folder / "vitrina.db"

    def environment(self, more=None):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        kept |= {
            "VITRINA_DATA": str(self.folder), "VITRINA_CONTEXT": "none", "VITRINA_RATE_LIMIT": "0",
            "VITRINA_MODE": "development", "VITRINA_TRUSTED_PROXIES": "1", "VITRINA_LOG_LEVEL": "warning",
            "LANG": "C.UTF-8", "LANGUAGE": "en", "NO_COLOR": "1",
        }
        if self.url:
            kept["VITRINA_POSTGRES"] = self.url
        return kept | self.more | (more or {})

    def command(self, *arguments, text=None, timeout=120, **more):
        """The finished command, with its output as text."""
        return subprocess.run([self.program, *map(str, arguments)], input=text, text=True, capture_output=True,
                              env=self.environment(more), cwd=TOP, timeout=timeout, check=False)

    def run(self, *arguments, **more):
        done = self.command(*arguments, **more)
        if done.returncode:
            raise SystemExit(f"torture: vitrina {' '.join(map(str, arguments))}: {done.stderr or done.stdout}")
        return done.stdout

    def serve(self, **more):
        server = Server(self, more)
        self.servers.append(server)
        server.start()
        return server

    def end(self):
        for server in self.servers:
            server.end()

    def prepare(self, people):
        """Brings the database up to date, and lets the demo and the people of the tests in."""
        self.run("migrate")
        self.run("seed", "--quiet")
        for app, values in SETTINGS.items():
            self.run("settings", "set", app, *values)
        self.run("staff", "add", "--email", "owner@example.com", "--name", "Olga", "--role", "owner", "--json")
        made = self.run("tokens", "create", "--name", "torture", "--role", "owner", "--json")
        server = self.serve()
        client = server.client(json.loads(made)["token"])
        self.cast = {"token": client.token, "people": [], **scenery(client)}
        self.cast["people"] = [person(client, number) for number in range(people)]
        server.stop()

    def copy(self, folder, url=None):
        """The same place elsewhere; `url` is a copy of its database."""
        shutil.copytree(self.folder, folder)
        other = Place(self.program, folder, url)
        other.cast = self.cast
        return other

    def empty(self, stage):
        """A place without anything, beside this one."""
        folder, url = pathlib.Path(f"{self.folder}-restored"), None
        if self.url:
            name = stage.name.replace("-", "_") + "_restored"
            stage.cluster.sql(f"DROP DATABASE IF EXISTS {name}")
            stage.cluster.sql(f"CREATE DATABASE {name}")
            url = stage.cluster.of(name)
        return Place(self.program, folder, url)


def made(client, path, body, **more):
    answer = client.send("POST", path, body, **more)
    assert answer.is_done, f"POST {path}: {answer}"
    return answer.json


def scenery(client):
    """An offer that all can buy again and again, and a cruise with cabins, and the key of the timetable."""
    admin = "/admin/api/v1"
    category = made(client, f"{admin}/mall/categories?publish=true", {"name": {"ru": "Еда"}, "slug": "torture"})["id"]
    shop = made(client, f"{admin}/mall/shops?publish=true", {
        "name": {"ru": "Зерно"}, "floor": 1, "categories": [category]})["id"]
    offer = made(client, f"{admin}/mall/offers?publish=true", {
        "name": {"ru": "Кофе"}, "shop": shop, "cost": 1, "count": 1_000_000, "type": "single",
        "live_from": "2020-01-01T00:00:00Z", "live_until": "2099-01-01T00:00:00Z"})["id"]
    cabins = []
    for entry in client.send("GET", f"{admin}/cruise/cruises?limit=100&state=live").json["items"]:
        if entry["fields"].get("kind") != "river":
            continue
        free = client.send("GET", f"/api/v3/Cruise/GetAvailableCabins/river/{entry['id']}/1/1", staff=False)
        if free.is_done:
            cabins += [(entry["id"], cabin["id"]) for cabin in free.json]
    key = made(client, f"{admin}/travel/keys", {"name": "torture"})["key"]
    return {"shop": shop, "offer": offer, "cabins": cabins, "timetable": key}


def person(client, number):
    """A person of the mall with points, a user of the cruises, an account and a project of flags."""
    phone = f"+7999{number:07d}"
    device = made(client, "/api/v1/mobile-device", {
        "install_app": 1_763_000_000, "os": "iOS", "version_os": "19", "model": "iPhone"}, staff=False)["id"]
    made(client, "/api/v1/mobile-users/login", {"phone": phone}, staff=False)
    user = made(client, "/api/v1/mobile-users/auth", {"phone": phone, "smsCode": "000000", "mobileDeviceId": device},
                staff=False)
    token = {"token": user["remember_token"]}
    client.send("PUT", f"/api/v1/mobile-users/{user['id']}", {**token, "name": "Анна", "email": "a@example.ru"},
                token, staff=False)
    made(client, f"/api/v1/mobile-users/{user['id']}/add-register", {}, headers=token, staff=False)
    made(client, f"/admin/api/v1/mall/users/{user['id']}/points", {"change": 100_000, "reason": "Проба"})
    made(client, "/api/v3/Auth/Register", {"login": phone}, staff=False)
    cruise = made(client, "/api/v3/Auth/GetTokenBySms", {"login": phone, "sms_code": "00000"}, staff=False)["token"]
    project = f"torture-{number}"
    made(client, "/admin/api/v1/flags", {
        "id": project, "number": 700_000_000_000 + number, "app": project, "environment": "production",
        "title": project})
    key = made(client, f"/admin/api/v1/flags/{project}/keys", {"name": "torture"})["key"]
    tag = made(client, "/admin/api/v1/mall/tags", {"name": {"ru": f"own {number}"}})["id"]
    return {"phone": phone, "id": user["id"], "token": user["remember_token"], "cruise": cruise, "project": project,
            "key": key, "tag": tag}


class Server:
    """One `vitrina serve`, which can be ended in every way, and started again on the same port."""

    def __init__(self, place, more):
        self.place, self.more, self.port = place, more, 0
        self.log = place.folder / f"server-{len(place.servers)}.log"
        self.process = None

    def start(self):
        began = time.monotonic()
        self.process = subprocess.Popen(
            [self.place.program, "serve", "--port", str(self.port)], env=self.place.environment(self.more), cwd=TOP,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=open(self.log, "a"), text=True)
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"the server did not start: {self.tail()}")
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return time.monotonic() - began

    def client(self, token=None, **more):
        return Client(self.port, token or self.place.cast["token"], **more)

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        self.process.wait()

    def stop(self, timeout=60):
        """Its exit code after SIGTERM, None if it does not end."""
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def tail(self, count=2000):
        return self.log.read_text(errors="replace")[-count:] if self.log.exists() else ""

    def memory(self):
        """The megabytes of its own, swapped out or not; not the pages of files, which processes of one program share."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(size) for size in re.findall(r"^(?:Anonymous|Swap):\s+(\d+) kB", text, re.MULTILINE)) / 1024

    def until_served(self, seconds, path="/admin/api/v1/mall/tags", write=True):
        """Seconds until a change is acknowledged again (a read, if not `write`); None if it never is."""
        began, number = time.monotonic(), 0
        client = self.client(timeout=min(seconds, 10))
        while time.monotonic() - began < seconds:
            number += 1
            try:
                body = {"name": {"ru": f"back {began} {number}"}} if write else None
                if client.send("POST" if write else "GET", path, body).is_done:
                    client.close()
                    return time.monotonic() - began
            except (Lost, Refused):
                pass
            time.sleep(0.02)
        client.close()
        return None
