"""Runs the program on what stands between it and PostgreSQL in large installations, for real: PgBouncer in transaction
mode, a read replica that falls behind, stops and is promoted, and Patroni with etcd, whose leader is killed while people
get points.

usage: run.py [VITRINA] [PART]
    VITRINA   the program ($VITRINA_PROGRAM or .build/vitrina)
    PART      pgbouncer, replica or patroni; else all of them

A part whose packages are not installed is left out, with a word about it; `scripts/packages test` installs them. Nothing
leaves 127.0.0.1.
"""

import collections
import concurrent.futures
import contextlib
import csv
import glob
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
WRITERS = 4
# For a query of a standby that replays; it takes 0.2 s until it is cancelled.
QUERY_TRIES = 20
# Patroni's own bounds: the leader's key in etcd lives so long without it.
LIFE, LOOK = 20, 2
# The key's life, a look of the standby, its promotion, and the next attempt of each writer.
OUTAGE_MAX = LIFE + 25
# PgBouncer has fewer connections to PostgreSQL than one server of the program to PgBouncer.
POOL = 3
# The seconds that a read replica may be behind, and the age that a report has at most, with a look each second.
BEHIND = 2
AGE = BEHIND + 5


def tool(name):
    """The path of a program, also of those that only root has in PATH; None if it is not installed."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/local/sbin")


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def until(what, found, seconds=60):
    """Waits for a result of `found`, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
            if result := found():
                return result
        time.sleep(0.1)
    sys.exit(f"cluster: {what} has not come")


def get_json(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")


def query(url, sql):
    """The answer of PostgreSQL; a standby is asked again while it cancels what is in the way of its replaying."""
    for _ in range(QUERY_TRIES):
        done = subprocess.run(["psql", "-qtAX", "-v", "ON_ERROR_STOP=1", url, "-c", sql], capture_output=True, text=True)
        if not done.returncode:
            return done.stdout.strip()
        if "conflict with recovery" not in done.stderr:
            break
    sys.exit(f"cluster: {sql}: {done.stderr}")


# PostgreSQL, Patroni and PgBouncer refuse to run as root.
AS_USER = ["runuser", "-u", "nobody", "--"] if os.getuid() == 0 else []


@contextlib.contextmanager
def running(command, log, **options):
    """A process with all its children, which end with the block."""
    with open(log, "a") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   start_new_session=True, **options)
    try:
        yield process
    finally:
        end(process)


