"""Servers, load and what they take, for all that is measured."""

import contextlib
import http.client
import os
import pathlib
import re
import socket
import subprocess
import sys
import time

# wrk's own text is rounded; this line is parsed.
SUMMARY = """
done = function(summary, latency, requests)
    local e = summary.errors
    io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration,
        latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
"""


def wrk(port, path, connections, seconds, folder, script=None, threads=2):
    """Returns answers a second, the 99th percentile in milliseconds, and how many answers there were.

    An answer that takes long is seen in the percentile: wrk's own limit of two seconds would make it an error.

    Two threads, as one is the limit where a server answers 100,000 a second. Each has variables of its own, so a script
    that counts needs one.
    """
    lua = folder / "wrk.lua"
    lua.write_text((script.read_text() if script else "") + SUMMARY)
    done = subprocess.run(
        ["wrk", f"-t{min(threads, connections)}", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "-s", lua,
         f"http://127.0.0.1:{port}{path}"],
        capture_output=True, text=True, check=True,
    )
    count, duration, p99, errors = map(int, re.search(r"RESULT (\d+) (\d+) (\d+) (\d+)", done.stdout).groups())
    if errors or not count:
        sys.exit(f"bench: {errors} of {count} answers to {path} were errors\n{done.stdout}")
    return count / duration * 1e6, p99 / 1000, count


@contextlib.contextmanager
def running(command, port, log, **options):
    """A server that listens at the port, ended with the block."""
    with open(log, "a") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                if process.poll() is not None or time.monotonic() > deadline:
                    sys.exit(f"bench: {command[0]} did not start: {log.read_text()}")
                time.sleep(0.001)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def get(port, path, token=None):
    """The media type and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    if answer.status != 200:
        sys.exit(f"bench: {path} answered {answer.status}: {body.decode(errors='replace')}")
    return answer.headers["Content-Type"], body


def processor_seconds(pid):
    def of(one):
        fields = pathlib.Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    return sum(map(of, family(pid)))


def family(pid):
    """The process and its children: nginx works in those."""
    return [pid, *map(int, subprocess.run(["pgrep", "-P", str(pid)], stdout=subprocess.PIPE).stdout.split())]


def memory(pid):
    """Resident and proportional set size in megabytes."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE)[1]) / 1024 for name in ("Rss", "Pss")]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def note(text):
    print(f"bench: {text}", file=sys.stderr)
