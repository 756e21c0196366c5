"""Makes the place that all faults copy, on each database, and the PostgreSQL of the run."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time

from torture.place import TOP, Place

PEOPLE = 7


class Cluster:
    """A PostgreSQL of its own, which may be killed."""

    def __init__(self, folder):
        self.folder, self.more = folder, {}
        # Not "fast": what is acknowledged must be on the disk.
        self.url = self.script("start").strip()

    def script(self, command):
        done = subprocess.run(["scripts/test-postgres", command, self.folder], cwd=TOP, capture_output=True, text=True,
                              env=os.environ | self.more)
        if done.returncode:
            raise RuntimeError(f"test-postgres {command}: {done.stderr}")
        return done.stdout

    @property
    def port(self):
        return int((self.folder / "port").read_text())

    def of(self, name):
        return self.url.rsplit("/", 1)[0] + f"/{name}"

    def sql(self, text, database="postgres"):
        done = subprocess.run(["psql", "-qtA", "-v", "ON_ERROR_STOP=1", self.of(database)], input=text, text=True,
                              capture_output=True)
        if done.returncode:
            raise RuntimeError(f"psql: {done.stderr}")
        return done.stdout.strip()

    def processes(self):
        """The postmaster and all of its children."""
        first = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(first)], stdout=subprocess.PIPE, text=True).stdout.split()
        return [first, *map(int, children)]

    def signal(self, number):
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def kill(self):
        """Ends every process of it with SIGKILL, as a crash would."""
        processes = self.processes()
        self.signal(signal.SIGKILL)
        # A new one refuses to start while an old process holds its memory.
        while any(is_alive(process) for process in processes):
            time.sleep(0.02)

    def again(self):
        """Starts it; a child of the killed one that has not ended yet keeps the new one from it for a moment."""
        if self.is_up():
            return
        for attempt in range(20):
            (self.folder / "data/postmaster.pid").unlink(missing_ok=True)
            try:
                self.script("again")
                return
            except RuntimeError:
                if attempt == 19:
                    raise RuntimeError((self.folder / "log").read_text()[-1500:]) from None
                time.sleep(0.5)

    def is_up(self):
        return subprocess.run(["pg_isready", "-q", "-t", "2", "-d", self.url]).returncode == 0


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Workshop:
    def __init__(self, program, keeps=False, is_debugging=False):
        self.program, self.keeps, self.is_debugging = program, keeps, is_debugging
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vitrina-torture."))
        # PostgreSQL runs as another user if this runs as root.
        self.folder.chmod(0o755)
        self.templates, self.cluster, self.clock = {}, None, None
        helps = subprocess.run([program, "audit", "verify", "--help"], capture_output=True, text=True)
        self.has_audit_verify = helps.returncode == 0 and "verify" in helps.stdout

    def template(self, database):
        if database not in self.templates:
            url = None
            if database == "postgres":
                self.cluster = self.cluster or Cluster(self.folder / "cluster")
                # A template whose making was interrupted is of no use.
                self.cluster.sql("DROP DATABASE IF EXISTS template_of_all WITH (FORCE)")
                self.cluster.sql("CREATE DATABASE template_of_all")
                url = self.cluster.of("template_of_all")
            place = Place(self.program, self.folder / f"{database}-template", url)
            place.prepare(PEOPLE)
            self.templates[database] = place
        return self.templates[database]

    def copy(self, database, name):
        template, url = self.template(database), None
        if database == "postgres":
            copied = name.replace("-", "_")
            self.cluster.sql(f"DROP DATABASE IF EXISTS {copied}")
            self.cluster.sql(f"CREATE DATABASE {copied} TEMPLATE template_of_all")
            url = self.cluster.of(copied)
        return template.copy(self.folder / f"{name}-{time.monotonic_ns()}", url)

    def drop(self, place):
        if place.url and self.cluster.is_up():
            self.cluster.sql(f"DROP DATABASE IF EXISTS {place.url.rsplit('/', 1)[1].split('?')[0]} WITH (FORCE)")

    def heal(self):
        """A fault that broke off leaves a PostgreSQL that the next one can use."""
        if self.cluster:
            try:
                self.cluster.signal(signal.SIGCONT)
            except (FileNotFoundError, ProcessLookupError):
                pass
            if not self.cluster.is_up():
                self.cluster.again()

    def clock_library(self):
        """The library that sets a process's clock, built by the compiler that comes with Swift."""
        if not self.clock:
            self.clock = self.folder / "ahead.so"
            subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", self.clock, TOP / "Tests/ahead/ahead.c"], check=True)
        return str(self.clock)

    def end(self):
        for place in self.templates.values():
            place.end()
        if self.cluster and self.cluster.is_up():
            self.cluster.script("stop")
        if self.keeps:
            print(f"kept: {self.folder}")
        else:
            subprocess.run(["rm", "-rf", self.folder], check=False)
