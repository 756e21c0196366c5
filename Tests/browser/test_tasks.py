"""The tasks of the design from beginning to end, with their clicks, and the same with the keyboard alone."""

from dates import Day
from harness import PASSWORD, PEOPLE, Clicks, Keys, chord, until


def fresh(b, thing, kind="offers"):
    return b.api("GET", f"/mall/{kind}/{thing['id']}")


def named(b, part, kind="offers"):
    return next(x for x in b.api("GET", f"/mall/{kind}?limit=200")["items"] if part in x["title"])


def toast(page, text):
    page.locator("#toasts .toast", has_text=text).wait_for()


def test_task_9_an_offer_is_copied_priced_and_published_in_four_clicks(b):
    page = b.page()
    page.goto(b.url + "/")
    original = named(b, "круассан")["id"]
    # The pages of the app are open for every user.
    clicks = Clicks(page)
    clicks.click(".nav a[href='/mall/offers']")
    line = page.locator("tbody tr", has_text="круассан")
    clicks.click(line.locator("details.menu summary"))
    clicks.click(line.get_by_role("button", name="Дублировать"))
    page.wait_for_url(lambda url: url.count("/") == 5 and not url.endswith("/offers"))
    page.fill("[name=cost]", "290")
    clicks.click("[data-key=publish]")
    toast(page, "Опубликовано")
    assert clicks.count == 4
    copy = b.api("GET", "/mall/offers/" + page.url.rsplit("/", 1)[1])
    copied = page.url.rsplit("/", 1)[1]
    page.click("h1")
    page.keyboard.press("z")
    toast(page, "Отменено")
    undone = b.api("GET", "/mall/offers/" + copied)
    assert undone["live"] is None and undone["fields"]["cost"] == 290, "what was typed is a draft again"
    title = copy["title"].replace("\u00a0", " ")
    assert copy["live"]["cost"] == 290 and title == "Кофе и круассан" and copy["id"] != original


def test_task_12_who_hid_the_offer_is_told_and_it_comes_back_in_one_click(b):
    yoga = named(b, "йогой")
    b.api("PUT", f"/mall/offers/{yoga['id']}/flags/on_home", {"value": True})
    b.api("PUT", f"/mall/offers/{yoga['id']}/flags/on_home", {"value": False}, who="igor")
    for js, who in ((True, "Игорь Ким"), (False, "Ольга Власова")):
        page = b.page(js=js)
        page.goto(b.url + "/")
        line = page.locator(".timeline li", has_text="йогой").first
        assert f"{who}: выключено «На главном»" in line.inner_text(), line.inner_text()
        line.get_by_role("button", name="Вернуть").click()
        toast(page, "включено «На главном»")
        assert fresh(b, yoga)["live"]["on_home"] is True
        # A restored entry needs no undo.
        until(lambda: page.locator(".timeline li", has_text="йогой").get_by_role("button").count() == 0)
        page.locator("#toasts button").click()
        until(lambda: fresh(b, yoga)["live"]["on_home"] is False)
        page.context.close()
    page = b.page(who="vera")
    page.goto(b.url + "/")
    assert page.locator(".timeline button").count() == 0


def test_a_release_is_cancelled(b):
    thing = named(b, "круассан")
    release = b.api("POST", "/releases", {"title": "Новый год", "at": Day(40).utc})
    b.api("PUT", f"/releases/{release['id']}/items/{thing['id']}", {"action": "withdraw"})
    page = b.page()
    page.goto(b.url + "/releases")
    page.get_by_role("link", name="Новый год").click()
    page.get_by_role("button", name="Отменить выпуск").click()
    toast(page, "отменён")
    assert b.api("GET", f"/releases/{release['id']}")["state"] == "cancelled"
    assert fresh(b, thing)["schedule"]["release"] is None
    page.goto(f"{b.url}/releases/{release['id']}")
    assert page.locator("main [data-key=publish], main [name=q]").count() == 0
    b.check(page)


def test_trash_gives_back_and_forgets_for_ever(b):
    tag = b.api("POST", "/mall/tags", {"name": {"ru": "Тег на выброс"}})
    page = b.page()
    page.goto(f"{b.url}/mall/tags/{tag['id']}")
    page.click("summary.btn")
    page.click("button[value=remove]")
    toast(page, "корзине")
    page.goto(b.url + "/mall/tags?state=trash")
    line = page.locator("tbody tr", has_text="Тег на выброс")
    line.locator("details.menu summary").click()
    line.get_by_role("button", name="Восстановить").click()
    toast(page, "восстановлено")
    assert fresh(b, tag, "tags")["state"] == "draft"
    page.keyboard.press("z")
    until(lambda: fresh(b, tag, "tags")["state"] == "trash")
    page.goto(b.url + "/mall/tags?state=trash")
    line.locator("details.menu summary").click()
    line.get_by_role("link", name="Удалить навсегда").click()
    page.fill("#purge-name", "Тег на выброс")
    page.keyboard.press("Enter")
    toast(page, "удалено навсегда")
    assert b.api("GET", "/mall/tags?state=trash")["items"] == []


