"""What apps read, beside nginx with the very same bytes; start and memory."""

import contextlib
import statistics
import sys
import time

from benchmark.tools import free_port, get, memory, note, processor_seconds, running, wrk

READ_CONNECTIONS = 32
STARTS = 7
CALLS = {
    "slider": "/api/v1/news/with/promotions-and-event?on_main=true",
    "offers on home": "/api/v1/offers?on_home=true",
    "services": "/api/v1/shops/category/slug/services?on_home=true",
    "events on home": "/api/v1/events?on_home=true",
    "20 offers": "/api/v1/offers?offset=20",
}
NGINX = """
worker_processes 2;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    sendfile on;
    tcp_nopush on;
    open_file_cache max=100 inactive=1h;
    keepalive_requests 1000000000;
    types {{}}
    default_type "{media_type}";
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{ listen 127.0.0.1:{port}; root {folder}/files; error_page 405 =200 $uri; }}
}}
"""


def start_and_memory(place, folder, options):
    seconds = []
    for _ in range(STARTS):
        began = time.monotonic()
        with place.serve() as (process, port):
            get(port, CALLS["slider"])
            seconds.append(time.monotonic() - began)
            idle = memory(process.pid)
    with place.serve() as (process, port):
        for path in CALLS.values():
            wrk(port, path, READ_CONNECTIONS, 1, folder)
        loaded = memory(process.pid)
    return [
        "", "| start and memory | |", "|---|---:|",
        f"| start to the first answer, median of {STARTS} | {statistics.median(seconds) * 1000:.0f} ms |",
        f"| memory after the first answer, RSS (PSS) | {idle[0]:.0f} MB ({idle[1]:.0f}) |",
        f"| memory after load | {loaded[0]:.0f} MB ({loaded[1]:.0f}) |",
    ]


def reads(place, folder, options):
    note("measuring reads")
    with contextlib.ExitStack() as stack:
        process, port = stack.enter_context(place.serve())
        bodies = {name: get(port, path) for name, path in CALLS.items()}
        nginx, nginx_port = stack.enter_context(serve_files(folder, bodies))
        servers = {
            "vitrina": (process.pid, port, lambda name: CALLS[name]),
            "nginx": (nginx.pid, nginx_port, lambda name: "/" + name.replace(" ", "-")),
        }
        for name, (_, body) in bodies.items():
            if get(nginx_port, servers["nginx"][2](name))[1] != body:
                sys.exit(f"bench: nginx does not serve the same bytes for {name}")
        results = {(server, name): [] for server in servers for name in CALLS}
        for round in range(options.rounds + 1):
            for name in CALLS:
                for server, (pid, port, path) in servers.items():
                    before = processor_seconds(pid)
                    rate, p99, count = wrk(port, path(name), READ_CONNECTIONS, options.seconds if round else 1, folder)
                    used = (processor_seconds(pid) - before) / count * 1e6
                    # The first round warms up.
                    if round:
                        results[server, name].append((rate, p99, used))
    lines = [
        "", "| reads, 32 connections | bytes | answers a second | p99, ms | processor, µs "
        "| nginx, answers a second | p99, ms | processor, µs | ratio |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, path in CALLS.items():
        ours, theirs = (
            [statistics.median(column) for column in zip(*results[server, name])] for server in servers
        )
        # Of pairs that ran one after the other, so that a busy minute counts for both.
        pairs = zip(results["vitrina", name], results["nginx", name])
        ratio = statistics.median(a[0] / b[0] for a, b in pairs)
        cells = " | ".join(f"{rate:,.0f} | {p99:.1f} | {used:.0f}" for rate, p99, used in (ours, theirs))
        lines.append(f"| {name}: `{path}` | {len(bodies[name][1]):,} | {cells} | {ratio:.2f} |")
    return lines


@contextlib.contextmanager
def serve_files(folder, bodies):
    files = folder / "files"
    files.mkdir(exist_ok=True)
    for name, (_, body) in bodies.items():
        (files / name.replace(" ", "-")).write_bytes(body)
    port = free_port()
    media_type = next(iter(bodies.values()))[0]
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port, media_type=media_type))
    with running(["nginx", "-p", folder, "-c", folder / "nginx.conf"], port, folder / "nginx.log") as process:
        yield process, port
