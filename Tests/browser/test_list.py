"""Lists of contents: finding, narrowing, choosing, changing many, bringing tables and pictures in."""

import datetime
import urllib.request

from harness import Clicks, messages, png, until

PAYLOAD = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}"\'>'


def titles(page):
    return page.locator("tbody .name").all_inner_texts()


def row(page, title):
    return page.locator("tbody tr", has=page.locator(f'.name:text-is("{title}")'))


def find(b, kind, title):
    """The content with that title, however its spaces are."""
    items = b.api("GET", f"/mall/{kind}?limit=200")["items"]
    return next(item for item in items if item["title"].replace("\u00a0", " ") == title.replace("\u00a0", " "))


def toast(page, text):
    page.locator("#toasts .toast", has_text=text).wait_for()


def public(b, path):
    """What the app is answered, as it comes."""
    with urllib.request.urlopen(b.url + "/api/v1" + path, timeout=120) as answer:
        return answer.read()


def test_three_offers_go_to_the_archive_and_come_back(b):
    """Task 10: 5 clicks from the first page, and 1 to take it back, for apps as well."""
    page = b.page()
    page.goto(b.url + "/")
    seen = public(b, "/offers")
    clicks = Clicks(page)
    clicks.click('nav.nav a[href="/mall/offers"]')
    page.wait_for_url("**/mall/offers")
    before = titles(page)
    for number in (1, 2, 3):
        clicks.click(f"tbody tr:nth-child({number}) .check input")
    assert page.locator(".bulk b").inner_text() == "Выбрано 3"
    clicks.click('.bulk [value="archive"]')
    toast(page, "В\u00a0архиве: 3")
    until(lambda: titles(page) == before[3:])
    assert clicks.count == 5
    assert public(b, "/offers") != seen
    clicks.click("#toasts button")
    until(lambda: titles(page) == before)
    assert public(b, "/offers") == seen
    assert clicks.count == 6
    # The same by the keyboard alone.
    page.locator("main").focus()
    for _ in range(3):
        page.keyboard.press("j")
        page.keyboard.press("x")
    assert page.locator(".bulk b").inner_text() == "Выбрано 3"
    page.locator('.bulk [value="archive"]').focus()
    page.keyboard.press("Enter")
    until(lambda: titles(page) == before[3:])
    page.keyboard.press("z")
    until(lambda: titles(page) == before)
    assert public(b, "/offers") == seen


def test_a_copy_is_two_clicks_away(b):
    """The list's part of task 9: Предложения → ⋯ → Дублировать opens the form of the copy."""
    page = b.page()
    page.goto(b.url + "/mall/events")
    clicks = Clicks(page)
    clicks.click('nav.nav a[href="/mall/offers"]')
    page.wait_for_url("**/mall/offers")
    line = row(page, "Кофе и круассан")
    clicks.click(line.locator("details.menu summary"))
    clicks.click(line.get_by_role("button", name="Дублировать"))
    until(lambda: any(i["title"].replace("\u00a0", " ") == "Кофе и круассан" and i["is_copy"]
                      for i in b.api("GET", "/mall/offers?state=draft")["items"]))
    assert clicks.count == 3


def test_a_switch_and_its_undo_by_key(b):
    page = b.page()
    page.goto(b.url + "/mall/offers")
    switch = row(page, "Кофе и круассан").get_by_role("switch")
    was = switch.get_attribute("aria-checked")
    assert was == "true"
    switch.click()
    toast(page, "«Кофе и круассан»: выключено «На главном»")
    assert switch.get_attribute("aria-checked") == "false"
    assert find(b, "offers", "Кофе и круассан")["fields"]["on_home"] is False
    page.keyboard.press("z")
    toast(page, "Отменено")
    until(lambda: switch.get_attribute("aria-checked") == "true")
    assert find(b, "offers", "Кофе и круассан")["fields"]["on_home"] is True


