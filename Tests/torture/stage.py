"""What each fault gets: a fresh copy of the demo, the witness, and what is checked after every fault."""

import shutil
import time

from torture.traffic import Load
from torture.witness import KEPT, MAYBE, REFUSED, Witness, found

# Seconds after which service must be back; a busy machine needs more than an idle one.
BACK = 15
FAULTS = []


def both(english, russian):
    """A text of the document, in the languages that it has."""
    return {"en": english, "ru": russian}


class Fault:
    def __init__(self, name, databases, shows, body, is_slice):
        self.name, self.databases, self.shows, self.body, self.is_slice = name, databases, shows, body, is_slice


class Skip(Exception):
    """This machine cannot do it; the text says why."""

    def __init__(self, english, russian):
        super().__init__(english)
        self.reason = both(english, russian)


def fault(name, english, russian, on=("sqlite", "postgres"), in_slice=()):
    """Declares a fault: what it must show, on which databases, and on which of them the short run in scripts/test has it."""
    def declare(body):
        FAULTS.append(Fault(name, on, both(english, russian), body, in_slice))
        return body
    return declare


class Stage:
    """One fault on one database."""

    def __init__(self, fault, workshop, database, seed, seconds):
        self.name, self.seed, self.seconds = f"{fault.name}-{database}", seed, seconds
        self.workshop, self.database = workshop, database
        self.place = workshop.copy(database, self.name)
        self.witness = Witness()
        self.failures, self.notes, self.back = [], [], None
        self.lost = self.doubled = None

    @property
    def cluster(self):
        return self.workshop.cluster

    def load(self, *servers, **more):
        return Load(self, servers, **more)

    def expect(self, holds, text):
        if not holds:
            self.failures.append(text)
        return holds

    def note(self, english, russian):
        """Keeps what was measured beside, for the document."""
        self.notes.append(both(english, russian))

    def is_back(self, server, write=True):
        """Measures how long the service stays away from now on."""
        self.back = server.until_served(BACK * 4, write=write)
        self.expect(self.back is not None and self.back <= BACK, f"service was not back within {BACK} s ({self.back})")

    def settle(self, server):
        """Compares the database with the witness, and lets the program check itself."""
        lost, doubled, ghosts, done = self.witness.compare(found(self.place, server.client(), self.witness))
        self.lost, self.doubled = len(lost), len(doubled)
        self.expect(not lost, f"acknowledged and lost: {', '.join(lost[:5])}")
        self.expect(not doubled, f"there twice: {', '.join(doubled[:5])}")
        self.expect(not ghosts, f"refused and yet there: {', '.join(ghosts[:5])}")
        self.witness.cut = done
        self.check_itself()

    def check_itself(self, place=None):
        place = place or self.place
        checks = [["doctor"], ["doctor", "--deep"], ["points", "verify"], ["cruise", "books"]]
        if self.workshop.has_audit_verify:
            checks.append(["audit", "verify"])
        for words in checks:
            done = place.command(*words)
            failed = [line for line in done.stdout.splitlines() if line.startswith("FAIL")] or [done.stderr[-300:]]
            self.expect(done.returncode == 0, f"vitrina {' '.join(words)}: {' '.join(failed)}")

    def result(self, seconds):
        self.failures += self.witness.faults
        counts = {state: self.witness.count(state) for state in (KEPT, REFUSED, MAYBE)}
        return {
            "database": self.database, "acknowledged": counts[KEPT], "refused": counts[REFUSED],
            "unknown": counts[MAYBE], "unknown_done": self.witness.cut, "lost": self.lost, "doubled": self.doubled,
            "answers": sum(self.witness.statuses.values()), "unavailable": self.witness.statuses[503],
            "slowest": round(self.witness.slowest, 2), "back": None if self.back is None else round(self.back, 2),
            "notes": self.notes, "failures": self.failures, "seconds": round(seconds, 1),
        }


def run(fault, workshop, database, seed, seconds):
    """The result of one fault, as plain data."""
    began = time.monotonic()
    try:
        stage = Stage(fault, workshop, database, seed, seconds)
    except Exception as error:  # noqa: BLE001
        return {"database": database, "failures": [f"the place could not be made: {error}"]}
    try:
        fault.body(stage)
    except Skip as skip:
        return {"database": database, "skipped": skip.reason, "failures": []}
    except Exception as error:  # noqa: BLE001  One fault that breaks must not keep the others from their turn.
        if workshop.is_debugging:
            raise
        stage.failures.append(f"{type(error).__name__}: {error}")
    finally:
        stage.place.end()
        workshop.heal()
    result = stage.result(time.monotonic() - began)
    if not result["failures"] and not workshop.keeps:
        shutil.rmtree(stage.place.folder, ignore_errors=True)
        workshop.drop(stage.place)
    return result
