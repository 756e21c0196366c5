"""Sends what nobody should to the apps' APIs, made of their own descriptions: no answer may be a fault of the server,
and each must be what the description says.

usage: fuzz.py VITRINA DATA
    DATA   a directory with a migrated database
"""

import os
import re
import subprocess
import sys
import tempfile
import time

CHECKS = "not_a_server_error,response_schema_conformance,content_type_conformance"


# What the server calls the apps when it starts, and where their addresses begin.
APPS = {"Mall": "/api/v1", "Accounts": "/api"}


def address(server, log, app, prefix):
    """Where the API of an app is, once the server has told."""
    for _ in range(200):
        log.seek(0)
        found = re.search(rf"^{app}\s+(http://[^/\s]+{prefix})$", log.read(), re.MULTILINE)
        if found:
            return found.group(1)
        if server.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit("fuzz: the server did not start")


def fuzz(server, base):
    with tempfile.TemporaryDirectory() as directory:
        command = [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", f"{base}/openapi.json",
            "--url", base, "--max-examples", os.environ.get("VITRINA_FUZZ", "15"), "--checks", CHECKS,
            "--phases", "examples,coverage,fuzzing", "--workers", "2", "--request-timeout", "20",
            "--generation-database", "none", "--suppress-health-check", "all",
        ]
        outcome = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=900)
    output = outcome.stdout + outcome.stderr
    if outcome.returncode or server.poll() is not None:
        print(output)
        sys.exit("fuzz: an answer was wrong, see above")
    print(f"fuzz: {base}", re.findall(r"(\d+ generated)", output)[-1:] or "done")


def main(vitrina, data):
    environment = {
        **os.environ,
        "VITRINA_DATA": data,
        "VITRINA_PORT": "0",
        "VITRINA_RATE_LIMIT": "0",
        "VITRINA_MODE": "development",
    }
    seed = subprocess.run([vitrina, "seed"], env=environment, capture_output=True, text=True)
    if seed.returncode:
        sys.exit(f"fuzz: {seed.stderr}")
    log = tempfile.TemporaryFile("w+")
    server = subprocess.Popen([vitrina, "serve"], env=environment, stdout=log, stderr=log, text=True)
    try:
        for app, prefix in APPS.items():
            fuzz(server, address(server, log, app, prefix))
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
