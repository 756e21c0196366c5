"""Coming in, finding one's way, looking after the installation."""

import re

from harness import PASSWORD, PEOPLE, Clicks, chord, until


def test_signing_in_and_out(b):
    b.expects(401)
    page = b.page(signed_in=False)
    page.goto(b.url + "/system/health?x=1")
    assert "/login?next=" in page.url
    page.fill("#em", PEOPLE["olga"][0])
    page.fill("#pw", "not the password")
    page.keyboard.press("Enter")
    page.get_by_text("Неверная почта или пароль").wait_for()
    assert page.input_value("#em") == PEOPLE["olga"][0]
    page.fill("#pw", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/system/health?x=1")
    page.goto(b.url + "/me")
    page.get_by_role("button", name="Выйти", exact=True).click()
    page.wait_for_url("**/login")
    page.goto(b.url + "/")
    assert page.locator("#em").count() == 1


def test_every_section_is_in_the_navigation(b):
    # M126
    page = b.page()
    page.goto(b.url + "/")
    found = set()
    for start in ["/mall/home", "/people", "/system/settings"]:
        page.goto(b.url + start)
        found |= set(page.locator("nav a").evaluate_all("links => links.map(a => a.getAttribute('href'))"))
    types = ["news", "promotions", "events", "shops", "categories", "subcategories", "tags", "offers"]
    wanted = {f"/mall/{kind}" for kind in types} | {
        "/people", "/people/devices", "/people/points", "/people/gifts", "/mall/reviews", "/people/codes",
        "/system/settings"}
    assert wanted <= found, wanted - found
    for path in sorted(wanted):
        assert page.goto(b.url + path).status == 200, path
    assert page.goto(b.url + "/system/settings/mall").status == 200


def test_the_bar_of_a_phone_has_room_for_its_words(b):
    for path in ["/", "/mall/home", "/stories/board", "/accounts", "/system/health"]:
        page = b.page(width=390)
        page.goto(b.url + path)
        tabs = page.locator(".tabbar a")
        assert 4 <= tabs.count() <= 5, f"{path}: {tabs.all_inner_texts()}"
        assert page.locator(".tabbar a[aria-current]").count() == 1, path
        boxes = tabs.evaluate_all("""links => links.map(link => {
            const range = document.createRange(); range.selectNodeContents(link);
            const text = range.getBoundingClientRect(), own = link.getBoundingClientRect();
            return text.left - own.left >= 2 && own.right - text.right >= 2; })""")
        assert all(boxes), f"{path}: {boxes}"
        page.context.close()


def test_nobody_is_led_away(b):
    page = b.page(signed_in=False)
    for place in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]:
        page.goto(b.url + "/login?next=" + place)
        page.fill("#em", PEOPLE["olga"][0])
        page.fill("#pw", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(b.url + "/")
        # Otherwise the old page would poll without a session.
        page.goto("about:blank")
        page.context.clear_cookies()


def test_signing_in_without_script(b):
    page = b.page(js=False, signed_in=False)
    page.goto(b.url + "/")
    page.fill("#em", PEOPLE["olga"][0])
    page.fill("#pw", PASSWORD)
    page.click("button[type=submit]")
    page.wait_for_url(b.url + "/")
    assert page.locator("h1").count() == 1


def test_the_page_to_sign_in_is_accessible(b):
    page = b.page(signed_in=False)
    page.goto(b.url + "/login")
    b.check(page)


def test_every_page_is_in_english_too(b):
    page = b.page(language="en")
    for path in ["/", "/system/changes", "/system/staff", "/system/keys", "/system/hooks", "/system/settings",
                 "/system/backups", "/system/backups/plans", "/system/audit", "/system/health", "/system/logs",
                 "/me"]:
        page.goto(b.url + path)
        text = page.evaluate("""() => {
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
            const texts = []
            while (walk.nextNode()) {
                const e = walk.currentNode.parentElement
                if (!e.closest('[lang="ru"], .name, a, q, b, code, .p-foot, .user, td:is([data-label="Who"], [data-label="Details"])')) texts.push(walk.currentNode.data)
            }
            return texts.join(' ')
        }""")
        russian = [word for word in text.split() if any("а" <= c.lower() <= "я" for c in word)]
        assert not [w for w in russian if w.rstrip(",") not in PEOPLE["olga"][1] + PEOPLE["igor"][1] + PEOPLE["vera"][1] + "ОВИКВЛ"], (path, russian)


def test_an_event_goes_on_the_home_screen_in_one_click(b):
    # DESIGN, task 1
    page = b.page()
    page.goto(b.url + "/")
    row = page.locator(".sug li").first
    title = row.locator(".name").inner_text().replace("\xa0", " ")
    clicks = Clicks(page)
    clicks.click(row.get_by_role("button"))
    page.locator(".toast", has_text="на экране").wait_for()
    assert clicks.count == 1
    page.wait_for_function("t => ![...document.querySelectorAll('.sug .name')].some(n => n.textContent === t)", arg=title)
    page.keyboard.press("z")
    page.locator(".toast", has_text="Отменено").wait_for()
    until(lambda: any(n.replace("\xa0", " ") == title for n in page.locator(".sug .name").all_inner_texts()))


def test_the_palette_finds_pages_contents_and_deeds(b):
    page = b.page()
    page.goto(b.url + "/")
    page.keyboard.press("Control+k")
    page.keyboard.type("rjat")
    page.locator("#palette-list [role=option]", has_text="Кофе").first.wait_for()
    page.fill("#palette input", "журнал")
    page.locator("#palette-list [role=option]", has_text="Журнал").first.wait_for()
    until(lambda: page.locator("#palette-list [role=option]").first.inner_text().strip() == "Журнал")
    page.keyboard.press("Enter")
    page.wait_for_url("**/system/changes")
    chord(page, "d")
    page.wait_for_url(b.url + "/")
    page.wait_for_load_state()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()


def test_what_a_colleague_does_appears(b):
    page = b.page()
    offer = b.api("GET", "/mall/offers?limit=1&state=live")["items"][0]

    def rename(route):
        # Between the page and its stream.
        b.api("PATCH", f"/mall/offers/{offer['id']}", {"name": {"ru": "Совсем новое"}}, who="igor", version=offer["version"])
        route.continue_()

    page.route("**/admin/api/v1/events?*", rename)
    page.goto(b.url + "/")
    page.locator(".timeline", has_text="Совсем новое").wait_for()


def test_staff_and_keys(b):
    page = b.page()
    page.goto(b.url + "/system/staff")
    page.get_by_role("link", name="Добавить").click()
    page.get_by_label("Имя").fill("<img src=x onerror=alert(1)>")
    page.get_by_label("Почта").fill("new@x.ru")
    page.get_by_role("button", name="Добавить").click()
    password = page.locator("code.secret").inner_text()
    assert len(password) >= 12
    page.goto(b.url + "/system/staff")
    assert page.locator("code.secret").count() == 0
    page.get_by_role("link", name="Изменить: Игорь Ким").click()
    page.get_by_label("Роль", exact=True).select_option("viewer")
    page.get_by_role("button", name="Изменить").click()
    page.locator(".toast", has_text="сохранено").wait_for()
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    role = lambda: next(s for s in b.api("GET", "/staff")["items"] if s["name"] == "Игорь Ким")["role"]
    until(lambda: role() == "editor")
    page.goto(b.url + "/system/keys")
    page.get_by_role("link", name="Новый ключ").click()
    page.get_by_label("Название").fill("site")
    page.get_by_role("button", name="Новый ключ").click()
    assert page.locator("code.secret").inner_text().startswith("vt_")
    page.goto(b.url + "/system/keys")
    page.get_by_role("link", name="Отозвать: site").click()
    page.get_by_role("button", name="Отозвать").click()
    page.locator(".toast", has_text="отозван").wait_for()


def test_a_viewer_changes_nothing(b):
    b.expects(403)
    page = b.page(who="vera")
    page.goto(b.url + "/")
    assert page.locator(".sug button").count() == 0
    assert page.locator("main").get_by_text("Создать").count() == 0
    page.goto(b.url + "/system/staff")
    assert page.locator(".error-state").count() == 1


def test_ones_own_password(b):
    page, other = b.page(who="igor"), b.page(who="igor")
    page.goto(b.url + "/me")
    page.fill("#mc", "wrong")
    page.fill("#mp", "another long password")
    page.get_by_role("button", name="Изменить пароль").click()
    page.get_by_text("пароль не тот").wait_for()
    page.fill("#mc", PASSWORD)
    page.fill("#mp", "another long password")
    page.get_by_role("button", name="Изменить пароль").click()
    page.locator(".toast", has_text="Пароль изменён").wait_for()


def test_a_web_hook(b):
    page = b.page()
    page.goto(b.url + "/system/hooks")
    page.get_by_role("link", name="Добавить").click()
    page.get_by_label("Адрес").fill("http://127.0.0.1:9/hook")
    page.get_by_role("button", name="Добавить").click()
    assert page.locator("code.secret").inner_text().startswith("vh_")
    page.goto(b.url + "/system/hooks")
    page.get_by_role("link", name="http://127.0.0.1:9/hook").click()
    page.get_by_role("button", name="Проверить").click()
    page.get_by_text("hook.test").wait_for()
    page.get_by_role("link", name="Удалить").click()
    page.get_by_role("button", name="Удалить").click()
    page.locator(".toast", has_text="Веб-хук удалён").wait_for()


def test_backups(b):
    page = b.page()
    page.goto(b.url + "/system/backups")
    page.get_by_text("Копий нет").wait_for()
    page.get_by_role("link", name="Создать копию").click()
    page.get_by_text("Сервер сделает её сам").wait_for()
    page.get_by_role("button", name="Создать копию").click()
    page.locator(".toast", has_text="Копия создаётся").wait_for()
    # The list renews itself.
    page.get_by_text("готова").wait_for()
    page.get_by_text(re.compile(r"\d\sМБ|\d\sКБ")).first.wait_for()
    page.get_by_role("button", name="Проверить").click()
    page.locator(".toast", has_text="каждый файл").wait_for()
    until(lambda: b.api("GET", "/backups")["items"][0]["checked_at"])
    made = b.api("GET", "/backups")["items"][0]
    assert made["state"] == "good" and made["check_error"] is None, made
    page.goto(b.url + "/system/backups/plans")
    page.get_by_role("link", name="Изменить").click()
    page.get_by_label("Во сколько").fill("25:00")
    page.get_by_role("button", name="Изменить").click()
    page.get_by_text("должно быть временем вида 03:00").wait_for()
    page.get_by_label("Во сколько").fill("04:30")
    page.get_by_label("Хранить дневных копий").fill("14")
    page.get_by_role("button", name="Изменить").click()
    page.locator(".toast", has_text="Расписание записано").wait_for()
    page.get_by_text("04:30").wait_for()
    assert b.api("GET", "/backups/plans/nightly")["daily"] == 14
    other = b.page(who="igor")
    b.expects(403)
    other.goto(b.url + "/system/backups")
    assert other.get_by_text("Создать копию").count() == 0


def test_the_theme_is_kept(b):
    page = b.page()
    page.goto(b.url + "/")
    page.get_by_role("button", name="Тёмная тема").click()
    page.goto(b.url + "/help")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_help_teaches_what_a_person_may_do(b):
    for who, language, shown, hidden in [("igor", "ru", "Собрать домашний экран", "Принять сотрудника"),
                                         ("olga", "en", "Add a colleague", "nothing of this name")]:
        page = b.page(who=who, language=language)
        page.goto(b.url + "/help")
        titles = page.locator(".help h2").all_inner_texts()
        assert shown in titles and hidden not in titles, titles
        for link in page.locator(".help article > div > p > a").all():
            answer = page.request.get(b.url + link.get_attribute("href"))
            assert answer.status == 200, answer.url


def test_a_first_page_is_light(b):
    page = b.page()
    sizes = {}
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    urls = {}
    client.on("Network.responseReceived", lambda e: urls.update({e["requestId"]: e["response"]["url"]}))
    client.on("Network.loadingFinished", lambda e: sizes.update({urls.get(e["requestId"], "?"): e["encodedDataLength"]}))
    page.goto(b.url + "/")
    page.wait_for_timeout(1000)
    own = {url: size for url, size in sizes.items() if "/media/" not in url}
    scripts = sum(size for url, size in own.items() if url.endswith(".js"))
    assert sum(own.values()) <= 60_000, own
    assert scripts <= 30_000, own


def test_a_line_names_the_type_of_one_content(b):
    for language, one, many in [("ru", ["акция", "мероприятие", "новость"], ["Акции", "Мероприятия", "Новости"]),
                                ("en", ["promotion", "event", "news"], ["Promotions", "Events"])]:
        page = b.page(language=language)
        page.goto(b.url + "/")
        lines = " ".join(page.locator(".dash .rows .sub, .dday .sub").all_inner_texts())
        assert any(word in lines for word in one) and not any(word in lines for word in many), lines


def test_what_happened_to_accounts_is_told_in_both_languages(b):
    page = b.page(language="en")
    page.goto(b.url + "/accounts/events")
    # The next cell is the name of the account.
    texts = page.eval_on_selector_all("tbody tr", "rows => rows.map(row => row.querySelector('.main').innerText)")
    # Typed text stays as it was.
    own = [text for text in texts if not text.startswith(("Feedback:", "Blocked:"))]
    assert own and not [text for text in own if any("а" <= c.lower() <= "я" for c in text)], own[:10]
