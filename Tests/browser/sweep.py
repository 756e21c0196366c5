"""Checks every page of the console once: those that links lead to, and the states and dialogs that states.py declares.

Each page is loaded twice: in Russian with scripts, and in English without. It then goes through windows, letters,
colours and touch without another load. Only checks whose result may have changed are repeated: the layout after each
change of size, contrast after each change of colours, all other rules of axe on a computer and on a phone.
"""

import re
from urllib.parse import parse_qsl, urlsplit

import axe
from layout import COMPUTER, PHONE, SOUND, TABLET, Window
from states import SECTIONS, World
from test_stories import SLOW_BARS

# A window of 1280 × 900 shows half of that at 200 %.
TWICE, NARROW = (640, 450), (320, 700)
FILES = re.compile(r"/media/|\.(csv|json|zip|jsonl)|export|/admin/api|/openapi|lang=")
TELLING = ("dialog", "refund", "act", "disable", "part", "key", "station", "from")
LINKS = "[...document.querySelectorAll('a[href]:not([download])')].map(link => link.href)"


# Pages and dialogs that all content types have.
SHARED = re.compile(r"^/(mall|mods|stories|cruise|travel)/(?!feeds)\w+/"
                    r"(?:(import)|\{id\}/(uses)|(?:new|\{id\})\?dialog=(schedule|release))")


def kind(url):
    """The name of all pages of one make: their address without ids and filters."""
    parts = urlsplit(url)
    path = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "{id}", parts.path)
    path = re.sub(r"/(mall|mods|stories|cruise)/\w+/(?:(new)|\{id\}/(history))$", r"/\1/\2\3", path)
    path = re.sub(r"/(parameters|conditions)/(?!new)[^/]+$", r"/\1/{key}", path)
    path = re.sub(r"^(/travel/\w+|/system/outbox)/\d+", r"\1/{n}", path)
    path = re.sub(r"^/mall/home/\w+/add", "/mall/home/add", path)
    path = path.replace("/flags/mods-demo-test", "/flags/mods-demo")
    query = sorted(f"{name}={value}" if name == "dialog" else name
                   for name, value in parse_qsl(parts.query) if name in TELLING)
    make = path + "?" + "&".join(query)
    if shared := SHARED.match(make):
        return "/mall/" + "".join(filter(None, shared.groups()[1:]))
    return make


def section_of(make):
    """The name of the section that pages of a make belong to."""
    return next((name for name, section in SECTIONS.items() if make.startswith(section.prefixes)), "rest")


class Sweep:
    """Looks at the pages of a section."""

    def __init__(self, b, name):
        self.b = b
        self.name = name
        self.told = {}
        self.is_dark = False
        self.page = b.page()
        self.page.add_init_script(SLOW_BARS)
        axe.bring(self.page)
        self.window = Window(self.page, COMPUTER)
        self.plain = b.page(js=False, language="en")
        self.plain_window = Window(self.plain, COMPUTER)

    def run(self):
        section, world = SECTIONS[self.name], World(self.b)
        states = section.states(world)
        dialogs = {path: name for (_, name), paths in section.dialogs.items() for path in paths(world)}
        declared = [*states, *dialogs]
        count = 0
        for path in self.pages(declared):
            if path in dialogs:
                self.page.locator(f"dialog[id^='{dialogs[path]}'][open]").first.wait_for()
            is_own = axe.is_new(self.page) or path in declared
            for fault in [*self.faults(is_own), *self.faults_without_script(path, is_own)]:
                self.told.setdefault(fault, []).append(path)
            count += 1
        lines = [f"{fault} on {where[0]}" + (f" and {len(where) - 1} more" if where[1:] else "")
                 for fault, where in self.told.items()]
        assert not lines, f"{len(lines)} faults:\n" + "\n".join(lines[:60])
        assert count >= section.least, f"only {count} pages were found"

    def pages(self, declared):
        """Goes to those that are declared and to one page of each make; yields its address each time."""
        seen = {kind(path) for path in declared if "?" not in path or not kind(path).endswith("?")}
        left = ["/", *declared]
        while left:
            path = left.pop(0)
            self.page.goto(self.b.url + path)
            for link in self.page.evaluate(f"{axe.SETTLE} {LINKS}"):
                make = kind(link)
                is_ours = link.startswith(self.b.url) and section_of(make) == self.name
                if is_ours and not FILES.search(link) and make not in seen:
                    seen.add(make)
                    left.append(link.removeprefix(self.b.url).split("#")[0])
            if path != "/" or self.name == "rest":
                yield path

    def faults(self, is_own):
        """In Russian with scripts; a page with nothing of its own is one of many that are made in the same way."""
        windows = [self.on_a_computer, self.on_a_tablet, self.at_twice_the_size, self.on_a_phone]
        # Each page is loaded in the window that the one before was left in.
        if self.window.size == PHONE:
            windows.reverse()
        yield from windows[0]()
        yield from self.all_faults_of_axe(axe.faults_but_colours) if is_own else axe.colour_faults(self.page)
        yield from windows[1]()
        yield from windows[2]()
        yield from windows[3]()
        yield from self.all_faults_of_axe(axe.faults_of_changes) if is_own else []

    def on_a_computer(self):
        self.window.resize(COMPUTER)
        # Those of a phone are wide.
        self.window.has_plain_letters(True)
        yield from self.window.dialog_faults() + self.window.faults([*SOUND, "small", "headings"])
        self.window.has_plain_letters(False)

    def on_a_tablet(self):
        self.window.resize(TABLET)
        yield from self.window.faults(["sideways", "scroller"])

    def at_twice_the_size(self):
        self.window.resize(TWICE, touch=True)
        yield from self.window.faults([*SOUND, "small"])

    def on_a_phone(self):
        self.window.resize(PHONE, touch=True)
        yield from self.window.dialog_faults() + self.window.faults([*SOUND, "small"])

    def all_faults_of_axe(self, rules):
        """The page stays in the other colours."""
        yield from rules(self.page) + axe.colour_faults(self.page)
        self.is_dark = not self.is_dark
        self.page.emulate_media(color_scheme="dark" if self.is_dark else "light")
        yield from axe.colour_faults(self.page)

    def faults_without_script(self, path, is_own):
        """In English. The dialogs are open in the page, so that something else could cover them."""
        self.plain.goto(self.b.url + path)
        sizes = [COMPUTER, TABLET, NARROW] if is_own else [COMPUTER, NARROW]
        for size in sizes if self.plain_window.size == COMPUTER else reversed(sizes):
            self.plain_window.resize(size)
            wanted = ["sideways", "scroller"] if size == TABLET else SOUND
            for fault in self.plain_window.faults([*wanted, *(["nameless"] if size == COMPUTER else [])]):
                yield f"in English, {fault}"
