"""The home screen: the tasks of whoever curates it, with the clicks that they cost."""

import harness
from harness import Clicks


def block(b, name):
    return next(x for x in b.api("GET", "/mall/home")["blocks"] if x["name"] == name)


def ids(b, name):
    return [card["id"] for card in block(b, name)["cards"]]


def rows(page, name):
    return page.eval_on_selector_all(f"#block-{name} .hrow[data-id]", "rows => rows.map(r => r.dataset.id)")


def cards(page, name):
    strip = page.eval_on_selector_all(".phone [data-card]", "cards => cards.map(c => c.dataset.card)")
    return [key[len(name) + 1:] for key in strip if key.startswith(name + "-")]


def seen(b, name):
    return [c["id"] for c in block(b, name)["cards"] if c["state"] in ("live", "ends_soon")]


def home(b, query="", **options):
    page = b.page(**options)
    page.goto(b.url + "/mall/home" + query)
    return page


def today(b):
    page = b.page()
    page.goto(b.url + "/")
    return page


def until(page, script, argument=None):
    page.wait_for_function(script, arg=argument)


def test_any_record_goes_on_the_screen_in_four_clicks(b):
    order = ids(b, "slider")
    page = today(b)
    clicks = Clicks(page)
    clicks.click(".nav a[href='/mall/home']")
    clicks.click("#block-slider header a.btn")
    page.wait_for_selector("#add[open] .pick-row")
    assert page.url.startswith(b.url + "/mall/home/slider/add"), page.url
    picked = page.locator("#add [name=id]").first.get_attribute("value").split(".")[1]
    clicks.click("#add .pick-row")
    assert page.locator("#add .btn.primary").inner_text().strip() == "Добавить 1"
    clicks.click("#add .btn.primary")
    page.wait_for_selector(f"#slider-{picked}")
    assert clicks.count == 4
    assert ids(b, "slider")[0] == picked, "a new card goes on top"
    assert not page.locator("#add").count()
    page.keyboard.press("z")
    page.wait_for_selector(f"#slider-{picked}[data-id]", state="detached")
    assert ids(b, "slider") == order


def test_the_dialog_finds_and_keeps_what_is_ticked(b):
    order = ids(b, "offers")
    page = home(b)
    page.click("#block-offers header a.btn")
    page.wait_for_selector("#add[open] .pick-row")
    first = page.locator("#add [name=id]").first.get_attribute("value")
    page.locator("#add .pick-row").first.click()
    before = page.locator("#add .pick-row").count()
    first_row, second_row = (page.locator("#add .pick-row").nth(n).bounding_box() for n in (0, 1))
    assert first_row["x"] == second_row["x"], "rows stand one below another"
    page.fill("#add [name=q]", "зззззз")
    until(page, "n => document.querySelectorAll('#add .pick-row').length === 1", before)
    assert page.locator("#add [name=id]:checked").get_attribute("value") == first
    page.fill("#add [name=q]", "")
    until(page, "n => document.querySelectorAll('#add .pick-row').length === n", before)
    page.locator("#add .pick-row").nth(1).click()
    page.click("#add .btn.primary")
    page.wait_for_selector("#add", state="detached")
    assert ids(b, "offers")[2:] == order, "two cards are on top"
    assert "2" in page.locator(".toast").inner_text()
    page.click(".toast button")
    until(page, "n => document.querySelectorAll('#block-offers .hrow[data-id]').length === n", len(order))
    assert ids(b, "offers") == order


def test_the_key_opens_the_dialog_and_escape_closes_it(b):
    page = home(b, "?scheme=dark")
    page.keyboard.press("a")
    page.wait_for_selector("#add[open]")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.press("Escape")
    until(page, "() => location.pathname === '/mall/home' && location.search.includes('scheme=dark')")
    assert not page.locator("#add[open]").count()


def test_a_card_is_taken_off_in_two_clicks(b):
    order = ids(b, "slider")
    card = seen(b, "slider")[1]
    page = today(b)
    clicks = Clicks(page)
    clicks.click(".nav a[href='/mall/home']")
    page.wait_for_selector(f"#ph-slider-{card}")
    clicks.click(f"#slider-{card} [role=switch]")
    page.wait_for_selector(f"#slider-{card}.off")
    assert clicks.count == 2
    assert card not in ids(b, "slider")
    assert not page.locator(f"#ph-slider-{card}").count(), "the phone shows it no longer"
    assert "Скрыто" in page.locator(f"#slider-{card}").inner_text(), "it stays in sight"
    page.keyboard.press("z")
    page.wait_for_selector(f"#slider-{card}[data-id]")
    assert ids(b, "slider") == order


def test_the_switch_goes_both_ways(b):
    order = ids(b, "offers")
    card = seen(b, "offers")[0]
    page = home(b)
    switch = page.locator(f"#offers-{card} [role=switch]")
    switch.click()
    page.wait_for_selector(f"#offers-{card}.off")
    switch.click()
    page.wait_for_selector(f"#offers-{card}[data-id]")
    assert ids(b, "offers") == order
    assert "на экране" in page.locator(".toast").inner_text()