def test_keys(b):
    page = b.page()
    page.goto(b.url + "/mall/offers")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.textContent") == titles(page)[1]
    page.keyboard.press("k")
    page.keyboard.press("x")
    assert page.locator("tbody .check input:checked").count() == 1
    page.keyboard.press("x")
    title = titles(page)[0]
    was = find(b, "offers", title)["fields"]["on_home"]
    page.keyboard.press("t")
    until(lambda: find(b, "offers", title)["fields"]["on_home"] is not was)
    toast(page, "ключено")
    order = titles(page)
    row(page, order[0]).locator(".drag").focus()
    told = messages(page)
    page.keyboard.press("Alt+ArrowDown")
    until(lambda: "Место 2 из" in told())
    until(lambda: [i["title"] for i in b.api("GET", "/mall/offers")["items"]][:2] == [order[1], order[0]])
    toast(page, "на новом месте")
    page.keyboard.press("z")
    until(lambda: [i["title"] for i in b.api("GET", "/mall/offers")["items"]][:2] == order[:2])


def test_narrowing_and_sharing_the_address(b):
    page = b.page()
    page.goto(b.url + "/mall/offers")
    page.click("#filter-type summary")
    page.get_by_role("button", name="Многоразовое").click()
    page.wait_for_url("**/mall/offers?type=multiple")
    page.click("#filter-shop summary")
    page.fill("#filter-shop [data-pick]", "орион")
    until(lambda: "Орион" in page.locator("#filter-shop .pick").first.inner_text())
    option = page.locator("#filter-shop .pick")
    option.first.click()
    page.wait_for_url("**shop=*")
    until(lambda: page.locator("a.filter.on").count() == 2)
    page.fill('input[name="q"]', "билет")
    page.wait_for_url("**q=*")
    shared = b.page()
    shared.goto(page.url)
    assert titles(shared) == titles(page)
    assert "Орион" in shared.locator("a.filter.on").all_inner_texts()[-1] + shared.locator("a.filter.on").first.inner_text()
    page.fill('input[name="q"]', "жжжжжж")
    page.get_by_text("По запросу «жжжжжж» ничего нет").wait_for()
    page.get_by_role("link", name="Сбросить фильтры").click()
    page.wait_for_url("**/mall/offers")
    until(lambda: page.locator("tbody tr").count() > 10)
    page.get_by_role("link", name="Срок").click()
    page.wait_for_url("**sort=live_until")
    until(lambda: page.locator('th[aria-sort="ascending"]').count() == 1)
    assert page.locator("tbody[data-sortable]").count() == 0


def test_columns_and_views_are_kept(b):
    page = b.page()
    page.goto(b.url + "/mall/offers?state=live&type=single")
    page.click("#save-view summary")
    page.fill("#view-name", "Разовые в эфире")
    page.keyboard.press("Enter")
    page.locator(".tabs a", has_text="Разовые в эфире").wait_for()
    page.click("#columns summary")
    page.locator("#columns").get_by_text("Изменено").click()
    page.locator("th", has_text="Изменено").wait_for()
    again = b.page()
    again.goto(b.url + "/mall/offers")
    again.locator(".tabs a", has_text="Разовые в эфире").click()
    again.wait_for_url("**state=live&type=single")
    assert again.locator("th", has_text="Изменено").count() == 1
    other = b.page(who="igor")
    other.goto(b.url + "/mall/offers")
    assert other.locator("th", has_text="Изменено").count() == 0
    assert other.locator(".tabs a", has_text="Разовые").count() == 0
    again.get_by_role("button", name="Забыть вид").click()
    until(lambda: again.locator(".tabs a", has_text="Разовые").count() == 0)


def test_what_is_refused_stays_chosen(b):
    for name in ("Пустой черновик", "Ещё пустой"):
        b.api("POST", "/mall/offers", {"name": {"ru": name}})
    page = b.page()
    page.goto(b.url + "/mall/offers?state=draft")
    page.locator("thead .check input").check()
    page.click('.bulk [value="publish"]')
    toast(page, "не получилось:") if page.locator("tbody tr").count() > 2 else toast(page, "Не получилось")
    assert row(page, "Пустой черновик").locator(".check input").is_checked()
    assert row(page, "Пустой черновик").locator(".fault").inner_text() != ""
    # A bulk change of a field, and its undo.
    page.goto(b.url + "/mall/offers?state=draft")
    row(page, "Пустой черновик").locator(".check input").check()
    row(page, "Ещё пустой").locator(".check input").check()
    page.click("#bulk-sets summary")
    page.get_by_role("button", name="Стоимость в баллах…").click()
    page.fill("#ask-value", "77")
    page.locator("#ask").get_by_role("button", name="Изменить").click()
    toast(page, "Изменено: 2")
    assert find(b, "offers", "Ещё пустой")["fields"]["cost"] == 77
    page.click("#toasts button")
    until(lambda: "cost" not in find(b, "offers", "Ещё пустой")["fields"])


