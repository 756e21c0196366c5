"""Ends, restarts and reloads a real server while clients use it.

usage: run.py [VITRINA]
    VITRINA   the program ($VITRINA_PROGRAM or .build/debug/vitrina)
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
TAGS = "/admin/api/v1/mall/tags"
# The first descriptor that a supervisor hands over.
HANDED = 3
RESTARTS = 3
CLIENTS = 4
CLOSED = 200


def say(text):
    print(f"restart: {text}", flush=True)


class Place:
    """An empty database with an owner's token, and a socket that stays open as one of systemd does."""

    def __init__(self, program, folder, listening):
        self.program, self.folder, self.listening = program, pathlib.Path(folder), listening
        self.port = listening.getsockname()[1]
        self.settings = self.folder / "vitrina.env"
        self.settings.write_text("VITRINA_RATE_LIMIT=0\nVITRINA_LOG_LEVEL='notice'\n")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        self.environment = kept | {
            "VITRINA_DATA": f"{folder}/data", "VITRINA_CONTEXT": "none", "LANG": "C.UTF-8", "LANGUAGE": "en",
        }
        self.command("migrate")
        self.command("staff", "add", "--email", "owner@example.com", "--role", "owner")
        self.token = json.loads(self.command("tokens", "create", "--name", "test", "--role", "owner", "--json"))["token"]

    def command(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout

    def start(self, **settings):
        log = open(self.folder / "server.log", "ab")
        server = subprocess.Popen(
            ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve', self.program],
            env=self.environment | {"VITRINA_ENV_FILE": str(self.settings)} | settings, pass_fds=(HANDED,),
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        return server

    @contextlib.contextmanager
    def server(self, **settings):
        server = self.start(**settings)
        try:
            self.ask("GET", "/livez")
            yield server
        finally:
            if server.poll() is None:
                server.kill()
                server.wait()

    def log(self):
        return (self.folder / "server.log").read_text()

    def open(self, method, path, body=b"", length=None):
        """A connection on which a request was sent; of its body as much as is given."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        head = (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body) if length is None else length}\r\n\r\n")
        connection.sendall(head.encode() + body)
        return connection

    def ask(self, method, path, value=None):
        """The status and the body of an answer on a connection of its own."""
        with self.open(method, path, b"" if value is None else json.dumps(value).encode()) as connection:
            answer = connection.makefile("rb")
            status = int(answer.readline().split()[1])
            headers = {}
            while line := answer.readline().strip():
                name, _, text = line.decode().partition(":")
                headers[name.lower()] = text.strip()
            return status, json.loads(answer.read(int(headers["content-length"])) or b"null")


def end(server, within, *signals):
    began = time.monotonic()
    for number in signals:
        server.send_signal(number)
        if len(signals) > 1:
            time.sleep(0.5)
    assert server.wait(60) == 0, server.returncode
    assert time.monotonic() - began < within, time.monotonic() - began


def check_restarts(place):
    """New connections over several restarts: each is answered, and each acknowledged write stays."""
    kept, faults, stopped = [], [], threading.Event()

    def write(client):
        number = 0
        while not stopped.is_set():
            number += 1
            try:
                status, tag = place.ask("POST", TAGS, {"name": {"ru": f"{client} {number}"}})
                assert status == 201, (status, tag)
                kept.append(tag["id"])
                time.sleep(0.01)
            except Exception as fault:
                faults.append(repr(fault))

    server = place.start()
    clients = [threading.Thread(target=write, args=[number]) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        for _ in range(RESTARTS):
            time.sleep(1)
            end(server, 30, signal.SIGTERM)
            server = place.start()
        time.sleep(1)
    finally:
        stopped.set()
        for client in clients:
            client.join()
        server.send_signal(signal.SIGTERM)
        server.wait(60)
    assert not faults, faults[:5]
    assert len(kept) > RESTARTS * CLIENTS, len(kept)
    with place.server():
        for tag in kept:
            assert place.ask("GET", f"{TAGS}/{tag}")[0] == 200, tag
    say(f"{len(kept)} connections over {RESTARTS} restarts: none was refused, nothing was lost")


def check_half_closed(place):
    """A client that ends its half at once has its answer, and no connection stays open behind one that has gone."""
    with place.server() as server:
        files = pathlib.Path(f"/proc/{server.pid}/fd")
        before = len(list(files.iterdir()))
        for _ in range(CLOSED):
            with place.open("GET", "/livez") as connection:
                connection.shutdown(socket.SHUT_WR)
                assert connection.makefile("rb").readline().split()[1] == b"200"
        gone = [socket.create_connection(("127.0.0.1", place.port)) for _ in range(CLOSED)]
        for connection in gone:
            connection.close()
        deadline = time.monotonic() + 10
        while len(list(files.iterdir())) > before + 10:
            assert time.monotonic() < deadline, "connections stay open after their clients have gone"
            time.sleep(0.1)
    say("a client that closes its half is answered, and nothing stays open after it")


def check_ends(place):
    with place.server() as server:
        with place.open("GET", "/admin/api/v1/events") as stream, place.open("POST", TAGS, b"{", 30) as busy:
            stream.recv(1)
            time.sleep(0.3)
            server.send_signal(signal.SIGTERM)
            text = b""
            while piece := stream.recv(65536):
                text += piece
            assert text.endswith(b"0\r\n\r\n"), text
            assert server.poll() is None
            busy.sendall(b'"name": {"ru": "in the end"}}')
            answer = busy.recv(65536)
            assert answer.startswith(b"HTTP/1.1 201 ") and b"connection: close" in answer.lower(), answer
            assert server.wait(60) == 0
    with place.server() as server, place.open("POST", TAGS, b"{", 1000):
        time.sleep(0.3)
        end(server, 5, signal.SIGTERM, signal.SIGTERM)
    with place.server(VITRINA_SHUTDOWN_SECONDS="1") as server, place.open("POST", TAGS, b"{", 1000):
        time.sleep(0.3)
        end(server, 10, signal.SIGTERM)
    say("a shutdown ends streams, waits for what is under way, and not for ever")


def check_reload(place):
    def shown(name):
        items = place.ask("GET", "/admin/api/v1/settings")[1]["items"]
        return next(item["value"] for item in items if item["name"] == name)

    def reload(server, text, word):
        before = len(place.log())
        place.settings.write_text(text)
        server.send_signal(signal.SIGHUP)
        for _ in range(100):
            if word in place.log()[before:]:
                return
            time.sleep(0.1)
        raise AssertionError(place.log()[before:])

    with place.server() as server:
        assert shown("rate_limit") == "0"
        reload(server, "VITRINA_RATE_LIMIT=700\nVITRINA_LOG_LEVEL=notice\nVITRINA_SESSIONS=9\n", "sessions")
        assert (shown("rate_limit"), shown("sessions")) == ("700", "8")
        reload(server, "VITRINA_RATE_LIMIT=many\nVITRINA_LOG_LEVEL=notice\n", "many")
        assert shown("rate_limit") == "700"
        reload(server, "VITRINA_LOG_LEVEL=notice\n", "settings are read again")
        assert shown("rate_limit") == "600"
        end(server, 30, signal.SIGTERM)
    say("new settings are taken up without a restart, wrong ones are not")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("VITRINA_PROGRAM", TOP / ".build/debug/vitrina")
    with tempfile.TemporaryDirectory(prefix="vitrina-restart-") as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(4096)
        if listening.fileno() != HANDED:
            os.dup2(listening.fileno(), HANDED)
        place = Place(str(pathlib.Path(program).resolve()), folder, listening)
        check_restarts(place)
        check_half_closed(place)
        check_ends(place)
        check_reload(place)


if __name__ == "__main__":
    main()
