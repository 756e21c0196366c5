"""Every dialog of the console, open, on a computer and on a phone.

What is compared is geometry, no picture: letters differ from machine to machine, and with them every pixel.
"""

import datetime
import pathlib
import re

import test_accounts
import test_points

TOP = pathlib.Path(__file__).resolve().parents[2]
FLAGS = "/flags/mods-demo"

FAULTS = """dialog => {
  const faults = []
  const name = e => `${e.localName}${e.id ? '#' + e.id : ''}${e.name ? `[name=${e.name}]` : ''}${e.value && e.localName === 'button' ? `[value=${e.value}]` : ''}`
  const shown = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest('.sr')
    && e.getBoundingClientRect().width > 1 && e.getBoundingClientRect().height > 1
  const box = dialog.getBoundingClientRect()
  if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
    faults.push(`stands out of the window: ${box.left} ${box.top} ${box.right} ${box.bottom} of ${innerWidth} ${innerHeight}`)
  const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
  for (const part of [dialog, ...dialog.querySelectorAll('header, .body, footer')])
    if (part.scrollWidth > part.clientWidth + 1) faults.push(`${part.className || part.localName} is ${part.scrollWidth - part.clientWidth} px too wide`)
  const controls = [...dialog.querySelectorAll('button, input:not([type=hidden]), select, textarea, a[href]')].filter(shown)
  if (!controls.length) faults.push('has no controls')
  const body = dialog.querySelector('.body')?.getBoundingClientRect()
  const seen = e => {
    const r = e.getBoundingClientRect()
    if (!body || !e.closest('.body')) return r
    const top = Math.max(r.top, body.top), bottom = Math.min(r.bottom, body.bottom)
    return bottom - top > 1 ? new DOMRect(r.left, top, r.width, bottom - top) : null
  }
  const gap = dialog.matches('.palette') ? 0 : 6
  for (const e of controls) {
    const r = seen(e)
    if (!r || e.parentElement.closest('.ask-rows, .code-diff, .diff') && scrolls(e.parentElement)) continue
    if (r.left < box.left + gap || r.right > box.right - gap || r.top < box.top - 1 || r.bottom > box.bottom + 1)
      faults.push(`${name(e)} stands at or over the edge`)
  }
  controls.forEach((one, index) => controls.slice(index + 1).forEach(two => {
    if (one.contains(two) || two.contains(one) || one.closest('label')?.contains(two)) return
    const a = seen(one), b = seen(two)
    if (!a || !b) return
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
    if (width > 2 && height > 2) faults.push(`${name(one)} lies over ${name(two)}`)
  }))
  for (const label of [...dialog.querySelectorAll('label')].filter(shown)) {
    const control = label.control
    if (!control || label.contains(control) || !shown(control)) continue
    const l = label.getBoundingClientRect(), c = control.getBoundingClientRect()
    const above = l.bottom <= c.top + 3, beside = l.right <= c.left + 3 || l.left >= c.right - 3
    if (!above && !beside) faults.push(`the label of ${name(control)} lies over it`)
    if (above && c.top - l.bottom > 60) faults.push(`the label of ${name(control)} is far from it`)
  }
  const parts = ['header', '.body', 'footer'].map(what => dialog.querySelector(what)).filter(Boolean)
  parts.slice(1).forEach((part, index) => {
    if (parts[index].getBoundingClientRect().bottom > part.getBoundingClientRect().top + 1)
      faults.push(`${parts[index].localName} lies over ${part.className || part.localName}`)
  })
  const foot = dialog.querySelector('footer')
  if (foot && ![...foot.querySelectorAll('button, a')].some(shown)) faults.push('has no button at its foot')
  return faults
}"""


class World:
    """What the dialogs are about."""

    def __init__(self, b):
        self.offer = b.find("offers", "Кофе и круассан")
        self.event = b.api("GET", "/mall/events?limit=1")["items"][0]
        self.person, token = test_points.add_people(b)[0]
        self.guests = test_points.untouched(b, "events")
        test_points.attend(b, [(self.person, token)], "events", self.guests)
        self.registration = b.api("GET", f"/mall/guests?event={self.guests['id']}")["items"][0]["id"]
        self.account = test_accounts.people(b)[0]
        test_accounts.change(b, self.account, push_token="push-" + "x" * 40)
        self.client = b.api("GET", f"/accounts/users/{self.account}")["client_id"]
        self.tag = b.api("POST", "/mall/tags", {"name": {"ru": "Тег, который лежит в корзине уже давно"}})
        b.api("DELETE", f"/mall/tags/{self.tag['id']}", version=1)
        self.over = b.api("POST", f"/mall/offers/{self.offer['id']}/copies")
        end = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
        dates = {"live_from": (end - datetime.timedelta(days=9)).isoformat(), "live_until": end.isoformat()}
        b.api("PATCH", f"/mall/offers/{self.over['id']}", dates, version=1)


