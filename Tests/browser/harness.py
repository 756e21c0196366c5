"""A real server and a real browser for tests of the console.

A test is a function `test_…(b)` of a file `test_*.py`. It gets a `Browser` of its own: a server on a copy of the demo
mall, and as many pages as it asks for. Whatever goes wrong beside what it checks fails it too: an error in a page's
console, a report of its content security policy, a request to another host, an answer of 500, a picture, a script or
a style that is not there. What it brings about on purpose it says first: `b.expects(404)`.
"""

import contextlib
import functools
import glob
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib

import axe
import dates

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("VITRINA_PROGRAM", str(TOP / ".build/debug/vitrina"))
# The shell is the browser without windows, and needs a third less of the processor.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
PASSWORD = "correct horse battery"
PEOPLE = {"olga": ("o@x.ru", "Ольга Власова", "owner"), "igor": ("k@x.ru", "Игорь Ким", "editor"),
          "vera": ("v@x.ru", "Вера Лис", "viewer")}


# A message goes after eight seconds, which on a busy machine pass between two calls of a test. It goes before a click
# gives up, as one may wait for what lies under the message.
LASTING_MESSAGES = """{
    const wait = window.setTimeout
    window.setTimeout = (act, delay, ...rest) => wait(act, delay === 8000 ? 100000 : delay, ...rest)
}"""

# Fonts of the console's style sheet that only some machines have; their letters differ in width.
WIDE = ("Inter", "Noto Sans")


@functools.cache
def has_wide_letters():
    done = subprocess.run(["fc-list", ":", "family"], text=True, capture_output=True, check=False)
    families = {family for line in done.stdout.splitlines() for family in line.split(",")}
    return all(name in families for name in WIDE)


def plain_fonts(folder):
    """A configuration of the machine's fonts without those; answers its path."""
    place = folder / "plain-fonts.conf"
    place.write_text(f"""<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include>{os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")}</include>
<selectfont><rejectfont><glob>*/Inter*</glob><glob>*/Noto*</glob></rejectfont></selectfont></fontconfig>""")
    return place


@functools.cache
def plain_families():
    """The families that text and code have without those."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"FONTCONFIG_FILE": str(plain_fonts(pathlib.Path(folder)))}
        return [subprocess.run(["fc-match", "--format", '"%{family[0]}"', family], text=True, capture_output=True,
                               check=True, env=environment).stdout for family in ("sans-serif", "monospace")]


def launch(playwright, fonts=None):
    """A browser that sees the machine's fonts, or those of a configuration."""
    environment = dict(os.environ) | ({"FONTCONFIG_FILE": str(fonts)} if fonts else {})
    # Without a limit it has another process ready for the next page, which costs as much as the page.
    return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--renderer-process-limit=1"],
                                      env=environment, timeout=180_000)


def with_letters(kind):
    """Marks a test that runs on one set of fonts, `plain` or `wide`, whatever its name."""
    def mark(test):
        test.letters = kind
        return test
    return mark


def lasting(seconds):
    """Marks a test that takes so long: it begins before shorter ones, so that no worker is left alone with it."""
    def mark(test):
        test.seconds = seconds
        return test
    return mark


def command(arguments, environment, text=None):
    """Runs the program; answers what it says."""
    done = subprocess.run([PROGRAM] + arguments, input=text, text=True, capture_output=True, cwd=TOP, env=environment,
                          check=False)
    if done.returncode:
        raise RuntimeError(f"vitrina {' '.join(arguments)}: {done.stderr}")
    return done.stdout


# The program itself if it is found: Debian's psql is a script that looks for it, and is slower.
PSQL = (sorted(glob.glob("/usr/lib/postgresql/*/bin/psql")) or ["psql"])[-1]


def psql(statement):
    """Runs a statement on the PostgreSQL of the tests."""
    subprocess.run([PSQL, "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", statement,
                    os.environ["VITRINA_TEST_POSTGRES"]], check=True, stdout=subprocess.DEVNULL, timeout=300)


