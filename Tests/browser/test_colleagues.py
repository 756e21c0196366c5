"""Two people at once, and what is told of everybody: who edits, what was done, how the server is set."""

from harness import until


def offer(b):
    return next(x for x in b.api("GET", "/mall/offers?limit=200")["items"] if "круассан" in x["title"])


def note(page):
    return " ".join(page.locator("#editors").all_inner_texts())


def later(page):
    """What the page tells once it has asked again."""
    # One question at a time: answers to many could come in another order.
    with page.expect_response("**/here"):
        page.clock.run_for(8000)
    return note(page)


def test_who_else_edits_is_told_at_once_and_no_longer_than_true(b):
    path = f"{b.url}/mall/offers/{offer(b)['id']}"
    olga = b.page()
    # A clock of the test replaces the wait for the browser's next poll.
    olga.clock.install()
    olga.goto(path)
    igor = b.page(who="igor")
    igor.goto(path)
    # The page itself warns the second editor, even without a script.
    until(lambda: "открыта и у коллег: Ольга Власова" in note(igor))
    plain = b.page(js=False, who="igor")
    plain.goto(path)
    assert "Ольга Власова" in note(plain)
    plain.context.close()
    # The first editor sees it within seconds, with the warning about unsaved edits.
    until(lambda: "Игорь Ким" in later(olga))
    igor.locator("[name='disclaimer.ru']").focus()
    with igor.expect_response("**/here"):
        igor.keyboard.press("End")
        igor.keyboard.type("!")
    until(lambda: later(olga) == "Сейчас правит Игорь Ким")
    b.check(olga)
    # No one is warned about themselves, nor about editors of other pages.
    again = b.page()
    again.goto(f"{b.url}/mall/events/{b.api('GET', '/mall/events?limit=1')['items'][0]['id']}")
    again.wait_for_timeout(500)
    assert note(again) == ""
    igor.goto(b.url + "/")
    until(lambda: later(olga) == "")


def test_a_viewer_is_neither_warned_nor_told_of(b):
    path = f"{b.url}/mall/offers/{offer(b)['id']}"
    vera, olga = b.page(who="vera"), b.page()
    vera.goto(path)
    olga.goto(path)
    olga.wait_for_timeout(1000)
    assert note(olga) == "" and note(vera) == ""
    answer = vera.request.post(path + "/here", headers={"Origin": b.url}, form={"typing": "1"})
    assert answer.status == 403
    assert olga.request.post(b.url + "/mall/offers/nothing/here", headers={"Origin": b.url}).status == 404


def test_history_of_the_home_screen_is_of_its_cards(b):
    thing = offer(b)
    b.api("PUT", f"/mall/offers/{thing['id']}/flags/on_home", {"value": False}, who="igor")
    b.api("POST", "/mall/tags", {"name": {"ru": "Посторонний тег"}})
    page = b.page()
    page.goto(b.url + "/mall/home")
    page.get_by_role("link", name="История").click()
    page.wait_for_url("**/system/changes?*")
    lines = page.locator(".timeline li")
    assert lines.count() == 1
    assert "выключено «На главном»" in lines.first.inner_text() and "Игорь Ким" in lines.first.inner_text()
    # A name narrows the list further and keeps the other filters.
    page.fill("[name=author]", "Ольга Власова")
    page.get_by_text("Таких изменений нет").wait_for()
    page.get_by_role("link", name="Показать всё").click()
    page.locator(".timeline li", has_text="Посторонний тег").wait_for()
    page.locator("#changes-action").select_option("flagged")
    until(lambda: lines.count() == 1)
    page.locator("#changes-kind").select_option("tags")
    page.get_by_text("Таких изменений нет").wait_for()


def test_settings_are_shown_to_owners_with_their_origin(b):
    page = b.page()
    page.goto(b.url + "/system/health")
    page.get_by_role("link", name="Все настройки").click()
    page.wait_for_url("**/system/settings")
    rows = page.locator("table.settings tbody tr")
    assert rows.count() > 20

    def line(name):
        return rows.filter(has=page.locator(f"code:text-is('{name}')")).inner_text()

    assert "переменная VITRINA_PORT" in line("port") and "--port" in line("port")
    assert "по умолчанию" in line("time_zone") and "Europe/Moscow" in line("time_zone")
    assert "не задано" in line("public_url")
    for secret in ("token", "server"):
        assert rows.filter(has=page.locator(f"code:text-is('{secret}')")).count() == 0
    b.check(page)
    page = b.page(who="igor")
    page.goto(b.url + "/")
    assert page.locator(".nav a[href='/system/settings']").count() == 0
    # App settings are readable by all, and writable by few.
    page.goto(b.url + "/system/settings")
    page.wait_for_url("**/system/settings/mall")
    assert page.locator("table.settings").count() == 0
    assert page.locator("main form[method=post] button.primary").count() == 0


def test_the_access_log_speaks_to_people(b):
    b.api("POST", "/releases", {"title": "Новый год"})
    page = b.page()
    page.goto(b.url + "/system/audit")
    text = page.inner_text("table")
    assert "новый выпуск" in text and "загрузка файла" in text and "новый сотрудник" in text
    assert "роль: наблюдатель" in text and "release." not in text and "media." not in text and "null" not in text