def test_dates_of_many_move_and_are_published_from_the_message(b):
    moment = lambda text: datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    dated = [i for i in b.api("GET", "/mall/offers?state=live&limit=200")["items"]
             if i["live_until"] and not i["has_draft"]][:2]
    assert len(dated) == 2
    ends = lambda: [moment(b.api("GET", f"/mall/offers/{i['id']}")["live"]["live_until"]) for i in dated]
    before, seen = ends(), public(b, "/offers")
    for js in (True, False):
        page = b.page(js=js)
        page.goto(b.url + "/mall/offers")
        for item in dated:
            page.locator(f"#row-{item['id']} .check input").check()
        page.click("#bulk-sets summary")
        page.locator("#bulk-sets [value='ask:live_until']").click()
        page.wait_for_selector("#ask[open]")
        assert "черновики" in page.inner_text("#ask .hint")
        assert page.locator("#ask tbody tr").count() == 2 and page.locator("#ask th").count() == 2
        page.get_by_role("button", name="+7 дней").click()
        page.wait_for_selector("#ask th:nth-child(3)")
        assert page.input_value("#ask-shift") == "7"
        assert all(row.count(" ") for row in page.locator("#ask tbody td:nth-child(3)").all_inner_texts())
        page.locator("#ask").get_by_role("button", name="Изменить 2").click()
        toast(page, "Изменено: 2, пока в")
        assert public(b, "/offers") == seen, "drafts are seen by no app"
        page.get_by_role("button", name="Опубликовать 2").click()
        toast(page, "Опубликовано: 2")
        until(lambda: ends() == [end + datetime.timedelta(days=7) for end in before])
        page.locator("#toasts button", has_text="Вернуть").click()
        # The database has it a moment before the apps do.
        until(lambda: ends() == before and public(b, "/offers") == seen)
        # And the change itself.
        for item in dated:
            now = b.api("GET", f"/mall/offers/{item['id']}")
            b.api("DELETE", f"/mall/offers/{item['id']}/draft", version=now["version"])
        page.context.close()


def test_what_is_over_is_published_only_after_a_warning(b):
    until_then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
    thing = find(b, "offers", "Кофе и круассан")
    thing = b.api("POST", f"/mall/offers/{thing['id']}/copies")
    start = (until_then - datetime.timedelta(days=9)).isoformat()
    b.api("PATCH", f"/mall/offers/{thing['id']}", {"live_from": start, "live_until": until_then.isoformat()}, version=1)
    fresh = lambda: b.api("GET", f"/mall/offers/{thing['id']}")
    page = b.page()
    page.goto(b.url + "/mall/offers?state=draft")
    line = page.locator(f"#row-{thing['id']}")
    assert "копия" in line.inner_text()
    line.locator(".check input").check()
    page.click('.bulk [value="publish"]')
    toast(page, "Не получилось: 1")
    assert "прошёл" in line.locator(".fault").inner_text() and fresh()["live"] is None
    page.goto(f"{b.url}/mall/offers/{thing['id']}")
    page.click("[data-key=publish]")
    page.wait_for_selector("#over[open]")
    assert fresh()["live"] is None
    page.click("#over button[value=publish-over]")
    toast(page, "Опубликовано")
    assert fresh()["state"] == "ended"
    page.locator("#toasts button").click()
    until(lambda: fresh()["live"] is None)


