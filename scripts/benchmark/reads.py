"""What apps read, beside nginx with the very same bytes; start and memory."""

import contextlib
import statistics
import sys
import time

from benchmark.beside import COLUMNS, CONNECTIONS, RULE, beside_nginx
from benchmark.tools import free_port, get, memory, note, running, wrk

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
            wrk(port, path, CONNECTIONS, 1, folder)
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
        nginx = stack.enter_context(serve_files(folder, bodies))
        paths = {}
        for name, path in CALLS.items():
            body, file = bodies[name][1], "/" + name.replace(" ", "-")
            if get(nginx[1], file)[1] != body:
                sys.exit(f"bench: nginx does not serve the same bytes for {name}")
            paths[f"{name}: `{path}`"] = (len(body), path, file)
        return [
            "", f"| reads, {CONNECTIONS} connections | bytes | {COLUMNS}", RULE,
            *beside_nginx((process, port), nginx, paths, folder, options),
        ]


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
