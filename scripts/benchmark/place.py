"""A database with the demo, and the program that serves it."""

import contextlib
import datetime
import json
import os
import re
import sqlite3
import subprocess
import sys

from benchmark.tools import free_port, note, running

# How the program begins transactions on PostgreSQL.
READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;"
LIST_SIZE = 20
TODAY = datetime.date.today()
OFFER = {
    "description": "Возьмите карточку подарка на стойке: аромат выбирают на месте, а пробник хватит на неделю. " * 3,
    "type": "single", "cost": 350, "count": 120,
    "live_from": f"{TODAY - datetime.timedelta(30)}T00:00:00Z", "live_until": f"{TODAY + datetime.timedelta(3650)}T00:00:00Z",
}


class Place:
    """A database with the demo and an owner's token, and the program that serves it."""

    def __init__(self, program, folder, postgres=None):
        self.program = program
        self.folder = folder
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("VITRINA_")}
        self.environment |= {
            "VITRINA_DATA": str(folder), "VITRINA_RATE_LIMIT": "0", "VITRINA_LOG_LEVEL": "error", "LANG": "C.UTF-8",
        }
        if postgres:
            self.environment["VITRINA_POSTGRES"] = postgres
        note(f"preparing {'PostgreSQL' if postgres else 'SQLite'}")
        self.run("migrate")
        self.run("seed")
        self.email = "owner@example.com"
        owner = self.run("staff", "add", "--email", self.email, "--role", "owner", "--json")
        self.password = json.loads(owner)["password"]
        self.token = json.loads(self.run("tokens", "create", "--name", "bench", "--role", "owner", "--json"))["token"]
        self.shop = self.run("shops", "list", "--limit", "1", "--quiet").strip()
        # Fills the list of offers up to twenty.
        for number in range(LIST_SIZE):
            self.run("offers", "create", "--publish", *[
                word for name, value in OFFER.items() for word in ("--set", f"{name}={value}")
            ], "--set", f"name=Пробник аромата {number}", "--set", f"shop={self.shop}")

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"bench: vitrina {' '.join(arguments)} failed: {done.stderr}")
        return done.stdout

    @property
    def url(self):
        """The address of the database; None for SQLite."""
        return self.environment.get("VITRINA_POSTGRES")

    @property
    def name(self):
        return "PostgreSQL" if self.url else "SQLite"

    def insert(self, table, columns, rows):
        if self.url:
            def text(value):
                return "\\\\x" + value.hex() if isinstance(value, bytes) else str(value)

            subprocess.run(
                ["psql", "-q", self.url, "-c", f"COPY {table} ({', '.join(columns)}) FROM STDIN"], check=True,
                input="".join("\t".join(map(text, row)) + "\n" for row in rows), text=True)
            return
        with sqlite3.connect(self.folder / "vitrina.db") as connection:
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
                ([int(value.timestamp() * 1e6) if isinstance(value, datetime.datetime) else value for value in row]
                 for row in rows))
        connection.close()

    def query(self, sql):
        if self.url:
            done = subprocess.run(["psql", "-qtA", "-F", "\t", self.url, "-c", sql], check=True, capture_output=True, text=True)
            return [line.split("\t") for line in done.stdout.splitlines()]
        connection = sqlite3.connect(self.folder / "vitrina.db")
        rows = connection.execute(sql).fetchall()
        connection.close()
        return rows

    def settle(self):
        """What PostgreSQL does by itself within a minute of an import: it looks how the rows are spread."""
        if self.url:
            url, _, schema = self.url.partition("?options=-csearch_path%3D")
            tables = f"SELECT format('VACUUM ANALYZE %I.%I;', schemaname, tablename) FROM pg_tables WHERE schemaname = '{schema}'"
            statements = subprocess.run(["psql", "-Atq", url, "-c", tables], check=True, stdout=subprocess.PIPE, text=True)
            subprocess.run(["psql", "-q", url], input=statements.stdout, check=True, text=True)

    @contextlib.contextmanager
    def serve(self):
        port = free_port()
        command = [self.program, "serve", "--port", str(port)]
        with running(command, port, self.folder / "serve.log", env=self.environment) as process:
            yield process, port


@contextlib.contextmanager
def private_postgres(folder):
    try:
        started = subprocess.run(
            ["scripts/test-postgres", "start", folder], check=True, stdout=subprocess.PIPE, text=True)
        yield started.stdout.strip()
    finally:
        subprocess.run(["scripts/test-postgres", "stop", folder])


def pgbench(url, text, folder, connections, seconds, **variables):
    """Transactions a second of these statements."""
    script = folder / "statements.sql"
    script.write_text(text)
    given = [word for name, value in variables.items() for word in ("-D", f"{name}={value}")]
    done = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", str(connections), "-j", "1", "-T", str(seconds), *given, "-f", script, url],
        capture_output=True, text=True)
    rate = re.search(r"tps = ([\d.]+)", done.stdout)
    failed = re.search(r"failed transactions: (\d+)", done.stdout)
    if done.returncode or not rate or failed and int(failed[1]):
        sys.exit(f"bench: pgbench failed: {done.stdout}\n{done.stderr[-2000:]}")
    return float(rate[1])


def identifier(number):
    return f"00000000-0000-7000-8000-{number:012d}"


def schema(url, name):
    """The address of a schema of its own on the same server."""
    psql = ["psql", "-q", url, "-c", f"CREATE SCHEMA {name}"]
    subprocess.run(psql, check=True)
    return f"{url}?options=-csearch_path%3D{name}"