def test_all_of_a_list_at_once(b):
    page = b.page()
    page.goto(b.url + "/mall/shops")
    before = b.api("GET", "/mall/shops?count=true")["total"]
    on = b.api("GET", "/mall/shops?on_home=true&count=true")["total"]
    page.locator("tbody .check input").first.check()
    page.locator('.bulk [name="all"]').check()
    page.click("#bulk-sets summary")
    page.get_by_role("button", name="На главном: включить").click()
    toast(page, f"Включено «На главном»: {before - on}")
    assert b.api("GET", "/mall/shops?on_home=true&count=true")["total"] == before
    page.click("#toasts button")
    until(lambda: b.api("GET", "/mall/shops?on_home=true&count=true")["total"] == on)


def test_pages_go_on_and_back(b):
    page = b.page()
    page.goto(b.url + "/mall/shops")
    first = titles(page)
    assert len(first) == 50
    page.get_by_role("link", name="Дальше").click()
    page.locator(".pager", has_text="51–80 из 80").wait_for()
    assert not set(first) & set(titles(page))
    page.get_by_role("link", name="Назад").click()
    page.locator(".pager", has_text="1–50 из 80").wait_for()
    assert titles(page) == first
    assert page.get_by_role("link", name="Назад").count() == 0


def test_trash_and_for_ever(b):
    page = b.page()
    b.api("POST", "/mall/tags", {"name": {"ru": "Ненужный тег"}})
    page.goto(b.url + "/mall/tags?q=ненужный")
    line = row(page, "Ненужный тег")
    line.locator("details.menu summary").click()
    line.get_by_role("button", name="В корзину").click()
    toast(page, "«Ненужный тег» в\u00a0корзине")
    page.goto(b.url + "/mall/tags?state=trash")
    line = row(page, "Ненужный тег")
    line.locator("details.menu summary").click()
    line.get_by_role("link", name="Удалить навсегда").click()
    page.fill("#purge-name", "не то")
    page.locator("#purge").get_by_role("button", name="Удалить навсегда").click()
    page.get_by_text("Название не совпадает.").wait_for()
    page.fill("#purge-name", "Ненужный тег")
    page.locator("#purge").get_by_role("button", name="Удалить навсегда").click()
    toast(page, "удалено навсегда")
    assert b.api("GET", "/mall/tags?state=trash")["items"] == []


def test_cards_on_a_phone(b):
    page = b.page(width=390)
    page.goto(b.url + "/mall/offers")
    b.fits(page)
    assert page.locator("tbody tr").first.evaluate("e => getComputedStyle(e).display") == "flex"
    label = page.locator('td[data-label="Остаток"]').first
    assert "Остаток" in label.evaluate("e => getComputedStyle(e, '::before').content")
    page.locator("tbody .check input").first.check()
    b.fits(page)
    b.check(page)
    page.emulate_media(color_scheme="dark")
    page.click("tbody tr:nth-child(2) details.menu summary")
    b.check(page)


def test_without_script(b):
    page = b.page(js=False)
    page.goto(b.url + "/mall/offers?state=live")
    row(page, "Кофе и круассан").get_by_role("switch").click()
    page.wait_for_url("**/mall/offers?state=live")
    toast(page, "выключено «На главном»")
    assert find(b, "offers", "Кофе и круассан")["fields"]["on_home"] is False
    page.locator("#toasts button").click()
    until(lambda: find(b, "offers", "Кофе и круассан")["fields"]["on_home"] is True)
    page.goto(b.url + "/mall/offers?state=live")
    row(page, "Кофе и круассан").locator(".check input").check()
    row(page, "Сет на двоих").locator(".check input").check()
    page.click('.bulk [value="archive"]')
    toast(page, "В\u00a0архиве: 2")
    assert "Сет на двоих" not in titles(page)
    page.fill('input[name="q"]', "кофе")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=*")


