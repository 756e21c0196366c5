"""What apps fetch of remote flags, beside nginx with the very same bytes, and how soon open streams know of a change."""

import contextlib
import http.client
import json
import select
import socket
import sys
import threading
import time

from benchmark.beside import COLUMNS, CONNECTIONS, RULE, beside_nginx
from benchmark.reads import serve_files
from benchmark.tools import note

PROJECT = "bench-flags"
PARAMETERS, CONDITIONS, STREAMS, CHANGES = 100, 30, 1_000, 5
FETCH = f"/v1/projects/{PROJECT}/namespaces/firebase:fetch"
STREAM = f"/v1/projects/{PROJECT}/namespaces/firebase:streamFetchInvalidations"


def report(place, folder, options):
    note("measuring flags")
    place.run("projects", "create", PROJECT, "--app", "bench", "--title", "Bench")
    key = json.loads(place.run("projects", "keys", "create", "bench", "--project", PROJECT, "--json"))["key"]
    with place.serve() as (process, port):
        version = publish(port, place.token, 0)
        return fetches(process, port, key, folder, options) + streams(port, key, place.token, version)


def template(number):
    """Every third value depends on conditions of all kinds."""
    kinds = [
        "device.os == 'ios' && app.version.>=(['2.{n}.0'])", "percent('seed{n}') <= {n}",
        "device.country in ['RU', 'KZ', 'BY'] && device.language in ['ru', 'en']",
        "app.customSignal['level'] >= {n}", "app.userProperty['plan'].exactlyMatches(['pro', 'team{n}'])",
    ]
    conditions = [
        {"name": f"Condition {n}", "expression": kinds[n % len(kinds)].format(n=n), "tagColor": "BLUE"}
        for n in range(CONDITIONS)
    ]
    parameters = {}
    for n in range(PARAMETERS):
        parameters[f"parameter_{n}"] = {
            "defaultValue": {"value": f"value {n} of {number}"}, "valueType": "STRING",
            "conditionalValues": {
                f"Condition {(n + k) % CONDITIONS}": {"value": f"other {k}"} for k in range(3 if n % 3 == 0 else 0)
            },
        }
    return {"conditions": conditions, "parameters": parameters, "parameterGroups": {}}


def publish(port, token, number):
    """The number of the new version."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-Match": "*"}
    connection.request("PUT", f"/v1/projects/{PROJECT}/remoteConfig", json.dumps(template(number)), headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200:
        sys.exit(f"bench: publishing answered {answer.status}: {body.decode(errors='replace')}")
    return int(json.loads(body)["version"]["versionNumber"])


def fetches(process, port, key, folder, options):
    request = json.dumps({
        "appId": "1:123456789012:ios:abc", "appInstanceId": "cAAAAAAAAAAAAAAAAAAAAA", "countryCode": "ru",
        "languageCode": "ru-RU", "appVersion": "2.4.0", "appBuild": "240", "packageName": "example.app",
        "sdkVersion": "11.0.0", "analyticsUserProperties": {"plan": "pro"}, "customSignals": {"level": "7"},
    })
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"X-Goog-Api-Key": key, "Content-Type": "application/json"}
    connection.request("POST", FETCH, request, headers)
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != 200 or not json.loads(body).get("entries"):
        sys.exit(f"bench: {FETCH} answered {answer.status}: {body.decode(errors='replace')}")
    script = folder / "fetch.lua"
    lines = [f'wrk.method = "POST"', f"wrk.body = [[{request}]]"]
    script.write_text("\n".join(lines + [f'wrk.headers["{name}"] = "{value}"' for name, value in headers.items()]) + "\n")
    with serve_files(folder, {"fetch": (answer.headers["Content-Type"], body)}) as nginx:
        paths = {"fetch, its conditions evaluated each time": (len(body), FETCH, "/fetch")}
        return [
            "", f"| flags: {PARAMETERS} parameters, {CONDITIONS} conditions, {CONNECTIONS} connections | bytes | {COLUMNS}",
            RULE, *beside_nginx((process, port), nginx, paths, folder, options, script),
        ]


def streams(port, key, token, version):
    """How long after a publication is asked for each open stream tells of it."""
    times = sorted(follow(port, key, token, version))
    share = lambda part: times[min(int(len(times) * part), len(times) - 1)] * 1000
    return [
        "", "| a publication until a stream knows, from when it was sent | streams | median, ms | p99, ms | last, ms |",
        "|---|---:|---:|---:|---:|",
        f"| {CHANGES} publications | {STREAMS:,} | {share(0.5):.0f} | {share(0.99):.0f} | {times[-1] * 1000:.0f} |",
    ]


def follow(port, key, token, version):
    body = json.dumps({
        "project": PROJECT, "namespace": "firebase", "lastKnownVersionNumber": str(version),
        "appId": "1:123456789012:ios:abc", "sdkVersion": "11.0.0", "appInstanceId": "cAAAAAAAAAAAAAAAAAAAAA",
    })
    head = (
        f"POST {STREAM} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Goog-Api-Key: {key}\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()
    # A single loop over all of them takes a few microseconds each, so that the server is the bottleneck.
    with contextlib.ExitStack() as stack:
        poll = stack.enter_context(select.epoll())
        open_streams = {}
        for _ in range(STREAMS):
            stream = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            stream.sendall(head)
            if b" 200 " not in stream.recv(65_536):
                sys.exit("bench: a stream was refused")
            open_streams[stream.fileno()] = stream
            poll.register(stream, select.EPOLLIN)
        times = []
        for change in range(1, CHANGES + 1):
            time.sleep(1)
            began = time.monotonic()
            publisher = threading.Thread(target=publish, args=(port, token, change))
            publisher.start()
            times += heard(poll, open_streams, f'"{version + change}"'.encode(), began)
            publisher.join()
        return times


def heard(poll, open_streams, wanted, began):
    """When each stream has told what is wanted."""
    told, times = dict.fromkeys(open_streams, b""), []
    while told:
        if time.monotonic() - began > 30:
            sys.exit(f"bench: {len(told)} streams have told nothing")
        for number, _ in poll.poll(1):
            text = told.get(number, b"") + open_streams[number].recv(65_536)
            if wanted in text:
                times.append(time.monotonic() - began)
                told.pop(number, None)
            elif number in told:
                told[number] = text
    return times
