"""Every dialog of the console, open, on a computer and on a phone: here those that no address opens, and in
test_sweep.py the others.
"""

import pathlib
import re

from layout import COMPUTER, PHONE, Window
from states import FLAGS, SECTIONS, World

TOP = pathlib.Path(__file__).resolve().parents[2]


def key(pressed):
    def opened(b, page, w):
        page.goto(b.url + "/mall/offers")
        page.wait_for_selector("tbody tr")
        page.keyboard.press(pressed)
    return opened


def library(b, page, w):
    page.goto(f"{b.url}/mall/offers/{w.offer}")
    page.locator("[data-library]").first.click()
    page.wait_for_selector("#library .shelf button")


def asked(what, look=None):
    def opened(b, page, w):
        page.goto(b.url + "/mall/offers")
        for box in page.locator("tbody .check input").all()[:9]:
            box.check()
        page.locator("#bulk-sets summary").click()
        page.locator(f"#bulk-sets [value='ask:{what}']").click()
        if look:
            page.wait_for_selector("#ask[open]")
            page.locator(f"#ask [value='look:{what}:{look}']").click()
            page.wait_for_selector("#ask th:nth-child(3)")
    return opened


def conflict(b, page, w):
    path = f"/mall/offers/{w.offer}"
    page.goto(b.url + path)
    now = b.api("GET", path)
    b.api("PATCH", path, {"cost": now["fields"]["cost"] + 1}, who="igor", version=now["version"])
    page.fill("[name=cost]", "777")
    page.click("[data-key=save]")


def flag_conflict(b, page, w):
    page.goto(b.url + FLAGS)
    slider = page.locator("#ed-paywall_close_opacity .range")
    slider.focus()
    draft = b.api("GET", FLAGS + "/draft")
    value = "0.5" if page.input_value("#ed-paywall_close_opacity .range") != "0.5" else "0.4"
    edit = {"op": "set_value", "key": "paywall_close_opacity", "value": value}
    b.api("PATCH", FLAGS + "/draft", {"edits": [edit]}, who="igor", version=draft["revision"])
    slider.evaluate("""range => { range.value = 0.9
        for (const type of ['input', 'change']) range.dispatchEvent(new Event(type, {bubbles: true})) }""")


def rollback(b, page, w):
    page.goto(b.url + FLAGS + "/versions")
    page.locator(".ver:not(.sel) a, a.ver:not(.sel)").last.click()
    page.locator(".vdiff a.danger").first.click()


def disable(b, page, w):
    page.goto(b.url + FLAGS + "/settings")
    page.locator("[data-open^='off-']").first.click()


# The template and the id of each dialog, and how it opens.
DIALOGS = {
    ("form-dialogs", "library"): [library],
    ("form-conflict", "conflict"): [conflict],
    ("list", "ask"): [asked("live_until"), asked("live_until", 7), asked("cost"), asked("shop")],
    ("palette", "palette"): [key("Control+k")],
    ("keys", "keys"): [key("?")],
    ("flag-conflict", "conflict"): [flag_conflict],
    ("flag-versions", "rollback"): [rollback],
    ("flag-settings", "off-"): [disable],
}


def test_no_dialog_is_forgotten(b):
    found = {(file.stem, name) for file in (TOP / "Sources").rglob("*.mustache")
             for name in re.findall(r'<dialog\b[^>]*\bid="([^"{]*)', file.read_text())}
    known = set(DIALOGS).union(*(section.dialogs for section in SECTIONS.values()))
    assert found == known, found ^ known


def test_every_dialog_has_a_layout(b):
    world = World(b)
    faults = []
    page = b.page()
    window = Window(page, COMPUTER)
    for (template, name), openers in DIALOGS.items():
        for number, opener in enumerate(openers):
            window.resize(COMPUTER)
            opener(b, page, world)
            page.locator(f"dialog[id^='{name}'][open]").first.wait_for()
            told = window.dialog_faults()
            window.resize(PHONE, touch=True)
            faults += [f"{template}#{name} ({number + 1}): {fault}" for fault in told + window.dialog_faults()]
    assert not faults, "\n".join(faults)
