"""Stories: their board, and the phone that plays them as the app does."""

import io
import json
import urllib.request
import zipfile

import harness


def public(b, query=""):
    """What the app reads."""
    with urllib.request.urlopen(b.url + "/stories/v1/groups/" + query, timeout=120) as answer:
        return json.loads(answer.read())


def groups(b):
    return b.api("GET", "/stories/board")["groups"]


def titles(stories):
    return [story["title"] for story in stories]


# The bar of a page takes hours, so that the story stays where it is while a test looks at it.
SLOW_BARS = """{
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how)
        if (this.matches('.bars b')) animation.playbackRate = 0.001
        return animation
    }
}"""


def board(b, query="", **options):
    page = b.page(**options)
    page.add_init_script(SLOW_BARS)
    page.goto(b.url + "/stories/board" + query)
    return page


def rows(page):
    return page.eval_on_selector_all(".sgrp", "rows => rows.map(r => r.dataset.id)")


def tiles(page):
    return page.eval_on_selector_all(".spage[data-id]", "rows => rows.map(r => r.dataset.id)")


def until(page, script, argument=None):
    page.wait_for_function(script, arg=argument)


def shown(page):
    """The number of the page that the phone shows, from 0."""
    return page.evaluate("[...document.querySelectorAll('.story .spg')].findIndex(s => s.matches('.on'))")


def is_shown(page, number):
    until(page, "n => [...document.querySelectorAll('.story .spg')].findIndex(s => s.matches('.on')) === n", number)


def running(page):
    """How the bar of the shown page goes: running, paused or finished; empty where none does."""
    return page.evaluate("""(document.getAnimations().find(a => a.effect.target.matches?.('.bars b'))
        || {playState: ''}).playState""")


def end_page(page):
    """The time of the shown page is over."""
    page.evaluate("document.getAnimations().find(a => a.effect.target.matches?.('.bars b')).finish()")


def drag(page, handle, target, across=False):
    """Takes a handle to the beginning of another row."""
    start, end = handle.bounding_box(), target.bounding_box()
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for share in (0.5, 1):
        page.mouse.move(x + (end["x"] + 4 - x) * share if across else x,
                        y if across else y + (end["y"] + 4 - y) * share, steps=6)
    page.mouse.up()


def test_the_board_shows_what_the_app_shows_and_why_not(b):
    """T79, T81, T84"""
    page = board(b)
    assert rows(page) == [group["id"] for group in groups(b)]
    words = page.eval_on_selector_all(".sgrp", "rows => rows.map(r => r.innerText)")
    seen = [word for word in words if "В приложении" in word]
    assert [next(t for t in titles(public(b)) if t in word) for word in seen] == titles(public(b))
    assert any("Черновик" in word for word in words) and any("С\xa0" in word for word in words)
    page.click(".sgrp:last-child a.name")
    until(page, "() => document.querySelector('.sedit .note')")
    assert "включите показ" in page.locator(".sedit .note").inner_text()
    help_texts = " ".join(page.locator(".spform .help").all_inner_texts())
    assert "2 строки" in help_texts and "3 строки" in help_texts


def test_stories_are_moved_by_keyboard_and_by_drag(b):
    """T82"""
    order = rows(board(b))
    page = board(b)
    page.locator(".sgrp .drag").nth(1).focus()
    told = harness.messages(page)
    page.keyboard.press("Alt+ArrowUp")
    assert rows(page)[:2] == [order[1], order[0]]
    harness.until(lambda: "Место 1 из" in told())
    page.wait_for_selector(".toast form")
    assert titles(public(b))[0] == "Байкал на выходные"
    assert page.evaluate("document.activeElement.className") == "drag", "the handle keeps the focus"
    page.keyboard.press("z")
    until(page, "id => document.querySelector('.sgrp').dataset.id === id", order[0])

    drag(page, page.locator(".sgrp .drag").nth(2), page.locator(".sgrp").first)
    until(page, "id => document.querySelector('.sgrp').dataset.id === id", order[2])
    page.wait_for_selector(".toast form")
    assert [group["id"] for group in groups(b)] == [order[2], order[0], order[1]] + order[3:]
    assert titles(public(b))[0] == "Как вернуть билет"


