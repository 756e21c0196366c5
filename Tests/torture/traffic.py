"""Workers that send random, seeded traffic, and tell the witness of every change."""

import itertools
import random
import subprocess
import threading
import time

from torture import doors
from torture.client import Lost, Refused
from torture.witness import KEPT, MAYBE, REFUSED, Record

# What an answer says if the change may have been kept, although it is no success.
UNCERTAIN = ("Check whether it is saved", "Check what it did", "Проверьте", "is still being carried out",
             "ещё выполняется")
RUN = itertools.count()


class Load:
    """Workers on some servers, until `stop`. Answers of 503 must be declared (`may_503`); 500 is always a fault."""

    def __init__(self, stage, servers, workers=6, weights=None, may_503=False, persistent=True, repeats=True,
                 commands=False, timeout=60, pause=0):
        self.stage, self.servers, self.witness = stage, servers, stage.witness
        self.cast, self.seed = stage.place.cast, stage.seed
        self.weights = weights or doors.WEIGHTS | ({doors.command: 2} if commands else {})
        self.may_503, self.repeats = may_503, repeats
        self.is_over, self.pause = threading.Event(), pause
        self.workers = [Worker(self, number, persistent, timeout) for number in range(workers)]

    def __enter__(self):
        for worker in self.workers:
            worker.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        self.is_over.set()
        for worker in self.workers:
            worker.join(180)
            if worker.is_alive():
                self.witness.fault("a worker never came back")

    def acknowledged(self):
        return self.witness.count(KEPT)

    def more(self, count, seconds=60):
        """Waits until so many more changes are acknowledged."""
        goal, end = self.acknowledged() + count, time.monotonic() + seconds
        while self.acknowledged() < goal:
            if time.monotonic() > end:
                self.witness.fault(f"not even {count} changes were acknowledged in {seconds} s")
                return
            time.sleep(0.005)


class Worker(threading.Thread):
    """One person with one connection to one server; on the loss of it, to the next server."""

    def __init__(self, load, number, persistent, timeout):
        super().__init__(daemon=True)
        self.load, self.number, self.witness = load, number, load.witness
        people = load.cast["people"]
        self.person = people[1 + number % (len(people) - 1)]
        self.random = random.Random(f"{load.seed}/{load.stage.name}/{number}")
        self.run_number, self.count, self.versions = next(RUN), 0, {}
        self.clients = [server.client(persistent=persistent, timeout=timeout) for server in load.servers]
        self.turn = number

    @property
    def client(self):
        return self.clients[self.turn % len(self.clients)]

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.load.seed}-{self.run_number}-{self.count}"

    def run(self):
        acts, weights = list(self.load.weights), list(self.load.weights.values())
        while not self.load.is_over.is_set():
            act = self.random.choices(acts, weights)[0]
            try:
                act(self)
            except Exception as error:  # noqa: BLE001  An answer that cannot be read is a fault of the program.
                self.witness.fault(f"{act.__name__}: {type(error).__name__} {error}")
            if self.load.pause:
                self.load.is_over.wait(self.random.expovariate(1 / self.load.pause))
        for client in self.clients:
            client.close()

    def ask(self, method, path, body, headers, staff):
        """The answer, or the exception that came instead; statuses that must not be are told."""
        began = time.monotonic()
        try:
            answer = self.client.send(method, path, body, headers, staff)
        except (Lost, Refused) as error:
            self.turn += 1
            return error
        self.witness.saw(answer.status, time.monotonic() - began)
        away = path.startswith("/api/v3/") and answer.status == 500 and answer.headers.get("Retry-After")
        if answer.status >= 500 and answer.status != 503 and not (away and self.load.may_503):
            self.witness.fault(f"{method} {path.split('?')[0]}: {answer}")
        if answer.status == 503 and (not self.load.may_503 or not answer.body):
            self.witness.fault(f"{method} {path.split('?')[0]}: {answer}")
        return answer

    def send(self, method, path, body=None, headers=None, staff=True):
        """The answer; None if there was none."""
        answer = self.ask(method, path, body, headers, staff)
        if isinstance(answer, (Lost, Refused)):
            time.sleep(0.02)
            return None
        if answer.status == 503:
            time.sleep(0.02)
        return answer

    def read(self, path, staff=True):
        answer = self.send("GET", path, staff=staff)
        if answer and answer.status not in (200, 404, 503, 500):
            self.witness.fault(f"GET {path}: {answer}")
        return answer

    def write(self, kind, name, method, path, body, headers=None, staff=True, is_keyed=True, key=None, proof=None,
              subject=None):
        """Sends a change, and again under its key while it is unknown whether it was done."""
        record = Record(kind, name, subject)
        self.witness.add(record)
        headers = dict(headers or {}) | ({"Idempotency-Key": key or name} if is_keyed else {})
        for attempt in range(200):
            # Until the answer is there nobody knows.
            was, record.state = record.state, MAYBE
            answer = self.ask(method, path, body, headers, staff)
            if isinstance(answer, Refused):
                record.state = was
            elif not isinstance(answer, Lost):
                self.judge(record, was, answer, proof)
                if record.state == KEPT or answer.status < 500 and answer.status != 409:
                    break
            if record.state == REFUSED or not is_keyed or not self.load.repeats or self.load.is_over.is_set():
                break
            self.load.is_over.wait(min(0.05 * (attempt + 1), 0.5))
        return record

    def judge(self, record, was, answer, proof):
        record.answer = str(answer)[:160]
        if answer.is_done:
            record.proof = proof(answer) if proof else None
            record.state = KEPT
        elif answer.status >= 500 or answer.status == 409:
            is_uncertain = any(words in answer.text for words in UNCERTAIN)
            record.state = MAYBE if is_uncertain or was == MAYBE else REFUSED
        else:
            record.state = was

    def command(self, choice):
        """Runs the command line; exit codes 69 and 75 are its words for a database that is away or busy."""
        kind, words, name = choice
        record = Record(kind or "command", name)
        record.state = MAYBE
        if kind:
            self.witness.add(record)
        try:
            done = self.load.stage.place.command(*words, timeout=90)
        except subprocess.TimeoutExpired:
            self.witness.fault(f"vitrina {' '.join(words[:2])} did not end in 90 s")
            return
        if done.returncode == 0:
            record.state = KEPT
        elif done.returncode not in (69, 75) or not self.load.may_503:
            self.witness.fault(f"vitrina {' '.join(words[:2])} ended with {done.returncode}: {done.stderr[-300:]}")
