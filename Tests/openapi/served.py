"""A server on the demo, and what is asked of it."""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# The names of the APIs in the server's output at its start.
APIS = ("Admin API", "Mall", "Mods", "Stories", "Accounts", "Timetable")


class Served:
    """A server, its log, and where each of its APIs is."""

    def __init__(self, vitrina, data, **settings):
        self.vitrina = vitrina
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        self.environment = kept | {
            "VITRINA_DATA": data, "VITRINA_PORT": "0", "VITRINA_RATE_LIMIT": "0", "VITRINA_MODE": "development",
            "VITRINA_CONTEXT": "none", "LANG": "C.UTF-8",
        } | settings

    def command(self, *arguments):
        """Runs the program; answers what it prints."""
        done = subprocess.run([self.vitrina, *arguments], env=self.environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"vitrina {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    @contextlib.contextmanager
    def running(self):
        """Answers the process and the addresses of the APIs by their names."""
        with tempfile.NamedTemporaryFile("w") as log:
            process = subprocess.Popen([self.vitrina, "serve"], env=self.environment, stdout=log, stderr=log)
            try:
                yield process, addresses(process, log)
            finally:
                process.terminate()
                process.wait()


def addresses(process, log):
    """Where the APIs are, once the server has told."""
    for _ in range(1200):
        # Read by its name: the open file has one position, at which the server writes.
        text = pathlib.Path(log.name).read_text(errors="replace")
        found = {name: re.search(rf"^{name}\s+(http://\S+)$", text, re.MULTILINE) for name in APIS}
        if all(found.values()):
            return {name: place.group(1) for name, place in found.items()}
        if process.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit(f"the server did not start:\n{text}")
