"""The timetable's pages: map, board, search, the editors of threads and calendars, and the usage of a key."""

import datetime
import re
import urllib.request

import dates
import harness


def busiest(b):
    """The station with the most threads of the demo."""
    answer = b.api("GET", "/travel/map?window=-80,-179,80,179")
    return answer["items"][0]


def pick(page, field, text):
    """Types into a field that names a place, and takes the first one found."""
    field.fill(text)
    page.wait_for_selector("[role=option]")
    field.press("Enter")
    page.wait_for_selector("[role=option]", state="detached")


def test_a_board_is_chosen_by_typing_and_shows_a_day(b):
    station = busiest(b)
    page = b.page()
    page.goto(b.url + "/travel/board")
    assert page.locator(".rows a").count() == 12
    field = page.locator("[name=station]")
    field.fill(station["title"][:5])
    page.wait_for_selector("[role=option]")
    assert field.get_attribute("aria-expanded") == "true"
    field.press("ArrowDown")
    field.press("ArrowUp")
    # Only the list closes.
    field.press("Escape")
    assert field.get_attribute("aria-expanded") == "false"
    pick(page, field, station["title"])
    field.press("Enter")
    page.wait_for_selector(f"h1:has-text('{station['title']}')")
    times = page.locator(".tt-board tbody b").all_inner_texts()
    assert len(times) > 5 and times == sorted(times)
    assert "Europe/" in page.locator(".page-head .sub").inner_text()
    page.locator(".tabs a:has-text('Прибытие')").click()
    page.wait_for_selector("th:has-text('Откуда')")
    today = page.input_value("[name=date]")
    page.get_by_label("Следующий день").click()
    next_day = datetime.date.fromisoformat(today) + datetime.timedelta(1)
    page.wait_for_function("day => document.querySelector('[name=date]').value === day", arg=next_day.isoformat())
    assert "event=arrival" in page.url
    page.locator(".lnk:has-text('сегодня')").click()
    page.wait_for_function("day => document.querySelector('[name=date]').value === day", arg=today)
    page.locator(".tt-board .name").first.click()
    page.wait_for_selector("h2:has-text('Остановки')")
    assert page.locator(".tt-way circle").count() > 1


def test_a_search_finds_journeys_and_says_why_it_finds_none(b):
    page = b.page()
    page.goto(b.url + "/travel/search")
    page.locator(".empty a").click()
    page.wait_for_selector(".tt-ride")
    assert re.match(r"\d\d:\d\d — \d\d:\d\d", page.locator(".tt-times").first.inner_text())
    start, end = page.input_value("[name=from]"), page.input_value("[name=to]")
    page.get_by_label("Обратно").click()
    page.wait_for_function("end => document.querySelector('[name=from]').value === end", arg=end)
    assert page.input_value("[name=to]") == start
    page.locator("[name=date]").fill((dates.now() + datetime.timedelta(5000)).date().isoformat())
    page.wait_for_selector(".empty:has-text('Последний рейс был')")
    page.locator(".empty a").click()
    page.wait_for_selector(".tt-ride, .tt-found .rows")
    page.locator("[name=to]").fill("Нигде такого нет")
    page.locator("[name=to]").press("Enter")
    page.wait_for_selector(".error:has-text('Нет такого места')")
    assert page.locator("[name=to]").get_attribute("aria-invalid") == "true"


def test_pages_work_without_script(b):
    station = busiest(b)
    page = b.page(js=False)
    page.goto(b.url + "/travel/board")
    page.fill("[name=station]", station["title"])
    page.locator("main .btn.primary").click()
    assert page.locator(".tt-board tbody tr").count() > 5
    page.locator("a:has-text('На карте')").click()
    assert page.locator(".tt-points circle").count() > 1 and page.locator(".tt-lines path").count() > 0
    assert station["title"] in page.locator(".tt-card h2").inner_text()
    before = page.locator(".tt-points circle").count()
    page.get_by_label("Дальше").click()
    assert page.locator(".tt-points circle").count() > before
    page.fill("[name=place]", station["title"])
    page.locator("main .btn:has-text('Найти')").click()
    assert page.locator(".tt-list a").count() > 1
    page.goto(b.url + "/travel/threads?q=1")
    page.locator("td.main a").first.click()
    page.locator("a:has-text('Изменить')").click()
    assert "s" in page.input_value("[name=stops]")


