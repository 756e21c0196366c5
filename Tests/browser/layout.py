"""Looks at how pages are laid out: all that can be reached by links, in windows of several sizes."""

import pathlib
import re
from urllib.parse import parse_qsl, urlsplit

SCRIPT = (pathlib.Path(__file__).resolve().parent / "layout.js").read_text()
# The faults of a page that are checked; see the script.
SOUND = ["sideways", "covered", "cut", "overlap"]
FILES = re.compile(r"/media/|\.(csv|json|zip|jsonl)|export|/admin/api|/openapi|lang=")
TELLING = ("dialog", "refund", "act", "disable", "part", "key", "station", "from")


def kind(url):
    """What stands for all pages of one make: their address without ids and what only narrows them down."""
    parts = urlsplit(url)
    path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "{id}", parts.path)
    path = re.sub(r"/(mall|mods|stories)/\w+/(import|new|\{id\}/history|\{id\}/uses)$", r"/\1/\2", path)
    path = re.sub(r"/(parameters|conditions)/(?!new)[^/]+$", r"/\1/{key}", path)
    path = re.sub(r"^(/travel/\w+)/\d+", r"\1/{n}", path)
    path = path.replace("/flags/mods-demo-test", "/flags/mods-demo")
    query = sorted(f"{name}={value}" if name == "dialog" else name
                   for name, value in parse_qsl(parts.query) if name in TELLING)
    if query:
        path = re.sub(r"/(mall|mods|stories)/\w+/(\{id\}|new)$", r"/\1/\2", path)
    return path + "?" + "&".join(query)


def pages(b, page):
    """Goes to one page of each make, and yields its address each time."""
    seen, left = set(), ["/"]
    while left:
        path = left.pop(0)
        page.goto(b.url + path)
        links = "[...document.querySelectorAll('a[href]:not([download])')].map(link => link.href)"
        for link in page.evaluate(links):
            make = kind(link)
            if link.startswith(b.url) and not FILES.search(link) and make not in seen:
                seen.add(make)
                left.append(link.removeprefix(b.url).split("#")[0])
        yield path


def faults(page, wanted, sizes):
    """What is wrong with a page in windows of these sizes."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px wide, {fault}" for fault in page.evaluate(SCRIPT, wanted)]
    return found


def sound(b, page, wanted, sizes, least=100):
    """Every page is laid out well in windows of these sizes."""
    told, count = {}, 0
    for path in pages(b, page):
        count += 1
        for fault in faults(page, wanted, sizes):
            told.setdefault(fault, []).append(path)
    lines = [f"{fault} on {where[0]}" + (f" and {len(where) - 1} more" if where[1:] else "")
             for fault, where in told.items()]
    assert not lines, f"{len(lines)} faults:\n" + "\n".join(lines[:60])
    assert count >= least, f"only {count} pages were found"
