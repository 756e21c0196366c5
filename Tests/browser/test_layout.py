"""Lines that are whole, and pages that stand still while pictures come."""

from layout import SCRIPT


def test_no_line_of_today_is_cut(b):
    for language in ["ru", "en"]:
        page = b.page(language=language)
        page.goto(b.url + "/")
        assert page.locator(".dday li").count() > 5
        found = page.evaluate(SCRIPT, ["ellipsis"])
        assert not found, "\n".join(found)


def test_pictures_that_come_late_move_nothing(b):
    for path in ["/system/media", "/", "/mall/offers", "/mods/catalogue", "/stories/board", "/mall/home"]:
        page = b.page()
        held, is_free = [], []
        page.route("**/media/**", lambda route: route.continue_() if is_free else held.append(route))
        with page.expect_request("**/media/**"):
            page.goto(b.url + path, wait_until="domcontentloaded")
        # Once the page was painted without them.
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        is_free.append(True)
        for route in held:
            route.continue_()
        page.wait_for_load_state("networkidle")
        moved = page.evaluate("""new Promise(done => {
            const shifts = []
            new PerformanceObserver(list => shifts.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => done(shifts.map(s => [s.value, s.sources.map(x => x.node?.className || x.node?.nodeName).join(' ')])), 100)
        })""")
        assert sum(value for value, _ in moved) <= 0.1, f"{path}: {moved}"
        page.context.close()