def test_a_drag_makes_a_card_the_first(b):
    order = ids(b, "slider")
    name = seen(b, "slider")[2]
    page = today(b)
    clicks = Clicks(page)
    clicks.click(".nav a[href='/mall/home']")
    page.wait_for_selector(f"#slider-{name} .drag")
    handle, top = page.locator(f"#slider-{name} .drag"), page.locator("#block-slider .hrow").first
    start, end = handle.bounding_box(), top.bounding_box()
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(start["x"] + 12, end["y"] + 60, steps=6)
    page.mouse.move(start["x"] + 12, end["y"] + 4, steps=6)
    assert cards(page, "slider")[0] == name, "the phone follows while it is dragged"
    page.mouse.up()
    page.wait_for_selector(".toast form")
    assert clicks.count == 1
    assert ids(b, "slider") == [name] + [id for id in order if id != name]
    page.keyboard.press("z")
    until(page, "id => document.querySelector('#block-slider .hrow').dataset.id === id", order[0])
    assert ids(b, "slider") == order


def test_the_keyboard_moves_a_card(b):
    order = ids(b, "events")
    page = home(b)
    page.locator(f"#events-{order[1]} .drag").focus()
    told = harness.messages(page)
    page.keyboard.press("Alt+ArrowUp")
    assert rows(page, "events")[0] == order[1]
    harness.until(lambda: "Место 1 из" in told())
    until(page, "() => document.querySelector('.toast form')")
    assert ids(b, "events")[:2] == [order[1], order[0]]
    assert page.evaluate("document.activeElement.className") == "drag", "the handle keeps the focus"


def test_services_stand_by_name(b):
    page = home(b)
    assert page.locator("#block-services .hrow").count() > 1
    assert not page.locator("#block-services .drag").count()
    assert "по алфавиту" in page.locator("#block-services header").inner_text()


def test_a_colleagues_change_appears_by_itself(b):
    order = ids(b, "events")
    page = b.page()
    page.goto(b.url + "/mall/home")
    b.api("DELETE", f"/mall/home/events/cards/{order[0]}")
    page.wait_for_selector(f"#events-{order[0]}", state="detached")
    b.api("PUT", f"/mall/home/events/cards/{order[0]}")
    page.wait_for_selector(f"#events-{order[0]}")
    assert ids(b, "events") == order


def test_everything_goes_without_script(b):
    order = ids(b, "slider")
    card = seen(b, "slider")[1]
    page = home(b, "?plang=en", js=False)
    page.click(f"#slider-{card} [role=switch]")
    assert page.locator(f"#slider-{card}.off").count() == 1
    assert "plang=en" in page.url
    page.click(f"#slider-{card} [role=switch]")
    assert ids(b, "slider") == order
    page.click(f"#slider-{order[2]} summary")
    page.click(f"#slider-{order[2]} [value=first]")
    assert ids(b, "slider")[0] == order[2]
    page.click(f"#slider-{order[2]} summary")
    page.fill(f"#slider-{order[2]} [name=place]", "3")
    page.click(f"#slider-{order[2]} .place button")
    assert ids(b, "slider") == order
    page.click("#block-slider header a.btn")
    page.fill("#add [name=q]", "зззззз")
    page.click("#add noscript button, #add .pickbar .btn")
    page.locator("#add .empty").wait_for()
    page.goto(b.url + "/mall/home/slider/add")
    picked = page.locator("#add [name=id]").first.get_attribute("value").split(".")[1]
    page.locator("#add .pick-row").first.click()
    page.click("#add .btn.primary")
    assert ids(b, "slider")[0] == picked
    page.click(".toast button")
    assert ids(b, "slider") == order


def test_a_narrow_screen_has_two_tabs(b):
    page = home(b, width=390)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.locator(".phone").is_visible()
    page.click(".switcher label:has-text('Телефон')")
    assert page.locator(".phone").is_visible() and not page.locator(".hblocks").is_visible()
    page.click(".preview-bar a:has-text('EN')")
    page.wait_for_selector(".phone[lang=en]")
    assert page.locator(".phone").is_visible(), "the tab stays"
    for width in (768, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_whoever_may_only_read_changes_nothing(b):
    page = home(b, who="vera")
    assert page.locator(".hrow").count() > 10
    assert not page.locator("[role=switch], .drag, .hblock .btn, [name=place]").count()
    card = ids(b, "slider")[0]
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": b.url}
    for path in (f"slider/cards/{card}/off", "slider/order", "slider/add"):
        answer = page.request.post(f"{b.url}/mall/home/{path}", headers=form, max_redirects=0,
                                   data=f"id={card}&id=news.{card}&to=first")
        assert answer.status in (403, 404), (path, answer.status)
    assert ids(b, "slider")[0] == card
    page = b.page(signed_in=False)
    page.goto(b.url + "/mall/home")
    assert "/login" in page.url