def end(process, number=signal.SIGTERM):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Program:
    """Commands and servers on one database."""

    def __init__(self, path, folder, url):
        self.path, self.folder = path, folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        self.environment = kept | {
            "VITRINA_POSTGRES": url, "VITRINA_DATA": str(folder / "data"), "VITRINA_CONTEXT": "none", "VITRINA_PORT": "0",
            "VITRINA_RATE_LIMIT": "0", "LANG": "C.UTF-8", "LANGUAGE": "en", "VITRINA_BACKUP_TO": str(folder / "backups"),
        }

    def run(self, *arguments, allowed=(0,)):
        done = subprocess.run([self.path, *arguments], env=self.environment, capture_output=True, text=True, cwd=TOP)
        if done.returncode not in allowed:
            sys.exit(f"cluster: vitrina {' '.join(arguments)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def prepare(self):
        """The demo, an owner's token, and some people of it."""
        self.run("migrate", "--yes")
        self.run("seed")
        self.run("staff", "add", "--email", "owner@example.com", "--role", "owner", "--json")
        self.token = json.loads(self.run("tokens", "create", "--name", "cluster", "--role", "owner", "--json"))["token"]

    @contextlib.contextmanager
    def serving(self, name):
        """The port of a server."""
        log = self.folder / f"{name}.log"
        # A server makes the backup of the night by itself, at once if there is none; here a command makes them.
        environment = {name: value for name, value in self.environment.items() if name != "VITRINA_BACKUP_TO"}
        with open(log, "w") as errors:
            process = subprocess.Popen([self.path, "serve"], env=environment, stdout=subprocess.PIPE, stderr=errors,
                                       text=True, cwd=TOP)
        try:
            line = ""
            while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", line)):
                line = process.stdout.readline()
                if not line:
                    sys.exit(f"cluster: the server has not started: {log.read_text()[-2000:]}")
            yield int(found[1])
        finally:
            process.terminate()
            process.wait(timeout=90)

    def call(self, port, method, path, body=None, key=None, timeout=30):
        """Status and body of an answer."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        with contextlib.closing(connection):
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read()
        return answer.status, json.loads(text) if text.startswith((b"{", b"[")) else text

    def people(self, port):
        status, page = self.call(port, "GET", "/admin/api/v1/mall/users?limit=20&confirmed=true&blocked=false")
        assert status == 200, page
        return [line["id"] for line in page["items"]][:WRITERS]

    def check(self):
        """The books balance, and nothing is wrong with the installation."""
        sums = json.loads(self.run("points", "verify", "--json"))
        assert sums["is_sound"], sums
        # Warnings, such as a missing backup, are no fault of what is tested.
        self.run("doctor")


class Witness:
    """Gives people points, one after another; remembers what was acknowledged, and asks again under the same key for what
    was not."""

    def __init__(self, program, ports, people):
        self.program, self.ports, self.people = program, ports, people
        self.acknowledged = collections.defaultdict(list)
        # Done by what the server says, while the answer itself is lost.
        self.unanswered = set()
        # The moments of all acknowledgements.
        self.moments = []
        self.faults = collections.Counter()
        self.last = None
        self.stop = threading.Event()
        self.lock = threading.Lock()

    def write(self, writer):
        person = self.people[writer]
        number = 0
        while not self.stop.is_set():
            number += 1
            key = f"witness-{writer}-{number}"
            end = time.monotonic() + 3 * OUTAGE_MAX
            while not self.give(writer, person, key, number):
                if time.monotonic() > end:
                    raise RuntimeError(f"{key} was never acknowledged: {self.faults}, {self.last}")
                time.sleep(0.25)

    def give(self, writer, person, key, number):
        port = self.ports[number % len(self.ports)]
        try:
            status, answer = self.program.call(
                port, "POST", f"/admin/api/v1/mall/users/{person}/points", {"change": 1, "reason": key}, key)
        except (OSError, http.client.HTTPException) as error:
            with self.lock:
                self.faults[type(error).__name__] += 1
            return False
        with self.lock:
            if status == 201:
                self.acknowledged[person].append((key, answer["id"]))
                self.moments.append(time.monotonic())
                return True
            self.faults[status] += 1
            self.last = answer
        if status == 409 and "its answer is lost" in answer["detail"]:
            # The leader died between the commit and its acknowledgement: what was done is never done again.
            with self.lock:
                self.unanswered.add(key)
                self.moments.append(time.monotonic())
            return True
        # 409: the first attempt may still be running. What else is no outage is a fault.
        if status not in (409, 500, 503):
            raise RuntimeError(f"{key}: {status} {answer}")
        return False

    @contextlib.contextmanager
    def writing(self):
        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            writers = [pool.submit(self.write, number) for number in range(len(self.people))]
            try:
                yield
            finally:
                self.stop.set()
            for writer in writers:
                writer.result()

    def longest_pause(self):
        moments = sorted(self.moments)
        return max(later - earlier for earlier, later in zip(moments, moments[1:]))

    def check(self, url):
        """Each acknowledged act is in the ledger exactly once, and there is none that was not asked for."""
        rows = query(url, "SELECT id, note FROM points_entries WHERE note LIKE 'witness-%'").splitlines()
        found = dict(row.split("|") for row in rows)
        told = {id: key for acts in self.acknowledged.values() for key, id in acts}
        lost = {key for id, key in told.items() if found.get(id) != key}
        assert not lost, f"{len(lost)} acknowledged acts are lost: {sorted(lost)[:10]}"
        twice = [key for key, count in collections.Counter(found.values()).items() if count > 1]
        assert not twice, f"done twice: {twice[:10]}"
        missing = self.unanswered - set(found.values())
        assert not missing, f"not done, although the server says so: {sorted(missing)[:10]}"
        # The last attempt of each writer was answered, too.
        assert len(found) == len(told) + len(self.unanswered), (len(found), len(told), len(self.unanswered))
        return len(found)


# MARK: PgBouncer

PGBOUNCER = """\
[databases]
vitrina = host=127.0.0.1 port={server} dbname=postgres user=vitrina
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
admin_users = vitrina
pool_mode = transaction
default_pool_size = {pool}
max_client_conn = 200
logfile = {folder}/pgbouncer.log
"""
# What another program leaves behind on the connections that all of them share.
STRANGER = """\
SET timezone = 'Asia/Tokyo'; SET datestyle = 'German'; SET bytea_output = 'escape'; SET synchronous_commit = off;
SET statement_timeout = '3s'; SET extra_float_digits = -5; PREPARE s1 AS SELECT 1; PREPARE s2 AS SELECT 2;
"""


def pgbouncer(path, folder):
    server = folder / "server"
    started = subprocess.run([TOP / "scripts/test-postgres", "start", server, "fast"], stdout=subprocess.PIPE, text=True)
    if started.returncode:
        sys.exit("cluster: PostgreSQL has not started")
    try:
        direct = started.stdout.strip()
        port = free_port()
        settings = folder / "pgbouncer.ini"
        settings.write_text(PGBOUNCER.format(server=direct.rsplit(":", 1)[1].split("/")[0], port=port, pool=POOL, folder=folder))
        with running([*AS_USER, tool("pgbouncer"), settings], folder / "pgbouncer.out"):
            url = f"postgresql://vitrina@127.0.0.1:{port}/vitrina"
            until("PgBouncer", lambda: socket.create_connection(("127.0.0.1", port)).close() or True)
            through_pgbouncer(Program(path, folder, url), url, direct, f"postgresql://vitrina@127.0.0.1:{port}/pgbouncer")
    finally:
        subprocess.run([TOP / "scripts/test-postgres", "stop", server], check=False)


def busy(console):
    """The number of connections to PostgreSQL that a client holds, and of clients that wait for one."""
    done = subprocess.run(["psql", "-qAX", "-P", "footer=off", console, "-c", "SHOW POOLS"], capture_output=True, text=True,
                          check=True)
    names, *rows = [line.split("|") for line in done.stdout.splitlines()]
    pools = [dict(zip(names, row)) for row in rows]
    return sum(int(pool["sv_active"]) + int(pool["cl_waiting"]) for pool in pools if pool["database"] == "vitrina")


def poison(url):
    """As many strangers at once as there are connections, so that each of these has met one."""
    strangers = [subprocess.Popen(["psql", "-qX", url, "-c", f"BEGIN; {STRANGER} SELECT pg_sleep(0.2); COMMIT;"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(POOL)]
    for stranger in strangers:
        stranger.wait()


def through_pgbouncer(program, url, direct, console):
    program.prepare()
    poison(url)
    with program.serving("first") as first, program.serving("second") as second:
        people = program.people(first)
        witness = Witness(program, [first, second], people)
        with witness.writing():
            for _ in range(3):
                poison(url)
                # Long work beside it: a cursor, a snapshot, and many rows at once.
                program.run("backup", "create")
                program.run("offers", "export", "--to", str(program.folder / "offers.csv"))
                program.run("offers", "import", str(program.folder / "offers.csv"), "--yes")
        count = witness.check(direct)
        assert not witness.faults, witness.faults
        # A time that was read on a connection with a stranger's zone and form.
        status, page = program.call(first, "GET", "/admin/api/v1/mall/points?limit=1")
        at = page["items"][0]["created_at"]
        age = float(query(direct, f"SELECT extract(epoch FROM now() - '{at}'::timestamptz)"))
        assert status == 200 and 0 <= age < 120, (at, age)
        seen = changes_are_seen(program, first, second)
        # No client may keep a connection while it does nothing; a look each second takes a moment.
        until("a moment at which no client holds a connection", lambda: busy(console) == 0, seconds=10)
        listening = query(direct, "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        assert listening == "0", "somebody listens on a shared connection"
    program.run("backup", "verify", "latest", "--trial")
    program.run("doctor", "--deep")
    program.check()
    print(f"cluster: {count} acts of two servers through PgBouncer, none lost, on {POOL} connections to PostgreSQL; a "
          f"change is seen by the other server after {seen:.1f} s")


def changes_are_seen(program, first, second):
    """The time after which the second server answers an app with what the first one has written."""
    status, page = program.call(first, "GET", "/admin/api/v1/mall/shops?limit=1&state=live")
    assert status == 200, page
    shop = page["items"][0]["id"]
    name = f"Shop {time.monotonic_ns()}"
    program.run("shops", "edit", shop, "--set", f"name={name}", "--publish")
    began = time.monotonic()

    def found():
        _, answer = program.call(second, "GET", f"/api/v1/shops/{shop}")
        return name in json.dumps(answer, ensure_ascii=False)

    until("the change on the other server", found, seconds=10)
    return time.monotonic() - began


# MARK: A read replica

@contextlib.contextmanager
def postgres(folder, *words):
    """The address of a PostgreSQL that `scripts/test-postgres` makes by these words; it ends with the block."""
    started = subprocess.run([TOP / "scripts/test-postgres", *words], stdout=subprocess.PIPE, text=True)
    if started.returncode:
        sys.exit("cluster: PostgreSQL has not started")
    try:
        yield started.stdout.strip()
    finally:
        subprocess.run([TOP / "scripts/test-postgres", "stop", folder], check=False, stderr=subprocess.DEVNULL)


def replica(path, folder):
    primary, standby = folder / "primary", folder / "standby"
    with postgres(primary, "start", primary, "fast") as url:
        program = Program(path, folder, url)
        program.prepare()
        with postgres(standby, "follow", standby, primary) as second:
            program.environment |= {"VITRINA_READ_REPLICA": second, "VITRINA_READ_REPLICA_SECONDS": str(BEHIND)}
            with program.serving("server") as port:
                beside_a_replica(Reports(program, port), url, second, standby)
            program.check()


class Reports:
    """What a server says of its read replica, and the reports that it gives."""

    def __init__(self, program, port):
        self.program, self.port = program, port

    def get(self, path):
        status, answer = self.program.call(self.port, "GET", path)
        assert status == 200, (path, status, answer)
        return answer

    def comes(self, state):
        """Waits until each part of the server says so; it is ready all the while."""
        expected = {"behind": ["replica_lag"], "away": ["replica"], "no_standby": ["replica"], "ok": []}[state]
        metric = f'vitrina_database_replica_state{{state="{state}"}} 1'

        def is_told():
            told = self.get("/admin/api/v1/status")["health"]["replica"]["state"]
            checks = self.get("/readyz")["checks"]
            warned = [name for name in ("replica", "replica_lag") if checks[name] != "ok"]
            return told == state and warned == expected and metric in self.get("/metrics").decode().splitlines()

        until(f"the state {state} of the replica", is_told)

    def counted(self):
        """The numbers of reads that the replica and the primary have answered."""
        text = self.get("/metrics").decode()
        found = dict(re.findall(r'^vitrina_database_reports_total\{server="(\w+)"\} (\d+)', text, re.M))
        return int(found["replica"]), int(found["primary"])

    def answered_by(self, server):
        """Asks for reports, which come from this server; returns the cells of an export."""
        before = self.counted()
        rows = list(csv.reader(self.get("/admin/api/v1/mall/points/export").decode().splitlines()))
        assert self.get("/admin/api/v1/mall/points/verify")["is_sound"]
        after = self.counted()
        replica, primary = after[0] - before[0], after[1] - before[1]
        # A single read may have held up the replaying, and gone to the primary.
        assert replica > 0 if server == "replica" else replica == 0 < primary, (server, before, after)
        return {cell for row in rows for cell in row}

    def are_young(self, witness, server):
        """What was acknowledged some seconds ago is in the next report, from either server."""
        with witness.lock:
            known = {key for acts in witness.acknowledged.values() for key, _ in acts}
        assert known
        time.sleep(AGE)
        missing = known - self.answered_by(server)
        assert not missing, f"{len(missing)} acts are not in a report by the {server}: {sorted(missing)[:10]}"
        return len(known)


def beside_a_replica(reports, url, second, standby):
    program = reports.program
    reports.comes("ok")
    reports.answered_by("replica")
    witness = Witness(program, [reports.port], program.people(reports.port))
    with witness.writing():
        time.sleep(1)
        reports.are_young(witness, "replica")
        query(second, "SELECT pg_wal_replay_pause()")
        reports.comes("behind")
        reports.are_young(witness, "primary")
        query(second, "SELECT pg_wal_replay_resume()")
        reports.comes("ok")
        reports.are_young(witness, "replica")
        # Lost with what runs on it.
        subprocess.run([TOP / "scripts/test-postgres", "kill", standby], check=True)
        reports.comes("away")
        reports.are_young(witness, "primary")
        subprocess.run([TOP / "scripts/test-postgres", "again", standby], check=True)
        reports.comes("ok")
        reports.are_young(witness, "replica")
        # It goes on by itself from here, and has nothing of what is written from now on.
        query(second, "SELECT pg_promote()")
        reports.comes("no_standby")
        count = reports.are_young(witness, "primary")
    assert not witness.faults, witness.faults
    total = witness.check(url)
    replica, primary = reports.counted()
    print(f"cluster: {total} acts beside a read replica that was behind, killed and promoted; {replica} reads of reports "
          f"came from it and {primary} from the primary, each with all {count} acts that were {AGE} s old")


# MARK: Patroni

PATRONI = """\
scope: vitrina
name: {name}
restapi: {{listen: "127.0.0.1:{api}", connect_address: "127.0.0.1:{api}"}}
etcd3: {{host: "127.0.0.1:{etcd}"}}
bootstrap:
  dcs:
    ttl: {life}
    loop_wait: {look}
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {{max_connections: 100, wal_log_hints: "on"}}
  initdb: [{{encoding: UTF8}}, {{locale: C.UTF-8}}, data-checksums]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {folder}/{name}/data
  bin_dir: {bin}
  pgpass: {folder}/{name}/pgpass
  authentication:
    superuser: {{username: vitrina}}
    replication: {{username: replicator}}
    rewind: {{username: vitrina}}
  pg_hba: ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
  parameters: {{unix_socket_directories: "{folder}/{name}"}}
"""


class Node:
    """A PostgreSQL with its Patroni."""

    def __init__(self, name, folder, etcd):
        self.name, self.port, self.api = name, free_port(), free_port()
        self.folder = folder / name
        self.folder.mkdir()
        self.folder.chmod(0o700)
        self.settings = folder / f"{name}.yml"
        binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))[-1]
        self.settings.write_text(PATRONI.format(name=name, api=self.api, etcd=etcd, life=LIFE, look=LOOK, port=self.port,
                                                folder=folder, bin=binaries))
        if AS_USER:
            shutil.chown(self.folder, "nobody")
        self.log = folder / f"{name}.log"
        self.process = None

    def start(self):
        with open(self.log, "a") as output:
            # A process group of its own, so that it ends together with PostgreSQL.
            self.process = subprocess.Popen([*AS_USER, tool("patroni"), self.settings], stdin=subprocess.DEVNULL, stdout=output,
                                            stderr=output, start_new_session=True)

    def role(self):
        status, answer = get_json(self.api, "/patroni")
        return answer["role"], answer["state"], answer

    def is_leader(self):
        role, state, _ = self.role()
        return role in ("master", "primary", "leader") and state == "running"

    def is_synchronous(self):
        return get_json(self.api, "/synchronous")[0] == 200

    def kill(self):
        """Patroni and PostgreSQL end at once, as a machine does that loses its power."""
        try:
            postmaster = int((self.folder / "data/postmaster.pid").read_text().split()[0])
        except OSError:
            postmaster = None
        for group in {self.process.pid, postmaster} - {None}:
            for child in family(group):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            for child in family(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=30)
        if self.process:
            self.kill()


def family(process):
    """A process and its descendants."""
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], stdout=subprocess.PIPE, text=True).stdout.split()
    return [process, *(other for child in children for other in family(int(child)))]


@contextlib.contextmanager
def etcd(folder):
    client, peer = free_port(), free_port()
    command = [tool("etcd"), "--name", "e", "--data-dir", folder / "etcd",
               "--listen-client-urls", f"http://127.0.0.1:{client}", "--advertise-client-urls", f"http://127.0.0.1:{client}",
               "--listen-peer-urls", f"http://127.0.0.1:{peer}", "--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}",
               "--initial-cluster", f"e=http://127.0.0.1:{peer}"]
    with running(command, folder / "etcd.log"):
        until("etcd", lambda: get_json(client, "/health")[1]["health"] == "true")
        yield client


def patroni(path, folder):
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(etcd(folder))
        nodes = [Node(name, folder, client) for name in ("north", "south")]
        for node in nodes:
            stack.callback(node.stop)
        nodes[0].start()
        until("a leader", nodes[0].is_leader)
        nodes[1].start()
        until("a synchronous standby", nodes[1].is_synchronous)
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        program = Program(path, folder, f"postgresql://vitrina@{hosts}/postgres?target_session_attrs=read-write")
        program.prepare()
        through_a_failover(program, nodes)


def through_a_failover(program, nodes):
    leader, standby = nodes
    with program.serving("server") as port:
        witness = Witness(program, [port], program.people(port))
        with witness.writing():
            time.sleep(3)
            assert standby.is_synchronous(), "the standby is not synchronous"
            before = len(witness.moments)
            began = time.monotonic()
            leader.kill()
            until("a new leader", standby.is_leader, seconds=OUTAGE_MAX)
            promoted = time.monotonic() - began
            until("writes on the new leader", lambda: any(at > began + promoted for at in list(witness.moments)),
                  seconds=OUTAGE_MAX)
            time.sleep(3)
        pause = witness.longest_pause()
        assert pause < OUTAGE_MAX, f"writes were away for {pause:.0f} s"
        url = f"postgresql://vitrina@127.0.0.1:{standby.port}/postgres"
        count = witness.check(url)
        # The old leader comes back as a standby of the new one.
        leader.start()
        until("the old leader as a standby", leader.is_synchronous, seconds=90)
        assert not leader.is_leader() and standby.is_leader()
        # And a planned switch, as before maintenance.
        again = Witness(program, [port], witness.people)
        again.acknowledged, again.unanswered = witness.acknowledged, witness.unanswered
        switched = switch_over(again, standby, leader)
        total = again.check(f"postgresql://vitrina@127.0.0.1:{leader.port}/postgres")
        program.check()
    faults = ", ".join(f"{count} of {fault}" for fault, count in (witness.faults + again.faults).items())
    print(f"cluster: the leader was killed after {before} acts; a new one led after {promoted:.1f} s, writes came back by "
          f"themselves after {pause:.1f} s; {count} acknowledged acts, none lost, none done twice")
    print(f"cluster: a planned switch held up writes for {switched:.1f} s; {total - count} more acts, none lost "
          f"(refused meanwhile: {faults or 'nothing'})")


def switch_over(witness, leader, candidate):
    """The time for which a planned switch of leaders holds up writes."""
    # Keys of their own.
    give = witness.give
    witness.give = lambda writer, person, key, number: give(writer, person, key.replace("witness-", "witness-again-"), number)
    with witness.writing():
        time.sleep(2)
        connection = http.client.HTTPConnection("127.0.0.1", leader.api, timeout=60)
        connection.request("POST", "/switchover", json.dumps({"leader": leader.name, "candidate": candidate.name}),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        until("the switch", candidate.is_leader)
        moment = time.monotonic()
        until("writes after the switch", lambda: any(at > moment for at in list(witness.moments)))
        time.sleep(2)
    return witness.longest_pause()


PARTS = {
    "pgbouncer": (pgbouncer, ["pgbouncer", "psql"]),
    "replica": (replica, ["psql"]),
    "patroni": (patroni, ["patroni", "etcd", "psql"]),
}


def main(arguments):
    # So that `finally` blocks run when somebody ends this.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parts = [word for word in arguments if word in PARTS] or list(PARTS)
    program = os.environ.get("VITRINA_PROGRAM", TOP / ".build/vitrina")
    path = next((word for word in arguments if word not in PARTS), program)
    for name in parts:
        body, wanted = PARTS[name]
        missing = [program for program in wanted if not tool(program)]
        if missing or not glob.glob("/usr/lib/postgresql/*/bin"):
            print(f"cluster: {name} is left out: {', '.join(missing) or 'PostgreSQL'} is not installed "
                  "(scripts/packages test installs it)")
            continue
        with tempfile.TemporaryDirectory(prefix="vitrina-cluster.") as folder:
            os.chmod(folder, 0o777)
            try:
                body(path, pathlib.Path(folder))
            except BaseException:
                for log in sorted(pathlib.Path(folder).glob("*.log")):
                    print(f"== {log.name}\n{log.read_text()[-3000:]}", file=sys.stderr)
                raise


if __name__ == "__main__":
    main(sys.argv[1:])