def test_a_day_without_a_mouse(b):
    page = b.page(signed_in=False)
    page.goto(b.url + "/")
    keys = Keys(page)
    if page.evaluate("document.activeElement.id") != "em":
        keys.tab_to("#em")
    page.keyboard.type(PEOPLE["igor"][0])
    keys.tab_to("#pw", 4)
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    # The root is also the page of the sign-in.
    page.locator("#nav").wait_for(state="attached")
    # To the home screen, to move a card up by one.
    chord(page, "h")
    page.wait_for_url("**/mall/home")
    cards = [c["id"] for c in next(x for x in b.api("GET", "/mall/home")["blocks"] if x["name"] == "offers")["cards"]]
    keys.tab_to(f"#offers-{cards[1]} .drag", 200)
    page.keyboard.press("Alt+ArrowUp")
    page.locator(".toast form").wait_for()
    home = b.api("GET", "/mall/home")["blocks"]
    assert [c["id"] for c in next(x for x in home if x["name"] == "offers")["cards"]][:2] == [cards[1], cards[0]]
    # The skip link goes past the navigation.
    chord(page, "o")
    page.wait_for_url("**/mall/offers")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    title = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.count("/") == 5)
    keys.tab_to("[name=cost]")
    page.keyboard.press("Control+a")
    page.keyboard.type("123")
    page.keyboard.press("Control+Enter")
    toast(page, "Опубликовано")
    assert b.find("offers", title)["live"]["cost"] == 123


def test_a_plan_for_what_is_not_ready_says_so_beside_the_fields(b):
    for js in (True, False):
        thing = b.api("POST", "/mall/promotions", {"title": {"ru": "Пятничная распродажа"}})
        page = b.page(js=js)
        page.goto(f"{b.url}/mall/promotions/{thing['id']}?dialog=schedule")
        page.fill("#sch-p", Day(49).field)
        page.click("#schedule button[value=schedule]")
        page.wait_for_selector("#fault-summary")
        assert not js or page.locator("dialog:modal").count() == 0
        assert "Показывать с: не заполнено" in page.inner_text("#fault-summary").replace("\xa0", " ")
        assert page.locator("[name=live_from]").get_attribute("aria-invalid") == "true"
        assert page.inner_text("h1").startswith("Пятничная")
        page.fill("[name='title.ru']", "Субботняя распродажа")
        page.click("[data-key=save]")
        until(lambda: fresh(b, thing, "promotions")["fields"]["title"]["ru"] == "Субботняя распродажа")
        page.context.close()


def test_a_plan_for_the_past_keeps_what_was_typed(b):
    for js in (True, False):
        thing = named(b, "круассан")
        page = b.page(js=js)
        page.goto(f"{b.url}/mall/offers/{thing['id']}?dialog=schedule")
        page.fill("#sch-w", "2020-01-10T10:00")
        page.fill("#sch-n", "Завоз кончился")
        page.click("#schedule button[value=schedule]")
        page.wait_for_selector("#schedule [role=alert]")
        assert "уже прошло" in page.inner_text("#schedule [role=alert]")
        assert page.input_value("#sch-w") == "2020-01-10T10:00"
        assert page.input_value("#sch-n") == "Завоз кончился"
        day = Day(49)
        page.fill("#sch-w", day.field)
        page.click("#schedule button[value=schedule]")
        toast(page, "Снятие")
        assert day.is_told(fresh(b, thing)["schedule"]["withdrawal"]["at"])
        b.api("DELETE", f"/mall/offers/{thing['id']}/schedule/withdrawal")
        page.context.close()


def test_undo_after_an_import_leaves_what_was_done_before(b):
    thing = named(b, "круассан")
    page = b.page()
    page.goto(b.url + "/mall/offers")
    page.locator("tbody tr", has_text="круассан").get_by_role("switch").click()
    toast(page, "выключено")
    page.goto(b.url + "/mall/tags/import")
    page.set_input_files("#import-file", {"name": "t.csv", "mimeType": "text/csv", "buffer": "name.ru\nИз таблицы\n".encode()})
    page.get_by_role("button", name="Загрузить").click()
    toast(page, "Загружено: новых 1, изменённых 0")
    page.locator("tbody tr", has_text="Из таблицы").wait_for()
    page.keyboard.press("z")
    toast(page, "Отменять нечего")
    assert fresh(b, thing)["fields"]["on_home"] is False
