"""Category pages at ten thousand mods, and the download of an archive, beside nginx with the very same bytes."""

import contextlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time
import zipfile

from benchmark.beside import COLUMNS, CONNECTIONS, RULE, beside_nginx, ratio
from benchmark.reads import serve_files
from benchmark.tools import get, note, processor_seconds

MODS = 10_000
ARCHIVE_SIZE = 100 << 20
CATEGORIES = [
    "korabli", "zhivotnye", "lyudi-i-personazhi", "mashiny", "mebel", "oruzhie", "paks", "samolety",
]
CALLS = {
    "first page": "/mods/category/zhivotnye?limit=20&offset=0",
    "page of a hundred": "/mods/category/zhivotnye?limit=100&offset=200",
    "item": "/mods/item/mod-00042",
}
WORDS = "Динозавр Раптор Галеон Дракон Кот Медведь Крейсер Диван Танк Самолёт Меч Замок Робот Волк".split()


def rows(count=MODS):
    """Mods as an import takes them: each in one to three categories, the same ones each time."""
    dice = random.Random(7)
    for number in range(count):
        chosen = dice.sample(CATEGORIES, dice.choice([1, 1, 1, 2, 3]))
        title = f"{dice.choice(WORDS)} «{dice.choice(WORDS)}» {number}"
        lines = [f"{dice.choice(WORDS)} и {dice.choice(WORDS).lower()}: строка {n}." for n in range(8)]
        yield {"fields": {
            "path": f"mod-{number:05}", "title": {"ru": title, "en": f"Mod {number}"},
            "description": {"ru": "\n".join(lines)}, "categories": chosen, "is_free": number % 3 > 0,
            "image_url": f"https://files.example/{number}.webp", "file_url": f"https://files.example/{number}.zip",
        }}


def fill(place, folder):
    """Puts the mods in, and one with an archive that does not shrink."""
    note(f"importing {MODS} mods")
    file = folder / "mods.json"
    file.write_text(json.dumps(list(rows()), ensure_ascii=False))
    place.run("mods", "import", str(file), "--publish", "--yes", "--key", "slug")
    place.settle()
    archive = folder / "large.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as zipped:
        zipped.writestr("large.bin", os.urandom(ARCHIVE_SIZE))
    category = json.loads(place.run("mod_categories", "show", "paks", "--json"))["id"]
    place.run("mods", "create", "--publish", "--set", "title=Большой", "--set", "path=large",
              "--set", f"categories={category}", "--set", f"file=@{archive}")
    return archive


def report(place, folder, options):
    archive = fill(place, folder)
    return pages(place, folder, options) + downloads(place, folder, archive, options)


def pages(place, folder, options):
    note("measuring pages of mods")
    with contextlib.ExitStack() as stack:
        process, port = stack.enter_context(place.serve())
        bodies = {name: get(port, path) for name, path in CALLS.items()}
        nginx = stack.enter_context(serve_files(folder, bodies))
        paths = {
            f"{name}: `{path}`": (len(bodies[name][1]), path, "/" + name.replace(" ", "-")) for name, path in CALLS.items()
        }
        rows = list(beside_nginx((process, port), nginx, paths, folder, options))
        # A page that was not requested before, a new one for each.
        fresh = []
        for offset in range(200):
            began = time.perf_counter()
            get(port, f"/mods/category/zhivotnye?limit=100&offset={offset}")
            fresh.append((time.perf_counter() - began) * 1000)
    return [
        "", f"| mods, {MODS:,} of them, {CONNECTIONS} connections | bytes | {COLUMNS}", RULE, *rows,
        "", f"A page of a hundred that was not asked for before: median {statistics.median(fresh):.1f} ms, "
        f"worst {max(fresh):.1f} ms, a connection for each.",
    ]


def downloads(place, folder, archive, options):
    note("measuring downloads")
    with contextlib.ExitStack() as stack:
        process, port = stack.enter_context(place.serve())
        nginx, nginx_port = stack.enter_context(serve_files(folder, {"large": ("application/zip", archive.read_bytes())}))
        servers = {
            "vitrina": (process.pid, port, "/mods/files/large.zip"), "nginx": (nginx.pid, nginx_port, "/large"),
        }
        results = {server: [] for server in servers}
        for round in range(options.rounds + 1):
            for server, (pid, port, path) in servers.items():
                before = processor_seconds(pid)
                rate = throughput(port, path, 4)
                if round:
                    results[server].append((rate, processor_seconds(pid) - before))
    ours, theirs = ([statistics.median(column) for column in zip(*results[server])] for server in servers)
    return [
        "", "| download of 100 MB, 4 at once | MB a second | processor, s | nginx with sendfile | processor, s | ratio |",
        "|---|---:|---:|---:|---:|---:|",
        f"| `/mods/files/large.zip` | {ours[0]:,.0f} | {ours[1]:.2f} | {theirs[0]:,.0f} | {theirs[1]:.2f} | {ratio(ours[0], theirs[0])} |",
    ]


def throughput(port, path, count):
    """Megabytes a second of so many downloads at once, each by a process of its own."""
    url = f"http://127.0.0.1:{port}{path}"
    began = time.perf_counter()
    clients = [subprocess.Popen(["curl", "-sf", "-o", "/dev/null", url]) for _ in range(count)]
    if any(client.wait() for client in clients):
        sys.exit(f"bench: a download of {path} failed")
    return count * ARCHIVE_SIZE / 1e6 / (time.perf_counter() - began)


if __name__ == "__main__":
    # python3 -m benchmark.mods FILE: the rows alone, for an import by hand
    pathlib.Path(sys.argv[1]).write_text(json.dumps(list(rows()), ensure_ascii=False))