def at(path):
    def opened(b, page, w):
        page.goto(b.url + path(w))
    return opened


def key(pressed):
    def opened(b, page, w):
        page.goto(b.url + "/mall/offers")
        page.wait_for_selector("tbody tr")
        page.keyboard.press(pressed)
    return opened


def library(b, page, w):
    page.goto(f"{b.url}/mall/offers/{w.offer['id']}")
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
    path = f"/mall/offers/{w.offer['id']}"
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


OFFER = lambda w: f"/mall/offers/{w.offer['id']}"

# The template and the id of each dialog, and how it opens.
DIALOGS = {
    ("form-dialogs", "schedule"): [at(lambda w: OFFER(w) + "?dialog=schedule")],
    ("form-dialogs", "to-release"): [at(lambda w: OFFER(w) + "?dialog=release")],
    ("form-dialogs", "over"): [at(lambda w: f"/mall/offers/{w.over['id']}?dialog=over")],
    ("form-dialogs", "library"): [library],
    ("form-conflict", "conflict"): [conflict],
    ("list", "ask"): [asked("live_until"), asked("live_until", 7), asked("cost"), asked("shop")],
    ("list", "purge"): [at(lambda w: f"/mall/tags?state=trash&purge={w.tag['id']}")],
    ("palette", "palette"): [key("Control+k")],
    ("keys", "keys"): [key("?")],
    ("flag-conflict", "conflict"): [flag_conflict],
    ("flag-versions", "rollback"): [rollback],
    ("flag-review", "publish"): [at(lambda w: FLAGS + "?dialog=publish")],
    ("flag-settings", "off-"): [disable],
    ("home-add", "add"): [at(lambda w: "/mall/home/offers/add"), at(lambda w: "/mall/home/slider/add")],
    ("person-forms", "block"): [at(lambda w: f"/people/{w.person}?dialog=block"),
                                at(lambda w: f"/accounts/{w.account}?dialog=block")],
    ("person-forms", "erase"): [at(lambda w: f"/people/{w.person}?dialog=erase"),
                                at(lambda w: f"/accounts/{w.account}?dialog=erase")],
    ("person-dialogs", "edit"): [at(lambda w: f"/people/{w.person}?dialog=edit")],
    ("points-dialog", "points"): [at(lambda w: f"/people/points?user={w.person}&dialog=points")],
    ("points-find", "find"): [at(lambda w: "/people/points?dialog=find&whom=50045")],
    ("action-dialog", "act"): [at(lambda w: f"/mall/guests?act=cancel&row={w.registration}")],
    ("accounts", "free"): [at(lambda w: "/accounts?dialog=free")],
    ("account-client", "part"): [at(lambda w: f"/accounts/clients/{w.client}?part=new")],
    ("account-dialogs", "edit"): [at(lambda w: f"/accounts/{w.account}?dialog=edit")],
    ("account-dialogs", "reset"): [at(lambda w: f"/accounts/{w.account}?dialog=password")],
    ("account-dialogs", "push"): [at(lambda w: f"/accounts/{w.account}?dialog=push")],
}


def test_no_dialog_is_forgotten(b):
    found = {(file.stem, name) for file in (TOP / "Sources").rglob("*.mustache")
             for name in re.findall(r'<dialog\b[^>]*\bid="([^"{]*)', file.read_text())}
    assert found == set(DIALOGS), found ^ set(DIALOGS)


def test_every_dialog_has_a_layout(b):
    world = World(b)
    faults = []
    for width in (1280, 390):
        page = b.page(width=width)
        for (template, name), openers in DIALOGS.items():
            for number, opener in enumerate(openers):
                opener(b, page, world)
                dialog = page.locator(f"dialog[id^='{name}'][open]").first
                dialog.wait_for()
                page.evaluate("""Promise.all(document.getAnimations()
                    .filter(a => a.effect.getComputedTiming().endTime < 5000).map(a => a.finished.catch(() => 0)))""")
                told = dialog.evaluate(FAULTS)
                faults += [f"{template}#{name} ({number + 1}) at {width}: {fault}" for fault in told]
        page.context.close()
    assert not faults, "\n".join(faults)
