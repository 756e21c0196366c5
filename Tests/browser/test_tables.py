"""Tables in a form: rows are added, moved and removed, each fault stands beside its cell, with and without scripts."""
import dates
from harness import until
from test_form import comes, kept, toast


def ship(b, **fields):
    body = {"title": "Волжская мечта", "kind": "river", "category": "comfort"} | fields
    return b.api("POST", "/cruise/ships?publish=true", body)


def cruise(b, **fields):
    """A cruise of three stops with two prices."""
    vessel = ship(b)
    classes = [b.api("POST", "/cruise/cabin_classes?publish=true",
                     {"ship": vessel["id"], "title": title, "places": 2})["id"] for title in ("Эконом", "Люкс")]
    cities = [b.api("POST", "/cruise/cruise_cities?publish=true", {"name": {"ru": name}})["id"]
              for name in ("Тестоград", "Тестополь", "Тестовск")]
    stops = [{"day": day, "city": city, "arrival": "09:00", "departure": "18:30"}
             for day, city in enumerate(cities, 1)]
    body = {"title": "По тестовым городам", "kind": "river", "ship": vessel["id"], "stops": stops,
            "starts_at": dates.Day(200, "18:30").utc, "ends_at": dates.Day(204, "09:00").utc,
            "prices": [{"cabin_class": classes[0], "price": 30000}, {"cabin_class": classes[1], "price": 45000.5}]}
    return b.api("POST", "/cruise/cruises?publish=true", body | fields)


def fields(b, thing, kind):
    return b.api("GET", f"/cruise/{kind}/{thing['id']}")["fields"]


def opened(b, thing, kind, **options):
    page = b.page(**options)
    page.goto(f"{b.url}/cruise/{kind}/{thing['id']}")
    return page


def row(page, table, number):
    return page.locator(f"[data-rows={table}] tbody > tr").nth(number - 1)


def cell(page, table, number, column):
    return row(page, table, number).locator(f"[data-cell={column}]").locator("input:visible, select, textarea")


def test_rows_are_added_moved_and_removed(b):
    thing = ship(b, decks=[{"name": "Нижняя"}, {"name": "Главная"}])
    page = opened(b, thing, "ships")
    names = lambda: [x["name"] for x in fields(b, thing, "ships").get("decks") or []]
    page.locator("[value='decks.add']").click()
    # The focus is in the new row, which is empty and so is not kept.
    page.keyboard.type("Шлюпочная")
    kept(page)
    until(lambda: names() == ["Нижняя", "Главная", "Шлюпочная"])
    row(page, "decks", 3).locator("[data-row-act=up]").click()
    until(lambda: names() == ["Нижняя", "Шлюпочная", "Главная"])
    row(page, "decks", 1).locator("[data-row-act=down]").press("Enter")
    until(lambda: names() == ["Шлюпочная", "Нижняя", "Главная"])
    assert page.evaluate("document.activeElement.value") == "decks.1.down"
    row(page, "decks", 2).locator("[data-row-act=remove]").click()
    until(lambda: names() == ["Шлюпочная", "Главная"])
    toast(page, "Строка 2 убрана")
    page.locator("#toasts button").click()
    until(lambda: names() == ["Шлюпочная", "Нижняя", "Главная"])
    assert row(page, "decks", 1).locator("[data-row-act=up]").is_disabled()
    assert row(page, "decks", 3).locator("[data-row-act=down]").is_disabled()
    b.check(page)
    page.keyboard.press("Control+Enter")
    toast(page, "Опубликовано")
    assert names() == ["Шлюпочная", "Нижняя", "Главная"]