def sign_in(url, who):
    """Signs somebody in; answers the cookie of the session."""
    body = json.dumps({"email": PEOPLE[who][0], "password": PASSWORD}).encode()
    request = urllib.request.Request(url + "/admin/api/v1/session", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.headers["Set-Cookie"].split(";")[0].split("=", 1)[1]


# Pages whose thumbnails are made before the demo mall is copied, which otherwise each test would make.
PICTURES = ("/", "/mall/home", "/mall/home/slider/add", "/mall/offers", "/mall/events", "/mall/news",
            "/mall/promotions", "/mall/shops", "/mods/catalogue", "/stories/board")


class Place:
    """A data folder and, where `database` is given, a database of that name on PostgreSQL."""

    def __init__(self, folder, database=None):
        self.folder = folder
        self.database = database
        # Outside the data folder, which is copied.
        self.backups = folder.with_name(folder.name + "-backups")

    @property
    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        own = {"VITRINA_DATA": str(self.folder), "VITRINA_PORT": "0", "VITRINA_RATE_LIMIT": "0",
               "VITRINA_MODE": "development", "VITRINA_BACKUP_TO": str(self.backups),
               "VITRINA_CONTEXT": "none", "LANG": "C.UTF-8"}
        if self.database:
            url = urllib.parse.urlsplit(os.environ["VITRINA_TEST_POSTGRES"])
            own["VITRINA_POSTGRES"] = urllib.parse.urlunsplit(url._replace(path="/" + self.database))
        return kept | own | dates.clock()

    def serve(self):
        """Starts the server; answers it and its address."""
        server = subprocess.Popen([PROGRAM, "serve"], cwd=TOP, env=self.environment, stdout=subprocess.PIPE,
                                  stderr=open(self.folder / "log", "wb"), text=True)
        line = ""
        while "http://" not in line:
            line = server.stdout.readline()
            if not line:
                log = (self.folder / "log").read_text()[-2000:]
                self.remove()
                raise RuntimeError("the server has not started: " + log)
        return server, "http://127.0.0.1:" + line.rsplit(":", 1)[1].split("/", 1)[0].strip()

    def remove(self):
        if self.database:
            psql(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")
        for folder in [self.folder, self.backups]:
            shutil.rmtree(folder, ignore_errors=True)


class Demo(Place):
    """The demo mall with three people who have signed in, which tests get copies of."""

    def __init__(self, folder, kind):
        super().__init__(folder, f"vitrina_demo_{os.getpid()}" if kind == "postgres" else None)
        self.cookies = {}

    def make(self):
        if self.database:
            psql(f"CREATE DATABASE {self.database}")
        command(["migrate"], self.environment)
        command(["seed"], self.environment)
        # A server would make its first backup at once.
        command(["backup", "schedule", "--no-enabled"], self.environment)
        for email, name, role in PEOPLE.values():
            command(["staff", "add", "--email", email, "--name", name, "--role", role, "--password-stdin"],
                    self.environment, PASSWORD + "\n")
        server, url = self.serve()
        self.cookies = {who: sign_in(url, who) for who in PEOPLE}
        for path in PICTURES:
            for picture in set(re.findall(rb'src="(/media/[^"]+)"', self.read(url + path))):
                self.read(url + picture.decode())
        server.terminate()
        server.wait(180)

    def read(self, url):
        headers = {"Cookie": "vitrina_session=" + self.cookies["olga"], "Accept": "text/html"}
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=120) as answer:
            return answer.read()

    def copy(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="vitrina-browser-"))
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        if not self.database:
            return Place(folder)
        database = f"{self.database}_{uuid.uuid4().hex}"
        psql(f"CREATE DATABASE {database} TEMPLATE {self.database}")
        return Place(folder, database)


