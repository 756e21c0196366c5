"""Sends what nobody should to every API, made of its own description: no answer may be a fault of the server, and each
must be what the description says.

usage: fuzz.py VITRINA DATA ADMIN
    DATA    a directory with a database that holds the demo
    ADMIN   the description of the admin API, as the program prints it
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from served import Served

CHECKS = "not_a_server_error,response_schema_conformance,content_type_conformance"
# The number of examples of each operation. The admin API has ten times the operations, and most content types
# share theirs; a night with VITRINA_FUZZ=200 finds more.
EXAMPLES = {"Admin API": 2, "Mall": 10, "Mods": 10, "Stories": 10, "Accounts": 10}
# Streams, which do not end; and operations that would sign the client out.
APART = r"/events$|/session$|/sessions$|/password$|/tokens"
# One of the content types: the others have the same operations.
TYPES = r"/(events|news|promotions|shops|categories|subcategories|tags|mods/mod\w*|stories/story_\w+)(/|$)"


def fuzz(name, base, description, token):
    command = [
        os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", description,
        "--max-examples", os.environ.get("VITRINA_FUZZ", str(EXAMPLES[name])), "--checks", CHECKS,
        "--workers", "1", "--request-timeout", "60", "--generation-database", "none",
        "--suppress-health-check", "all",
    ]
    if name == "Admin API":
        command += [
            "--url", base.removesuffix("/admin/api/v1"), "--phases", "examples,fuzzing",
            "--header", f"Authorization: Bearer {token}",
            "--exclude-path-regex", f"{APART}|{TYPES}",
            # Random hooks must not deliver to random addresses.
            "--exclude-operation-id", "hooks_create", "--exclude-operation-id", "hooks_change",
        ]
    else:
        command += ["--url", base, "--phases", "examples,coverage,fuzzing"]
    with tempfile.TemporaryDirectory() as directory:
        outcome = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=3600)
    output = outcome.stdout + outcome.stderr
    print(f"fuzz: {name}:", *re.findall(r"(\d+ generated)", output)[-1:], flush=True)
    return output if outcome.returncode else ""


def main(vitrina, data, admin):
    program = Served(vitrina, data)
    program.command("staff", "add", "--email", "fuzz@x.ru", "--role", "owner")
    token = json.loads(program.command("tokens", "create", "--name", "fuzz", "--role", "owner", "--for", "fuzz@x.ru",
                                       "--json"))["token"]
    with program.running() as (process, served):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(pool.map(
                lambda name: fuzz(name, served[name], os.path.abspath(admin) if name == "Admin API"
                                  else f"{served[name]}/openapi.json", token), EXAMPLES))
        stopped = process.poll() is not None
    for fault in filter(None, faults):
        print(fault)
    if stopped or any(faults):
        sys.exit("fuzz: the server has stopped" if stopped else "fuzz: an answer was wrong, see above")


if __name__ == "__main__":
    main(*sys.argv[1:])