def test_pages_are_moved_by_keyboard_and_by_drag(b):
    """T82"""
    page = board(b)
    order = tiles(page)
    page.locator(".spage .drag").first.focus()
    page.keyboard.press("Alt+ArrowRight")
    assert tiles(page)[:2] == [order[1], order[0]]
    page.wait_for_selector(".toast form")
    assert titles(public(b)[0]["pages"])[0] == "Три новых рейса"
    drag(page, page.locator(".spage .drag").nth(3), page.locator(".spage").first, across=True)
    page.wait_for_selector(".toast:has-text('место 1 из 4') form")
    assert tiles(page) == [order[3], order[1], order[0], order[2]]
    assert titles(public(b)[0]["pages"])[0] == "Билеты за 90 дней"
    assert [p["order"] for p in public(b)[0]["pages"]] == [1, 2, 3, 4]


def test_the_phone_plays_each_page_and_closes_after_the_last(b):
    """T80, T85"""
    page = board(b)
    page.wait_for_selector(".story .spg.on")
    assert running(page) == "running" and shown(page) == 0
    seconds = page.evaluate("""document.getAnimations().find(a => a.effect.target.matches?.('.bars b'))
        .effect.getComputedTiming().duration""")
    assert seconds == 10_000
    for number in (1, 2, 3):
        end_page(page)
        is_shown(page, number)
        assert page.locator(".bars i.full").count() == number
    seconds = page.evaluate("""document.getAnimations().find(a => a.effect.target.matches?.('.bars b'))
        .effect.getComputedTiming().duration""")
    assert seconds == 6_000, "each page has its own time"
    end_page(page)
    page.wait_for_selector(".story", state="hidden")
    assert page.locator(".scard").first.is_visible(), "the strip is seen again"
    assert running(page) == ""
    page.click("[data-story=replay]")
    is_shown(page, 0)
    assert running(page) == "running"


def test_taps_go_back_and_on_and_the_pointer_holds(b):
    """T85"""
    page = board(b)
    page.wait_for_selector(".story .spg.on")
    page.locator(".stap.next").click()
    is_shown(page, 1)
    assert running(page) == "paused", "it waits while the pointer is on it"
    page.mouse.move(5, 5)
    until(page, """() => document.getAnimations().some(a => a.effect.target.matches?.('.bars b')
        && a.playState === 'running')""")
    page.locator(".stap.back").click()
    is_shown(page, 0)
    page.locator(".stap.back").click()
    is_shown(page, 0)
    page.mouse.move(5, 5)
    page.locator("[data-story=toggle]").focus()
    page.keyboard.press("Enter")
    assert running(page) == "paused"
    assert page.locator("[data-story=toggle]").get_attribute("aria-pressed") == "true"
    page.keyboard.press("ArrowRight")
    is_shown(page, 1)
    assert running(page) == "paused", "it stays held"
    page.keyboard.press("Escape")
    page.wait_for_selector(".story", state="hidden")
    page.keyboard.press("ArrowLeft")
    is_shown(page, 3)
    page.locator(".sx").click()
    page.wait_for_selector(".story", state="hidden")


def test_a_page_that_is_chosen_is_where_the_phone_begins(b):
    page = board(b)
    page.locator(".spage a").nth(2).click()
    is_shown(page, 2)
    assert page.locator(".spform h3").inner_text() == "Страница 3 из 4"
    page.click(".preview .seg a:has-text('EN')")
    page.wait_for_selector(".phone[lang=en]")
    assert page.locator(".spg.on h3").inner_text() == "A change in the city"


