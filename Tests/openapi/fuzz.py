"""Sends what nobody should to the mall's API, made of its own description: no answer may be a fault of the server,
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


def address(server, log):
    """Where the mall's API is, once the server has told."""
    for _ in range(200):
        log.seek(0)
        found = re.search(r"^Mall\s+(http://\S+/api/v1)$", log.read(), re.MULTILINE)
        if found:
            return found.group(1)
        if server.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit("fuzz: the server did not start")


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
        base = address(server, log)
        with tempfile.TemporaryDirectory() as directory:
            command = [
                os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", f"{base}/openapi.json",
                "--url", base, "--max-examples", os.environ.get("VITRINA_FUZZ", "15"), "--checks", CHECKS,
                "--phases", "examples,coverage,fuzzing", "--workers", "2", "--request-timeout", "20",
                "--generation-database", "none", "--suppress-health-check", "all",
            ]
            outcome = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=300)
        output = outcome.stdout + outcome.stderr
        if outcome.returncode or server.poll() is not None:
            print(output)
            sys.exit("fuzz: an answer was wrong, see above")
        print("fuzz:", re.findall(r"(\d+ generated)", output)[-1:] or "done")
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
