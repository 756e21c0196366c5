"""Does what the README says first: starts the demo from nothing, signs its owner in, reads what the apps read.

usage: run.py [POSTGRES]

It builds the program as people run it; with the address of a PostgreSQL the demo is kept there.
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ["/", "/mall/home", "/mods/catalogue", "/stories/board", "/accounts", "/flags", "/people", "/system/health"]


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def get(url, cookie=None):
    # As a browser, which gets pages.
    headers = {"Cookie": cookie, "Accept": "text/html"} if cookie else {}
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read()


def sign_in(url, password):
    body = json.dumps({"email": "owner@vitrina.local", "password": password}).encode()
    request = urllib.request.Request(f"{url}/admin/api/v1/session", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


@contextlib.contextmanager
def started(arguments, log):
    """The demo as `scripts/start` serves it; answers its address and what was printed before."""
    port = free_port()
    with open(log, "wb") as output:
        server = subprocess.Popen([TOP / "scripts/start", "--port", str(port), *arguments], stdin=subprocess.DEVNULL,
                                  stdout=output, stderr=subprocess.STDOUT)
    try:
        url = f"http://127.0.0.1:{port}"
        # The first build is slow.
        for _ in range(1800):
            assert server.poll() is None, f"scripts/start ended:\n{log.read_text()[-4000:]}"
            with contextlib.suppress(OSError):
                get(f"{url}/api/v1/offers?on_home=true")
                break
            time.sleep(1)
        yield url, log.read_text()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(120)


def check(url, password):
    assert len(json.loads(get(f"{url}/api/v1/offers?on_home=true"))) > 3
    assert json.loads(get(f"{url}/mods/category/mashiny?limit=20&offset=0"))
    assert json.loads(get(f"{url}/stories/v1/groups/?lang=en"))
    cookie = sign_in(url, password)
    for page in PAGES:
        assert b'data-types="' in get(url + page, cookie), page


def main():
    with tempfile.TemporaryDirectory(prefix="vitrina-start-") as folder:
        data = pathlib.Path(folder) / "data"
        # An existing directory keeps its permissions.
        data.mkdir()
        data.chmod(0o755)
        arguments = ["--data", str(data), *(["--postgres", sys.argv[1], "--demo"] if len(sys.argv) > 1 else [])]
        password = None
        for number in ["first", "second"]:
            with started(arguments, pathlib.Path(folder) / f"{number}.log") as (url, printed):
                found = re.search(r"^password +(\S+)", printed, re.MULTILINE)
                assert bool(found) == (number == "first"), printed[-2000:]
                password = found[1] if found else password
                check(url, password)
                assert data.stat().st_mode & 0o777 == 0o755
            print(f"start: the {number} time", flush=True)


if __name__ == "__main__":
    os.chdir(TOP)
    main()