def ready(page):
    page.wait_for_selector("#tt-map:not([aria-busy])")
    page.wait_for_selector(".tt-points circle[data-code]")


def zoom(page):
    return float(re.search(r"zoom=([\d.]+)", page.url).group(1))


def test_the_map_by_the_keyboard(b):
    page = b.page()
    page.goto(b.url + "/travel/map")
    ready(page)
    page.wait_for_url("**zoom=**")
    whole = page.locator("#tt-count").inner_text()
    assert "самых оживлённых" in whole
    first = zoom(page)
    page.locator("#tt-svg").focus()
    for key in ["+", "+", "=", "ArrowLeft", "ArrowUp"]:
        page.keyboard.press(key)
    page.wait_for_function("n => Number(new URLSearchParams(location.search).get('zoom')) > n + 2.5", arg=first)
    page.keyboard.press("-")
    page.wait_for_function("n => Number(new URLSearchParams(location.search).get('zoom')) < n + 2.5", arg=first)
    page.keyboard.press("0")
    page.wait_for_function("text => document.querySelector('#tt-count').textContent === text", arg=whole)
    ready(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("#tt-card h2")
    page.wait_for_selector(".tt-lines path", state="attached")
    code = page.locator("#tt-card .sub").inner_text().split(" ")[0]
    assert page.locator("#tt-card a:has-text('Табло')").get_attribute("href").endswith(code)
    page.keyboard.press("Escape")
    page.wait_for_selector("#tt-card h2", state="detached")
    # The list beside it says the same in words.
    link = page.locator("#tt-list a").nth(2)
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#tt-card h2")
    assert page.locator("#tt-card h2").inner_text() == link.inner_text()
    b.check(page)


def test_the_map_by_mouse_and_search(b):
    station = busiest(b)
    page = b.page()
    page.goto(b.url + "/travel/map")
    ready(page)
    pick(page, page.locator("[name=place]"), station["title"])
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('zoom')) >= 11")
    ready(page)
    at = page.url
    box = page.locator("#tt-svg").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 360, box["y"] + 240, steps=4)
    page.mouse.up()
    page.wait_for_function("at => location.href !== at", arg=at)
    page.mouse.wheel(0, -480)
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('zoom')) >= 12")
    page.locator("[data-map=out]").click()
    page.goto(b.url + f"/travel/map?station={station['code']}")
    ready(page)
    # The points are drawn again when what is in sight has come; between the two there is no box.
    dot = None
    while not dot:
        page.wait_for_selector(".tt-points .on", state="attached")
        dot = page.locator(".tt-points .on").bounding_box()
    page.keyboard.press("Escape")
    page.mouse.click(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    page.wait_for_selector(f"#tt-card .sub:has-text('{station['code']}')")
    # Only one kind of transport.
    before = page.locator("#tt-count").inner_text()
    page.locator("[name=transport][value=plane]").check()
    page.wait_for_function("text => document.querySelector('#tt-count').textContent !== text", arg=before)


def test_the_map_on_a_phone(b):
    page = b.page(width=390, dark=True)
    page.goto(b.url + "/travel/map")
    ready(page)
    b.fits(page)
    before = zoom(page)
    page.locator("[data-map=in]").tap()
    page.wait_for_function("n => Number(new URLSearchParams(location.search).get('zoom')) > n", arg=before)
    # Two fingers.
    ready(page)
    before = zoom(page)
    box = page.locator("#tt-svg").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for kind, far in [("touchStart", 20), ("touchMove", 50), ("touchMove", 90), ("touchEnd", None)]:
        points = [] if far is None else [{"x": x - far, "y": y, "id": 1}, {"x": x + far, "y": y, "id": 2}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_function("n => Number(new URLSearchParams(location.search).get('zoom')) > n + 1", arg=before)
    b.check(page)


def thread(b):
    """A thread of the demo with four stops and times."""
    for item in b.api("GET", "/travel/threads?limit=200&transport=train")["items"]:
        if len(item["stops"]) >= 4:
            return item
    raise AssertionError("the demo has no such thread")


def checked(page):
    page.wait_for_selector(".editor:not([aria-busy]) .tt-stops tbody tr")


def test_stops_are_edited_in_a_table(b):
    row = thread(b)
    page = b.page()
    page.goto(b.url + f"/travel/threads/{row['id']}")
    page.locator("main a:has-text('Изменить')").click()
    checked(page)
    page.wait_for_selector(".tt-stops-wrap .tt-way circle")
    rows = page.locator(".tt-stops tbody tr")
    assert rows.count() == len(row["stops"])
    assert not page.locator("[name=stops]").is_visible()
    station = rows.nth(0).locator("[data-part=station]")
    page.wait_for_function("() => document.querySelector('.tt-stops [data-part=station]').value.length > 2")
    first = station.input_value()
    assert not first.startswith("s9")
    # A time that runs backward is told beside its row.
    arrival = rows.nth(1).locator("[data-part=arrival]")
    kept = arrival.input_value()
    arrival.fill("00:00" if kept != "00:00" else "00:01")
    departure = rows.nth(0).locator("[data-part=departure]")
    earlier = departure.input_value()
    departure.fill("20:00")
    page.wait_for_selector(".tt-stops tr:nth-child(2) .error:has-text('Время идёт назад')")
    arrival.fill(kept)
    departure.fill(earlier)
    page.wait_for_selector(".tt-stops .error:visible", state="detached")
    # The same station twice.
    rows.nth(0).get_by_label("Вставить ниже").click()
    pick(page, rows.nth(1).locator("[data-part=station]"), first)
    page.wait_for_selector(".tt-stops tr:nth-child(2) .error:has-text('Та же станция')")
    # By the keyboard down, and away.
    rows.nth(1).locator("[data-part=platform]").press("Alt+ArrowDown")
    page.wait_for_selector(".tt-stops tr:nth-child(3) .error:has-text('Нет прибытия')")
    rows.nth(2).get_by_label("Убрать остановку").click()
    page.wait_for_function("n => document.querySelectorAll('.tt-stops tbody tr').length === n", arg=len(row["stops"]))
    page.wait_for_selector(".tt-stops .error:visible", state="detached")
    # A station that is not there.
    rows.nth(1).locator("[data-part=station]").fill("s1")
    page.wait_for_selector("[role=option]", state="detached")
    rows.nth(1).locator("[data-part=platform]").click()
    page.wait_for_selector(".tt-stops tr:nth-child(2) .error:visible")
    b.check(page)


def test_edited_stops_are_saved(b):
    row = thread(b)
    page = b.page()
    page.goto(b.url + f"/travel/threads/{row['id']}?act=change&row={row['id']}")
    checked(page)
    rows = page.locator(".tt-stops tbody tr")
    rows.nth(0).locator("[data-part=platform]").fill("7 А")
    rows.nth(0).locator("[data-part=boarding]").select_option("+")
    page.locator("[data-stop=lines]").click()
    assert "7_А - +" in page.input_value("[name=stops]").split("\n")[0]
    page.locator("[data-stop=lines]").click()
    checked(page)
    page.locator("dialog .btn.primary").click()
    page.wait_for_selector(".toast:has-text('сохранено')")
    stops = b.api("GET", f"/travel/threads/{row['id']}")["stops"]
    assert stops[0].endswith("7_А - +") and stops[1:] == row["stops"][1:]
    assert "только посадка" in page.locator(".tt-times-table").inner_text()


def test_a_new_thread_is_filled_in_by_titles(b):
    start, end = b.api("GET", "/travel/map?window=-80,-179,80,179&transport_types=train")["items"][:2]
    calendar = b.api("GET", "/travel/calendars")["items"][0]
    page = b.page()
    page.goto(b.url + "/travel/threads?act=create")
    checked(page)
    rows = page.locator(".tt-stops tbody tr")
    assert rows.count() == 2
    for name, value in [("uid", "new-thread"), ("number", "7"), ("title", "Новый рейс"),
                        ("calendar", str(calendar["id"])), ("zone", "Europe/Moscow")]:
        page.fill(f"dialog [name={name}]", value)
    pick(page, rows.nth(0).locator("[data-part=station]"), start["code"])
    rows.nth(0).locator("[data-part=departure]").fill("10:00")
    pick(page, rows.nth(1).locator("[data-part=station]"), end["code"])
    rows.nth(1).locator("[data-part=arrival]").fill("9:00")
    page.wait_for_selector(".tt-stops tr:nth-child(2) .error:has-text('Время идёт назад')")
    # Refused with what was typed, and sent again.
    page.locator("dialog .btn.primary").click()
    page.wait_for_selector("dialog .error:has-text('строка 2')")
    checked(page)
    rows.nth(1).locator("[data-part=arrival]").fill("11:30")
    page.wait_for_selector(".tt-stops .error:visible", state="detached")
    page.locator("dialog .btn.primary").click()
    page.wait_for_selector(".toast:has-text('добавлено')")
    stops = b.api("GET", "/travel/threads?q=new-thread")["items"][0]["stops"]
    assert stops == [f"{start['code']} - 10:00", f"{end['code']} 11:30"]


def test_days_of_a_calendar_are_words_and_months(b):
    row = b.api("GET", "/travel/calendars")["items"][0]
    page = b.page()
    page.goto(b.url + f"/travel/calendars/{row['id']}")
    assert page.locator(".tt-month").count() == 6 and page.locator(".tt-month td.on").count() > 10
    page.locator("main a:has-text('Изменить')").click()
    page.wait_for_selector("dialog [data-day]")
    for name in ["mon", "tue", "wed", "thu", "fri"]:
        page.locator(f"[name=weekdays][value={name}]").check()
    for name in ["sat", "sun"]:
        page.locator(f"[name=weekdays][value={name}]").uncheck()
    page.wait_for_selector(".tt-words:has-text('по будням')")
    assert "on weekdays" in page.locator(".editor > .sub").inner_text()
    # A click on a running day takes it away, and another one gives it back.
    day = page.locator("dialog td.on:not(.odd) [data-day]").last
    name = day.get_attribute("data-day")
    day.click()
    page.wait_for_selector(f"[data-day='{name}'][aria-pressed=false]")
    assert name in page.input_value("[name=removed]")
    page.wait_for_selector(".tt-words:has-text('кроме')")
    page.locator(f"[data-day='{name}']").click()
    page.wait_for_selector(f"[data-day='{name}'][aria-pressed=true]")
    assert name not in page.input_value("[name=removed]")
    # By the keyboard to a day without a run.
    free = page.locator("dialog td:not(.on) [data-day]").last
    other = free.get_attribute("data-day")
    free.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-day='{other}'][aria-pressed=true]")
    assert page.evaluate("document.activeElement.dataset.day") == other
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.day") < other
    page.locator("[name=starts_on]").fill("завтра")
    page.wait_for_selector(".tt-words:has-text('не дата')")
    page.locator("[name=starts_on]").fill(row["starts_on"])
    page.wait_for_selector(".tt-words:has-text('по будням')")
    b.check(page)
    page.locator("dialog .btn.primary").click()
    page.wait_for_selector(".toast:has-text('сохранено')")
    assert other in b.api("GET", f"/travel/calendars/{row['id']}")["added"]


def test_the_usage_of_a_key_is_a_plot_and_a_table(b):
    made = b.api("POST", "/travel/keys", {"name": "Приложение"})
    for _ in range(3):
        urllib.request.urlopen(b.url + f"/v3.0/copyright/?apikey={made['key']}", timeout=120).read()
    page = b.page()

    def counted():
        page.goto(b.url + f"/travel/keys/{made['id']}")
        plot = page.locator(".plots svg")
        return plot.count() == 1 and "copyright: за 30 дней — 3" in plot.get_attribute("aria-label")

    # What was counted is written down every few seconds, at first perhaps only a part of the three.
    harness.until(counted)
    assert page.locator(".plots rect").count() == 1
    page.locator(".tt-figures summary").click()
    assert page.locator(".tt-figures tbody tr").count() == 1
    assert page.locator(".tt-figures td.num").inner_text() == "3"
    b.check(page)


def test_help_teaches_the_timetable(b):
    page = b.page()
    page.goto(b.url + "/help")
    titles = page.locator(".help h2").all_inner_texts()
    for title in ["Найти станцию", "Изменить рейс", "Проверить, что ответит приложение", "Выдать ключ приложению"]:
        assert title in titles
    page.locator("article:has-text('Найти станцию') a").click()
    ready(page)