def test_a_fault_stands_beside_its_cell(b):
    thing = cruise(b)
    page = opened(b, thing, "cruises")
    cell(page, "prices", 2, "price").fill("сорок пять")
    comes(page, "() => document.querySelector('[data-rows=prices] tbody tr:nth-child(2) [data-cell=price] .error')")
    assert fields(b, thing, "cruises")["prices"][1]["price"] == 45000.5
    cell(page, "prices", 2, "price").fill("45000,75")
    until(lambda: fields(b, thing, "cruises")["prices"][1]["price"] == 45000.75)
    comes(page, "() => !document.querySelector('[data-rows=prices] .error')")
    # A mandatory cell may wait, but not until the entry is published; empty rows are dropped before they are counted.
    page.locator("[value='prices.add']").click()
    page.locator("[value='prices.add']").click()
    cell(page, "prices", 4, "cabin_class").fill("Люкс")
    page.wait_for_selector("[data-cell-finder] [role=option]")
    page.keyboard.press("Enter")
    kept(page)
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#f-prices-2-price-e")
    assert page.locator("#fault-summary a").get_attribute("href") == "#f-prices-2-price"
    assert "строка 3" in page.inner_text("#fault-summary")
    page.click("#fault-summary a")
    assert page.evaluate("document.activeElement.id") == "f-prices-2-price"
    b.check(page)
    assert page.locator("[data-rows=prices] tbody > tr").count() == 3


def test_rows_need_no_scripts(b):
    thing = ship(b, decks=[{"name": "Нижняя"}, {"name": "Главная"}])
    page = opened(b, thing, "ships", js=False)
    page.locator("[value='decks.add']").click()
    cell(page, "decks", 3, "name").fill("Шлюпочная")
    page.locator("[value='decks.2.up']").click()
    page.locator("[value='decks.0.remove']").click()
    assert cell(page, "decks", 1, "name").input_value() == "Шлюпочная"
    assert [x["name"] for x in fields(b, thing, "ships")["decks"]] == ["Нижняя", "Главная"], "nothing is saved yet"
    page.locator("button[name=_do][value=save]").first.click()
    assert [x["name"] for x in fields(b, thing, "ships")["decks"]] == ["Шлюпочная", "Главная"]


def test_an_entry_in_a_cell_is_found_among_many(b):
    for number in range(45):
        b.api("POST", "/cruise/cruise_cities?publish=true", {"name": {"ru": f"Пристань {number}"}})
    thing = cruise(b)
    page = opened(b, thing, "cruises")
    finder = cell(page, "stops", 2, "city")
    assert finder.input_value() == "Тестополь"
    finder.fill("Пристань 17")
    page.wait_for_selector("[data-cell-finder] [role=option]")
    b.check(page)
    finder.press("Enter")
    found = b.api("GET", "/cruise/cruise_cities?q=%D0%9F%D1%80%D0%B8%D1%81%D1%82%D0%B0%D0%BD%D1%8C%2017")["items"][0]
    until(lambda: fields(b, thing, "cruises")["stops"][1]["city"] == found["id"])
    # What was typed and not chosen gives way to what is there.
    finder.fill("Неизвестно")
    page.click("h1")
    assert finder.input_value() == "Пристань 17"
    finder.fill("")
    until(lambda: "city" not in fields(b, thing, "cruises")["stops"][1])


def test_a_table_fits_a_phone_in_both_schemes(b):
    thing = cruise(b)
    for dark in (False, True):
        page = opened(b, thing, "cruises", width=390, dark=dark)
        b.fits(page)
        page.locator("[value='stops.add']").click()
        row(page, "stops", 4).locator("[data-row-act=up]").click()
        cell(page, "stops", 3, "day").fill("4x")
        comes(page, "() => document.querySelector('[data-rows=stops] [data-cell=day] .error')")
        b.fits(page)
        b.check(page)
        row(page, "stops", 3).locator("[data-row-act=remove]").click()
        kept(page)
        assert len(fields(b, thing, "cruises")["stops"]) == 3


def test_history_tells_rows_that_were_added_removed_and_changed(b):
    thing = ship(b, decks=[{"name": "Нижняя"}, {"name": "Главная"}])
    b.api("PATCH", f"/cruise/ships/{thing['id']}", {"decks": [{"name": "Главная"}, {"name": "Солнечная"}]},
          version=thing["version"])
    page = b.page()
    page.goto(f"{b.url}/cruise/ships/{thing['id']}/history?from=live&to=draft")
    text = page.inner_text(".diff")
    assert "добавлено: 1" in text and "убрано: 1" in text, text
    assert "1. Нижняя" in page.inner_text(".diff .txt >> nth=0")
    assert "2. Солнечная" in page.inner_text(".diff .txt >> nth=1")
    b.check(page)
