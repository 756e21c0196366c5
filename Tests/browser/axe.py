"""The faults of a page that axe finds."""

import functools
import pathlib

COLOURS = (pathlib.Path(__file__).resolve().parent / "colours.js").read_text()
# An element that is fading in is too pale.
SETTLE = "document.getAnimations().filter(a => a.effect.getComputedTiming().endTime < 5000).forEach(a => a.finish());"
# Rows after the eighth are like those before, and checking them takes longer than all the rest.
EVERYTHING = "{exclude: [['tbody tr:nth-child(n+9)'], ['main li:nth-child(n+9)']]}"
# Whether the page has an element that looks like none before, of all the pages that one tab shows.
IS_NEW = """() => {
    const KEY = 'elements that axe has seen', known = new Set(JSON.parse(sessionStorage.getItem(KEY) || '[]'))
    const nameOf = e => `${e.localName}.${e.className.baseVal ?? e.className}`
    const wordOf = ({ name, value }) => /^(role|type|tabindex|aria-hidden)$/.test(name) ? name + value
        : /^(aria-.*|href|for|alt|title|lang|disabled|hidden)$/.test(name) ? name : ''
    const count = known.size
    for (const e of document.body.querySelectorAll('*'))
        if (!e.closest('svg *')) known.add([nameOf(e.parentElement), nameOf(e), ...[...e.attributes].map(wordOf)].join(' '))
    sessionStorage.setItem(KEY, JSON.stringify([...known]))
    return known.size > count
}"""
# Elements that are shown now and were not when this was last asked, and those around text that is now hidden: it may
# have been their name.
CHANGED = """() => {
    const all = [...document.body.querySelectorAll('*')].filter(e => !e.closest('tbody tr:nth-child(n+9)'))
    const shown = new Set(all.filter(e => e.checkVisibility({ visibilityProperty: true })))
    const before = window.shownBefore ?? new Set
    window.shownBefore = shown
    const changed = all.filter(e => shown.has(e) !== before.has(e))
        .map(e => shown.has(e) ? e : e.closest('a, button, label, summary, th, td, [role]'))
    return [...new Set(changed)].filter(e => e && shown.has(e))
}"""


@functools.cache
def script():
    from axe_playwright_python.sync_playwright import Axe
    return Axe().axe_script


def bring(page):
    """Has axe in each page that is loaded from now on, where it begins when it is first asked for."""
    page.add_init_script(f"""Object.defineProperty(window, 'axe', {{ configurable: true, get() {{
        delete window.axe
        {script()}
        return window.axe
    }} }})""")


def run(page, scope, before):
    return lines(page.evaluate(f"""() => {{
        {SETTLE} {before}
        return axe.run({scope}, {{resultTypes: ['violations'], rules: {{'color-contrast': {{enabled: false}}}}}})
            .then(told => told.violations)
    }}"""))


def faults(page):
    """The faults by all rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    return faults_but_colours(page) + colour_faults(page)


def is_new(page):
    """Whether the page has an element that no page before had."""
    return page.evaluate(IS_NEW)


def faults_but_colours(page):
    """The faults by all rules but that of contrast, of a page with axe."""
    return run(page, EVERYTHING, f"window.shownBefore = null; ({CHANGED})();")


def faults_of_changes(page):
    """The same for elements that have been shown or hidden since this was last asked."""
    return run(page, "{include: changed}", f"const changed = ({CHANGED})(); if (!changed.length) return [];")


def colour_faults(page):
    """The texts with too little contrast, of those that look like none before; after other faults of the page."""
    return lines(page.evaluate(f"{SETTLE}\n({COLOURS})()"))


def lines(violations):
    return [f"{v['id']}: {v['help']}: " + "; ".join(n["html"][:160] for n in v["nodes"][:3]) for v in violations]
