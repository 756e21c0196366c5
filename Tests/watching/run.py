"""Lets a real Prometheus scrape a running server, and evaluate the alerts that the documentation brings.

usage: run.py VITRINA DATA
    DATA  a directory with a database
"""

import contextlib
import json
import pathlib
import re
import shutil
import socket
import subprocess
import os
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

WATCHING = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "watching"
# Those that only some servers have: on one of the databases, with TLS, traces, or a read replica.
SOME = {"vitrina_clock_drift_seconds", "vitrina_tls_certificate_expires_timestamp_seconds",
        "vitrina_spans_dropped_total", "vitrina_database_replica_state", "vitrina_database_replica_lag_seconds",
        "vitrina_database_reports_total"}
CONFIGURATION = """\
global: {{scrape_interval: 1s, evaluation_interval: 1s}}
rule_files: ["{rules}"]
scrape_configs:
  - job_name: vitrina
    static_configs: [{{targets: ["{target}"]}}]
"""


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode()


def until(what, found, seconds=60):
    """Waits for a result of `found`, and returns it."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            if result := found():
                return result
        time.sleep(0.2)
    sys.exit(f"watching: {what} has not come")


@contextlib.contextmanager
def serving(vitrina, data, log):
    """Answers the address of a server that writes an access log."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
    environment = kept | {
        "VITRINA_DATA": data, "VITRINA_PORT": "0", "VITRINA_CONTEXT": "none", "VITRINA_ACCESS_LOG": "json",
        "VITRINA_METRICS": "local", "VITRINA_BACKUP_TO": f"{data}-backups", "LANG": "C.UTF-8",
    }
    process = subprocess.Popen([vitrina, "serve"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        line = ""
        while "http://" not in line:
            line = process.stdout.readline()
            if not line:
                sys.exit("watching: the server has not started")
        yield "127.0.0.1:" + re.search(r"http://127\.0\.0\.1:(\d+)", line).group(1)
    finally:
        process.terminate()
        process.wait(timeout=60)


@contextlib.contextmanager
def prometheus(target, folder):
    """Answers the address of a Prometheus that scrapes the target."""
    settings = pathlib.Path(folder) / "prometheus.yml"
    settings.write_text(CONFIGURATION.format(rules=WATCHING / "alerts.yml", target=target))
    port = free_port()
    with open(f"{folder}/prometheus.log", "w") as log:
        process = subprocess.Popen(
            ["prometheus", f"--config.file={settings}", f"--storage.tsdb.path={folder}/data",
             f"--web.listen-address=127.0.0.1:{port}"], stdout=log, stderr=log, cwd=folder)
        try:
            url = f"http://127.0.0.1:{port}"
            until("Prometheus", lambda: "Ready" in get(f"{url}/-/ready"))
            yield url
        finally:
            process.terminate()
            process.wait(timeout=60)


def ask(url, path, **parameters):
    answer = json.loads(get(f"{url}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"))
    assert answer["status"] == "success", answer
    return answer["data"]


def check_names(text):
    """Each metric that the alerts and the dashboard name is one that the server has."""
    served = set(re.findall(r"^([a-z]\w*)", text, re.M))
    named = set()
    for path in WATCHING.iterdir():
        named |= set(re.findall(r"\b(?:vitrina|process)_\w+", path.read_text()))
    missing = named - served - SOME
    assert not missing, f"no such metrics: {sorted(missing)}"


def check_rules(url):
    """Every alert was evaluated without a fault."""
    def rules():
        found = [rule for group in ask(url, "rules")["groups"] for rule in group["rules"]]
        return found and all(rule["health"] != "unknown" for rule in found) and found
    found = until("a look at the alerts", rules)
    faults = [(rule["name"], rule.get("lastError")) for rule in found if rule["health"] != "ok"]
    assert not faults and len(found) >= 10, faults
    firing = [rule["name"] for rule in found if rule["state"] == "firing"]
    assert not firing, f"a server that has just started alerts: {firing}"


def check_log(path):
    """Requests are lines of JSON, those of Prometheus among them."""
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]
    scrapes = [line for line in lines if line["path"] == "/metrics"]
    assert scrapes and all(line["status"] == 200 and line["bytes"] > 1000 for line in scrapes), lines[:5]


def main(vitrina, data):
    for program in ("prometheus", "promtool"):
        if not shutil.which(program):
            sys.exit(f"watching: there is no {program}; scripts/packages test installs it")
    checked = subprocess.run(["promtool", "check", "rules", WATCHING / "alerts.yml"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "vitrina.log"
        with open(log, "w") as output, serving(vitrina, data, output) as target:
            ready = json.loads(get(f"http://{target}/readyz"))
            assert ready["status"] == "ok" and ready["checks"]["database"] == "ok", ready
            # The first cleanup runs just after the start.
            text = until("the first cleanup", lambda: (found := get(f"http://{target}/metrics"))
                         and "vitrina_cleanup_last" in found and found)
            check_names(text)
            linted = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
            assert linted.returncode == 0, linted.stdout + linted.stderr
            with prometheus(target, folder) as url:
                up = until("a scrape", lambda: ask(url, "query", query='up{job="vitrina"} == 1')["result"])
                assert len(up) == 1, up
                health = [active["lastError"] for active in ask(url, "targets")["activeTargets"]]
                assert health == [""], health
                until("the requests of Prometheus", lambda: ask(
                    url, "query", query='vitrina_http_requests_total{route="/metrics",status="200"} > 1')["result"])
                check_rules(url)
        check_log(log)
    print("watching: Prometheus has scraped a server, and evaluated its alerts")


if __name__ == "__main__":
    main(*sys.argv[1:])