def test_who_wants_no_motion_starts_it(b):
    page = b.page()
    page.add_init_script(SLOW_BARS)
    page.emulate_media(reduced_motion="reduce")
    page.goto(b.url + "/stories/board")
    page.wait_for_selector("[data-player]:not([hidden])")
    assert running(page) == "paused"
    page.locator("[data-story=toggle]").click()
    assert running(page) == "running"
    assert page.evaluate("""document.getAnimations().find(a => a.effect.target.matches?.('.bars b'))
        .effect.getTiming().easing""").startswith("steps(1")


def test_what_is_typed_is_seen_in_the_phone_and_published(b):
    """T82, T84"""
    page = board(b)
    page.fill("[name='title.ru']", "Снег выпал")
    assert page.locator(".spg.on h3").inner_text() == "Снег выпал"
    assert "10 / 60" in page.locator(".field:has([name='title.ru']) .count").inner_text()
    page.fill("[name=duration_seconds]", "5")
    page.click(".spform [value=publish]")
    page.wait_for_selector(".toast:has-text('Страница опубликована')")
    first = public(b)[0]["pages"][0]
    assert first["title"] == "Снег выпал" and first["duration_seconds"] == 5
    page.fill("[name='title.ru']", "Я" * 61)
    page.click(".spform [value=save]")
    page.wait_for_selector(".spform .error")
    assert page.locator("[name='title.ru']").input_value() == "Я" * 61, "nothing that was typed is lost"
    assert public(b)[0]["pages"][0]["title"] == "Снег выпал"


def test_what_is_typed_for_one_page_never_lands_in_another(b):
    page = board(b)
    kept = page.input_value("#sp-title-ru")
    page.fill("#sp-title-ru", "Моё")
    b.agrees = False
    page.locator(".spage[data-id] a").nth(1).click()
    assert page.input_value("#sp-title-ru") == "Моё"
    # The other language of the preview shows the same page.
    page.get_by_role("link", name="EN", exact=True).last.click()
    page.wait_for_url("**plang=en**")
    assert page.input_value("#sp-title-ru") == "Моё"
    b.agrees = True
    page.locator(".spage[data-id] a").nth(1).click()
    page.wait_for_url("**page=**")
    until(page, "() => document.querySelector('#sp-title-ru').value !== 'Моё'")
    second = page.input_value("#sp-title-ru")
    page.locator(".spage[data-id] a").nth(0).click()
    until(page, "kept => document.querySelector('#sp-title-ru').value === kept", kept)
    assert second != kept


def test_two_editors_of_one_page_lose_nothing(b):
    page = board(b)
    story = groups(b)[0]["pages"][0]
    page.fill("#sp-title-ru", "Мой заголовок")
    b.api("PATCH", f"/stories/story_pages/{story['id']}", {"title": {"ru": "Чужой"}}, who="igor", version=story["version"])
    page.locator(".spform [value=save]").click()
    page.get_by_text("Теперь там: Чужой").wait_for()
    assert page.input_value("#sp-title-ru") == "Мой заголовок"
    b.fits(page)
    b.check(page)
    page.keyboard.press("Control+s")
    page.wait_for_selector(".toast:has-text('Черновик сохранён')")
    assert groups(b)[0]["pages"][0]["fields"]["title"]["ru"] == "Мой заголовок"


def test_a_key_switches_the_row_that_has_the_focus_and_no_other(b):
    page = board(b)
    before = titles(public(b))
    page.keyboard.press("t")
    page.locator(".sgrp .name").nth(2).focus()
    page.keyboard.press("t")
    page.wait_for_selector(".sgrp:nth-child(3) .switch[aria-checked=false]")
    page.wait_for_selector(".toast")
    assert titles(public(b)) == before[:2] + before[3:]