def test_scripts_in_titles_do_not_run(b):
    made = b.api("POST", "/mall/offers", {"name": {"ru": PAYLOAD, "en": PAYLOAD}, "disclaimer": {"ru": PAYLOAD}})
    b.api("POST", "/mall/shops", {"name": {"ru": PAYLOAD}})
    page = b.page()
    for path in ("/mall/offers", "/mall/shops?state=draft", f"/mall/offers?q={PAYLOAD[:30]}".replace("<", "%3C"),
                 "/mall/shops/pick?q=", "/mall/offers/import"):
        page.goto(b.url + path)
        assert page.evaluate("window.hacked") is None, path
    page.goto(b.url + "/mall/offers?state=draft")
    line = page.locator(f"#row-{made['id']}")
    line.get_by_role("switch").click()
    page.locator("#toasts .toast", has_text="{{7*7}}").wait_for()
    line.locator("details.menu summary").click()
    line.get_by_role("button", name="В корзину").click()
    page.locator("#toasts .toast", has_text="корзине").wait_for()
    page.goto(b.url + f"/mall/offers?state=trash&purge={made['id']}")
    assert page.evaluate("window.hacked") is None


def test_a_table_is_looked_at_before_it_is_written(b):
    offer = find(b, "offers", "Кофе и круассан")
    page = b.page()
    page.goto(b.url + "/mall/offers/import")
    table = f"id,name.ru,cost\r\n{offer['id']},Кофе и два круассана,999\r\n,Новое из таблицы,5\r\n"
    page.set_input_files("#import-file", {"name": "offers.csv", "mimeType": "text/csv", "buffer": table.encode()})
    page.get_by_role("button", name="Проверить").click()
    report = page.locator("#import-report")
    report.locator("h2", has_text="1\u00a0новая, 1\u00a0изменённая").wait_for()
    assert "Кофе и два круассана" in report.inner_text() and "999" in report.inner_text()
    assert find(b, "offers", "Кофе и круассан")["fields"]["cost"] == offer["fields"]["cost"]
    b.check(page)
    page.get_by_role("button", name="Загрузить").click()
    toast(page, "Загружено: новых 1, изменённых 1")
    assert find(b, "offers", "Кофе и два круассана")["fields"]["cost"] == 999
    page.goto(b.url + "/mall/offers/import")
    page.set_input_files("#import-file", {"name": "offers.csv", "mimeType": "text/csv",
                                          "buffer": "name.ru,cost\r\nПлохая,много\r\n".encode()})
    page.get_by_role("button", name="Проверить").click()
    line = page.locator("#import-report tbody tr")
    line.wait_for()
    assert line.locator("td").all_inner_texts()[:2] == ["2", "cost"]
    page.goto(b.url + "/mall/offers/import")
    page.set_input_files("#import-file", {"name": "offers.xlsx", "mimeType": "application/vnd.ms-excel",
                                          "buffer": b"PK\x03\x04[Content_Types].xml"})
    page.get_by_role("button", name="Проверить").click()
    page.locator("#import-report", has_text="это книга Excel").wait_for()