class Browser:
    """What a test works with."""

    def __init__(self, chromium, demo, name):
        self.chromium = chromium
        self.name = name
        self.faults = []
        # The expected error statuses: those of refused forms, and those that a test provokes.
        self.expected = {409, 412, 422}
        # The answer to a dialog; None if none is expected.
        self.agrees = None
        self.contexts = []
        self.cookies = demo.cookies
        self.place = demo.copy()
        self.folder = self.place.folder
        self.server, self.url = self.place.serve()

    def api(self, method, path, body=None, who="olga", version=None):
        """A call of the admin API; answers the JSON. `path` stands under its prefix: `/mall/offers`."""
        headers = {"Cookie": "vitrina_session=" + self.cookies[who], "Accept-Language": "ru",
                   "Content-Type": "application/json"}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + "/admin/api/v1" + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from None
        return json.loads(text) if text else None

    def find(self, kind, title):
        """The content of a type with that title."""
        items = self.api("GET", f"/mall/{kind}?limit=200")["items"]
        plain = lambda text: text.replace("\xa0", " ")
        return next(item for item in items if plain(item["title"]) == plain(title))

    def page(self, width=1280, dark=False, js=True, signed_in=True, language="ru", who="olga"):
        """A page of a browser of its own, where somebody has signed in."""
        context = self.chromium.new_context(
            viewport={"width": width, "height": 844 if width < 500 else 900}, java_script_enabled=js,
            color_scheme="dark" if dark else "light", locale="ru-RU" if language == "ru" else "en-GB",
            has_touch=width < 500)
        context.set_default_timeout(120_000)
        if dates.AHEAD:
            context.clock.set_system_time(dates.now())
        context.add_init_script(LASTING_MESSAGES)
        self.contexts.append(context)
        cookies = [("vitrina_language", language)]
        if signed_in:
            cookies.append(("vitrina_session", self.cookies[who]))
        context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies])
        page = context.new_page()
        page.on("console", lambda m: m.type == "error" and self.note(m.text))
        page.on("pageerror", lambda error: self.note(f"script: {error}"))
        page.on("dialog", self.asked)
        page.on("request", lambda r: not r.url.startswith((self.url, "blob:", "data:")) and self.note(f"asks {r.url}"))
        page.on("response", self.answered)
        return page

    def expects(self, *codes):
        """These answers are no faults from now on."""
        self.expected |= set(codes)

    def answered(self, response):
        is_part = response.request.resource_type not in ("document", "fetch", "xhr", "eventsource")
        if response.status >= 500 or response.status >= 400 and is_part and response.status not in self.expected:
            self.faults.append(f"{response.status} {response.url}")

    def asked(self, dialog):
        if dialog.type == "confirm" and self.agrees is not None:
            return dialog.accept() if self.agrees else dialog.dismiss()
        if dialog.type != "beforeunload":
            self.note(f"a dialog says {dialog.message}")
        dialog.accept()

    def note(self, fault):
        # The browser also reports errors that a test provokes on purpose.
        if not any(f"status of {code}" in fault for code in self.expected):
            self.faults.append(fault)

    def check(self, page):
        """Everything that axe finds fault with."""
        told = axe.faults(page)
        assert not told, f"{page.url}:\n  " + "\n  ".join(told)

    def fits(self, page):
        """Nothing stands out of the page to the right."""
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{page.url} is {over} px too wide"

    def close(self):
        for context in self.contexts:
            with contextlib.suppress(Exception):
                context.close()
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(180)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.faults.append("the server did not stop")
        log = (self.folder / "log").read_text(errors="replace")
        # On a busy machine the database may be late for work in the background, which is then done again.
        self.faults += [line for line in log.splitlines()
                        if "error" in line.lower() and "will try again" not in line][:5]
        self.place.remove()


def png(width, height):
    """A black picture of that size."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    pixels = zlib.compress(bytes((1 + width) * height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))


class Clicks:
    """Counts what a person does with the mouse or a finger."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def click(self, what):
        self.count += 1
        (self.page.locator(what).first if isinstance(what, str) else what).click()


class Keys:
    """Counts what a person without a mouse presses; what the task is about, such as a price, is typed uncounted."""

    def __init__(self, page):
        self.page = page
        self.count = 0

    def press(self, *keys):
        for key in keys:
            self.count += 1
            self.page.keyboard.press(key)

    def find(self, text):
        """Types what is looked for: each of its letters counts."""
        self.count += len(text)
        self.page.keyboard.type(text)

    def type(self, text):
        self.page.keyboard.type(text)

    def tab_to(self, what, most=120):
        """Presses Tab until what matches is in focus."""
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                return
        raise AssertionError(f"no {most} Tabs lead to {what}")


def chord(page, letter):
    """Presses g and a letter, which leads to another page."""
    # Keys that are pressed before the scripts have run are lost.
    page.wait_for_load_state()
    # The letter counts within 1.2 s, which may pass between two calls: the clock of this page stands still for it.
    page.evaluate("() => { const now = Date.now(); Date.now = () => now }")
    page.keyboard.press("g")
    page.keyboard.press(letter)


def messages(page):
    """Answers a function that tells all messages from now on, with those that others have replaced by then."""
    page.evaluate("""() => {
        const toasts = document.querySelector('#toasts')
        window.messages = []
        new MutationObserver(() => window.messages.push(toasts.innerText)).observe(toasts, {childList: true})
    }""")
    return lambda: page.evaluate("window.messages.join('\\n')")


def until(holds, seconds=120):
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = holds()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("it has not come about")