def test_switches_show_and_hide(b):
    """T81, T82"""
    page = board(b)
    before = titles(public(b))
    switch = page.locator(".sgrp [role=switch]").first
    switch.click()
    page.wait_for_selector(".toast:has-text('скрыто')")
    assert titles(public(b)) == before[1:]
    page.keyboard.press("z")
    page.wait_for_selector(".sgrp:first-child [aria-checked=true]")
    assert titles(public(b)) == before
    page.locator(".spform [role=switch]").click()
    page.wait_for_selector(".spform [role=switch][aria-checked=false]")
    # The switch moves before the server has answered.
    harness.until(lambda: len(public(b)[0]["pages"]) == 3)
    # A draft with all its pages in one click.
    page.click(".sgrp:last-child a.name")
    page.wait_for_selector("h2:has-text('Море из окна')")
    page.click(".sedit button:has-text('Опубликовать всё')")
    page.wait_for_selector(".toast:has-text('Опубликовано: 2')")
    assert "Море из окна" in titles(public(b)) and len(public(b)[-1]["pages"]) == 2


def test_a_new_page_belongs_to_the_open_story(b):
    """T82, T83, T85"""
    page = board(b)
    title = page.locator(".sedit h2").inner_text()
    page.click(".spage.add a")
    page.wait_for_selector("#content-form")
    assert title in page.locator("#content-form").inner_text() or page.evaluate(
        "[...document.querySelectorAll('#content-form select')].some(s => s.selectedOptions[0]?.text.includes('"
        + title + "'))")
    page.fill("[name='title.ru']", "Ещё страница")
    until(page, "() => document.querySelector('.phone .spg.on h3')?.textContent === 'Ещё страница'")
    b.check(page)


def test_a_story_goes_with_its_pages_and_comes_back(b):
    """T82"""
    page = board(b)
    before = titles(public(b))
    page.locator(".sgrp summary").first.click()
    page.click(".sgrp:first-child .pop .danger")
    page.wait_for_selector(".toast form")
    assert titles(public(b)) == before[1:]
    page.keyboard.press("z")
    page.wait_for_selector("h2:has-text('Зимние электрички')")
    again = next(group for group in groups(b) if group["title"] == before[0])
    assert again["state"] == "live" and len(again["pages"]) == 4
    assert titles(public(b)) == before


def test_everything_goes_without_script(b):
    """T82"""
    page = board(b, js=False)
    order = rows(page)
    page.locator(".sgrp summary").nth(1).click()
    page.locator(".sgrp").nth(1).locator("[value=first]").click()
    assert rows(page)[:2] == [order[1], order[0]]
    page.locator(".sgrp summary").first.click()
    page.locator(".sgrp .place [name=place]").first.fill("2")
    page.locator(".sgrp .place button").first.click()
    assert rows(page) == order
    pages = tiles(page)
    page.locator(".spform summary").click()
    page.locator(".spform [value=down]").click()
    assert tiles(page)[:2] == [pages[1], pages[0]]
    page.fill("[name='title.ru']", "Без скрипта")
    page.click(".spform [value=publish]")
    assert "Без скрипта" in titles(public(b)[0]["pages"])
    page.locator(".sgrp [role=switch]").first.click()
    assert "Зимние электрички" not in titles(public(b))
    page.goto(b.url + "/stories/board?group=" + order[1])
    assert page.locator(".spg.on h3").is_visible(), "the phone shows the first page"


def test_the_bundle_is_loaded_from_the_board(b):
    page = board(b)
    page.click(".bundle summary")
    with page.expect_download() as download:
        page.click(".bundle a[href$='form=ios']")
    data = open(download.value.path(), "rb").read()
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert "Stories.xcassets/Contents.json" in names and "ru.lproj/stories.json" in names
    assert download.value.suggested_filename == "stories-ios.zip"


def test_a_viewer_sees_and_changes_nothing(b):
    page = board(b, who="vera")
    page.wait_for_selector(".story .spg.on")
    assert not page.locator(".drag, [role=switch], .spform button[type=submit], .spage.add").count()
    b.check(page)
