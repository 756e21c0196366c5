"""Looks at how one page is laid out, in windows of several sizes and with letters of several widths."""

import pathlib

from axe import SETTLE
from harness import plain_families

HERE = pathlib.Path(__file__).resolve().parent
SCRIPT = (HERE / "layout.js").read_text()
DIALOGS = f"{SETTLE} [...document.querySelectorAll('dialog[open]')].flatMap({(HERE / 'dialog.js').read_text()})"
# The faults of a page that are checked; see the script.
SOUND = ["sideways", "covered", "cut", "overlap", "scroller"]
COMPUTER, TABLET, PHONE = (1280, 900), (768, 900), (390, 844)
LETTERS = """([text, code]) => {
    document.documentElement.style.setProperty('--sans', text)
    document.documentElement.style.setProperty('--mono', code)
}"""


class Window:
    """The window of a page, with all that is loaded in it: how large it is, and whether it is touched."""

    def __init__(self, page, size):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.size, self.is_touched = None, False
        self.resize(size)

    def resize(self, size, touch=False):
        if size != self.size:
            width, height = self.size = size
            self.session.send("Emulation.setDeviceMetricsOverride",
                              {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        if touch != self.is_touched:
            self.is_touched = touch
            self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": touch, "maxTouchPoints": 1})

    def faults(self, wanted):
        """Faults of the page in this window."""
        return [f"{self.size[0]} px wide, {fault}" for fault in self.page.evaluate(SCRIPT, wanted)]

    def dialog_faults(self):
        """Faults of its open dialogs."""
        return [f"{self.size[0]} px wide, {fault}" for fault in self.page.evaluate(DIALOGS)]

    def has_plain_letters(self, are_plain):
        """Letters of a machine that has few fonts, or its own again."""
        self.page.evaluate(LETTERS, plain_families() if are_plain else ["", ""])