def test_a_table_without_script(b):
    page = b.page(js=False)
    page.goto(b.url + "/mall/tags/import")
    rows = "name.ru\r\n" + "".join(f"Тег {n}\r\n" for n in range(3000))
    file = {"name": "tags.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    page.set_input_files("#import-file", file)
    page.get_by_role("button", name="Проверить").click()
    page.get_by_text("3000\u00a0новых").wait_for()
    page.set_input_files("#import-file", file)
    page.get_by_role("button", name="Загрузить").click()
    toast(page, "3000\u00a0новых")
    assert page.locator(".pager").inner_text().startswith("1–50 из 3038")


def test_pictures(b):
    page = b.page()
    page.goto(b.url + "/system/media")
    picture = find(b, "offers", "Кофе и круассан")["fields"]["image"]
    assert page.locator(".media-grid li").count() == 60
    b.fits(page)
    page.set_input_files("#media-file", {"name": "новая.png", "mimeType": "image/png", "buffer": png(41, 31)})
    page.locator(".media-grid li", has_text="новая.png").wait_for()
    known = page.request.get(b.url + "/media/" + picture).body()
    for name, file in [("пустая.jpg", known[:2000]), ("страница.png", b"<html><script>alert(1)</script>")]:
        page.set_input_files("#media-file", {"name": name, "mimeType": "image/jpeg", "buffer": file})
        page.locator(".toast.bad").first.wait_for()
        page.goto(b.url + "/system/media")
        assert page.locator(".media-grid li", has_text=name).count() == 0
    page.goto(b.url + "/system/media/pick?q=")
    assert page.locator(".pick").count() > 10


def test_what_a_viewer_sees(b):
    page = b.page(who="vera")
    page.goto(b.url + "/mall/offers")
    assert page.locator("tbody tr").count() > 10
    assert page.locator(".check, .switch, .bulk, .drag").count() == 0
    assert page.get_by_role("link", name="Создать").count() == 0


def test_a_colleague_changes_a_row(b):
    page = b.page()
    page.goto(b.url + "/mall/offers")
    offer = find(b, "offers", "Кофе и круассан")
    b.api("PUT", f"/mall/offers/{offer['id']}/flags/on_home", {"value": False}, who="igor")
    switch = row(page, "Кофе и круассан").get_by_role("switch")
    until(lambda: switch.get_attribute("aria-checked") == "false")
    # Selected rows stay selected while others change.
    row(page, "Сет на двоих").locator(".check input").check()
    b.api("PUT", f"/mall/offers/{offer['id']}/flags/on_home", {"value": True}, who="igor")
    page.wait_for_timeout(1500)
    assert row(page, "Сет на двоих").locator(".check input").is_checked()
    row(page, "Сет на двоих").locator(".check input").uncheck()
    # An open menu stays open.
    row(page, "Сет на двоих").locator("details.menu summary").click()
    b.api("PUT", f"/mall/offers/{offer['id']}/flags/on_home", {"value": False}, who="igor")
    until(lambda: switch.get_attribute("aria-checked") == "false")
    assert row(page, "Сет на двоих").get_by_role("button", name="Дублировать").is_visible()


# What a list tells at a glance

def test_every_tab_counts_and_the_stock_has_a_bar(b):
    states = b.api("GET", "/mall/offers?states=true&limit=1")["states"]
    page = b.page()
    page.goto(b.url + "/mall/offers")
    told = page.locator(".tabs .n").all_inner_texts()
    everything = sum(states[state] for state in ["live", "scheduled", "draft", "ended"])
    assert told == [str(n) for n in [everything, states["live"], states["scheduled"], states["draft"], states["ended"],
                                     states["archived"], states["trash"]]], told
    line = row(page, "Кофе и круассан")
    stock = line.locator(".stock")
    assert stock.locator("b").inner_text() == "118" and "из 120" in stock.inner_text().replace("\xa0", " ")
    assert stock.locator("progress").get_attribute("aria-label") == "Осталось 118 из 120"
    assert stock.get_by_role("link", name="куплено 2").count() == 1
    assert line.locator(".remark").count() == 0, "it is told once"
    for path in ["/people", "/accounts", "/people/gifts", "/people/gifts/uses", "/people/referrals"]:
        page.goto(b.url + path)
        tabs = page.locator(".tabs a")
        assert tabs.count() == page.locator(".tabs .n").count() > 3, path


def test_on_a_phone_the_acts_with_many_are_a_sheet(b):
    for language in ["ru", "en"]:
        page = b.page(width=390, language=language)
        page.goto(b.url + "/mall/offers")
        for index in range(2):
            page.locator("tbody .check input").nth(index).check()
        sheet = page.locator(".bulk")
        sheet.wait_for()
        # It rises into its place: measured only when it stands.
        sheet.evaluate("sheet => Promise.all(sheet.getAnimations({ subtree: true }).map(each => each.finished))")
        box = sheet.bounding_box()
        assert box["x"] == 0 and box["width"] == 390 and round(box["y"] + box["height"]) == 844, box
        for button in sheet.locator(":scope > .btn, summary").all():
            place = button.bounding_box()
            assert place["x"] >= 0 and place["x"] + place["width"] <= 390 and place["height"] >= 40, place
        # The last row can still be scrolled out from behind it.
        last = page.locator("tbody tr").last
        last.locator("details.menu summary").click()
        page.keyboard.press("Escape")
        page.locator(".bulk [type=reset]").click()
        sheet.wait_for(state="hidden")
        page.context.close()
