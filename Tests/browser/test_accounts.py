"""The accounts of the app, as staff look after them."""

import re
import urllib.parse
import urllib.request

from harness import until

PASSWORD = "secret-1"
ZONE = {"domain_id": "spb", "name": "СПб", "forfeit": 0, "is_banned": False, "discount": 50, "terminal": None,
        "channels": []}


def post(b, path, **fields):
    """What the app sends: a form; answers the text."""
    data = urllib.parse.urlencode(fields).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{b.url}/api/{path}", data), timeout=120) as answer:
        return answer.read().decode()


def register(b, number, name, last, email=None):
    """Registers as the app does; answers the id of the account."""
    phone = f"+7 906 000-00-{number:02}"
    post(b, "users/sms", phone=phone)
    code = b.api("GET", f"/codes?app=accounts&phone={number:02}")["items"][0]["code"]
    more = {"email": email} if email else {}
    post(b, "users/register", phone=phone, code=code, name=name, lastname=last, password=PASSWORD, **more)
    return b.api("GET", f"/accounts/users?q=906000{number:04}")["items"][0]["id"]


def people(b):
    b.api("PATCH", "/settings/accounts", {"test_mode": True})
    return [register(b, 1, "Анна", "Яковлева", "anna@example.ru"),
            register(b, 2, "Борис", "Ёлкин", "boris@example.ru"), register(b, 3, "Вера", "Абрамова")]


def change(b, user, **fields):
    revision = b.api("GET", f"/accounts/users/{user}")["revision"]
    return b.api("PATCH", f"/accounts/users/{user}", fields, version=revision)


# A86
def test_an_account_is_found_by_typing_and_sorted(b):
    people(b)
    page = b.page()
    # No demo user has such a number.
    page.goto(b.url + "/accounts?q=906000")
    page.get_by_role("link", name="Кто").click()
    page.wait_for_url(re.compile("sort=name"))
    assert page.locator("table.people a.name").all_inner_texts() == ["Абрамова Вера", "Ёлкин Борис", "Яковлева Анна"]
    page.fill("input[name=q]", "яковлева")
    page.locator("table.people tbody tr").nth(1).wait_for(state="detached")
    assert page.locator("table.people a.name").inner_text() == "Яковлева Анна"
    page.goto(b.url + "/")
    page.keyboard.press("Control+k")
    page.keyboard.type("яковлева")
    page.get_by_role("option", name=re.compile("Яковлева")).first.wait_for()


# A87
def test_an_account_is_edited_and_a_conflict_is_told(b):
    anna, _, _ = people(b)
    page = b.page()
    page.goto(f"{b.url}/accounts/{anna}?dialog=edit")
    focused = lambda: page.evaluate("document.activeElement.id")
    until(lambda: focused() == "pe-last_name")
    page.fill("#pe-login", "x")
    page.locator("#edit button[type=submit]").click()
    page.locator("#pe-login-e").wait_for()
    until(lambda: focused() == "pe-login")
    assert page.locator("#pe-login").input_value() == "x"
    page.fill("#pe-login", "anna-lis")
    page.fill("#pe-first_name", "Аня")
    page.check("#edit input[name=is_confirmed]")
    change(b, anna, last_name="Другая", first_name="Нюта")
    page.locator("#edit button[type=submit]").click()
    page.get_by_text("тем временем изменился").wait_for()
    assert page.get_by_text("Теперь там: Нюта").count() == 1
    assert page.locator("#pe-login").input_value() == "anna-lis"
    assert page.locator("#pe-last_name").input_value() == "Другая"
    page.locator("#edit button[type=submit]").click()
    page.get_by_text("Аккаунт сохранён").wait_for()
    assert page.get_by_text("Изменил сотрудник (логин, имя, подтверждение почты)").count() == 1
    account = b.api("GET", f"/accounts/users/{anna}")
    assert account["login"] == "anna-lis" and account["is_confirmed"]
    assert account["first_name"] == "Аня" and account["last_name"] == "Другая"


# A87, A88, A95
def test_an_account_is_edited_blocked_and_reset_without_script(b):
    anna, _, _ = people(b)
    page = b.page(js=False, width=390)
    page.goto(f"{b.url}/accounts/{anna}?dialog=edit")
    page.fill("#pe-push_token", "push-1")
    page.locator("#edit button[type=submit]").click()
    assert b.api("GET", f"/accounts/users/{anna}")["push_token"] == "push-1"
    page.goto(f"{b.url}/accounts/{anna}?dialog=block")
    page.locator("#block button[type=submit]").click()
    assert page.locator("#pb-r-e").inner_text()
    page.fill("#pb-r", "Спам")
    page.locator("#block button[type=submit]").click()
    assert page.get_by_text("Вход закрыт").first.is_visible()
    page.goto(f"{b.url}/accounts/{anna}?dialog=password")
    page.locator("#reset button[type=submit]").click()
    password = page.locator("code.secret").inner_text()
    assert len(password) == 12
    page.goto(f"{b.url}/accounts/{anna}")
    assert password not in page.content()


# A88
def test_a_new_password_is_shown_once(b):
    anna, _, _ = people(b)
    page = b.page()
    page.goto(f"{b.url}/accounts/{anna}")
    page.get_by_role("button", name="Ещё").or_(page.locator("summary[aria-label='Ещё']")).first.click()
    page.get_by_text("Сбросить пароль…").click()
    page.locator("#reset button[type=submit]").click()
    password = page.locator("code.secret").inner_text()
    post(b, "auth/login", login="+79060000001", password=password)
    page.reload()
    page.wait_for_url(f"{b.url}/accounts/{anna}")
    assert page.locator("h1").inner_text().startswith("Яковлева Анна")
    assert password not in page.content()
    assert page.locator(".error-state").count() == 0


# A90, A91
def test_a_template_with_a_fault_keeps_what_was_typed_and_is_previewed(b):
    people(b)
    page = b.page()
    page.goto(b.url + "/accounts/templates")
    page.get_by_role("link", name="Новый пароль").click()
    page.fill("#f-sms", "Пароль {pasword}")
    page.get_by_role("button", name="Сохранить").click()
    page.locator("#e-sms").wait_for()
    assert "{pasword}" in page.locator("#e-sms").inner_text()
    assert page.locator("#f-sms").input_value() == "Пароль {pasword}"
    page.fill("#f-sms", "Ваш пароль: {password}")
    page.get_by_role("button", name="Показать").click()
    page.get_by_text("не сохранено").first.wait_for()
    assert "Ваш пароль: Kd7" in page.locator("section[aria-labelledby=h-sms]").inner_text()
    assert b.api("GET", "/accounts/templates/restore")["version"] == 0
    page.get_by_role("button", name="Сохранить").click()
    page.get_by_text("Шаблон сохранён").wait_for()
    assert b.api("GET", "/accounts/templates/restore")["sms"] == "Ваш пароль: {password}"
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    until(lambda: b.api("GET", "/accounts/templates/restore")["is_standard"])
    page.goto(b.url + "/accounts/templates/restore")
    page.fill("#f-sms", "Ваш пароль: {password}")
    page.get_by_role("button", name="Сохранить").click()
    page.get_by_text("Шаблон сохранён").wait_for()
    page.get_by_role("button", name="Вернуть стандартный").click()
    page.get_by_text("Снова стандартный текст").wait_for()
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    until(lambda: b.api("GET", "/accounts/templates/restore")["sms"] == "Ваш пароль: {password}")


# A92
def test_events_appear_by_themselves(b):
    people(b)
    page = b.page()
    page.goto(b.url + "/accounts/events?kind=registration")
    rows = page.locator("table.list tbody tr")
    before = rows.count()
    assert before >= 3
    register(b, 4, "Глеб", "Новый")
    until(lambda: rows.count() == before + 1)
    assert "9060000004" not in page.content()


# A93
def test_a_partner_zone_is_added_and_removed(b):
    anna, _, _ = people(b)
    client = b.api("GET", f"/accounts/users/{anna}")["client_id"]
    page = b.page()
    page.goto(f"{b.url}/accounts/clients/{client}")
    page.get_by_role("link", name="Добавить зону").click()
    page.fill("#cp-domain_id", "spb")
    page.fill("#cp-discount", "500")
    page.locator("#part button[type=submit]").click()
    page.locator("#cp-discount-e").wait_for()
    page.fill("#cp-discount", "50")
    page.fill("#cp-name", "СПб")
    page.fill("#cp-channels", "card | Карта | https://pay.example/1")
    page.locator("#part button[type=submit]").click()
    page.get_by_text("Зона сохранена").wait_for()
    part = b.api("GET", f"/accounts/clients/{client}")["parts"][0]
    assert part["discount"] == 50 and part["channels"][0]["prepay_url"] == "https://pay.example/1"
    page.get_by_role("link", name="Править: СПб").click()
    page.fill("#cp-forfeit", "300")
    place, zone = f"/accounts/clients/{client}/parts/{part['id']}", dict(ZONE, name="СПб", discount=7)
    b.api("PUT", place, zone, version=part["revision"])
    page.locator("#part button[type=submit]").click()
    page.get_by_text("скидка 7 %").wait_for()
    assert page.locator("#cp-forfeit").input_value() == "300"
    page.locator("#part button[type=submit]").click()
    page.get_by_text("Зона сохранена").wait_for()
    until(lambda: b.api("GET", place)["forfeit"] == 300)
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    until(lambda: b.api("GET", place)["forfeit"] == 0 and b.api("GET", place)["discount"] == 7)
    page.goto(f"{b.url}/accounts/clients/{client}")
    page.get_by_role("button", name="Убрать: СПб").click()
    page.get_by_text("Зона убрана").wait_for()
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    until(lambda: b.api("GET", f"/accounts/clients/{client}")["parts_count"] == 1)


def test_a_cancelled_zone_leaves_nothing_in_the_next(b):
    anna, _, _ = people(b)
    client = b.api("GET", f"/accounts/users/{anna}")["client_id"]
    for name in ("Москва", "Тверь"):
        b.api("POST", f"/accounts/clients/{client}/parts", dict(ZONE, name=name, domain_id=name))
    page = b.page()
    page.goto(f"{b.url}/accounts/clients/{client}")
    for leave in (lambda: page.locator("#part").get_by_role("link", name="Отмена").click(),
                  lambda: page.keyboard.press("Escape")):
        page.get_by_role("link", name="Править: Москва").click()
        page.fill("#cp-forfeit", "999")
        page.locator("#part [name=is_banned]").check()
        leave()
        page.get_by_role("link", name="Править: Тверь").click()
        until(lambda: page.locator("#cp-name").input_value() == "Тверь")
        assert page.locator("#cp-forfeit").input_value() == "0"
        assert not page.locator("#part [name=is_banned]").is_checked()
        page.keyboard.press("Escape")


# A93
def test_a_client_is_found_by_name_and_an_erased_one_is_nobody(b):
    anna, _, vera = people(b)
    client = b.api("GET", f"/accounts/users/{vera}")["client_id"]
    b.api("POST", f"/accounts/users/{vera}/erase", {"digits": "03"})
    page = b.page()
    page.goto(b.url + "/accounts/clients?q=яковл")
    assert page.locator("table.list a.name").all_inner_texts() == ["Яковлева Анна"]
    assert page.locator(".filters input[name=q]").input_value() == "яковл"
    page.goto(f"{b.url}/accounts/clients/{client}")
    assert page.locator("h1").inner_text() == "Данные стёрты"
    for path in ["/accounts", f"/accounts/{vera}"]:
        page.goto(b.url + path)
        assert f"~{vera}" not in page.content(), path


# A88, A95
def test_what_cannot_be_done_any_more_is_told_on_the_page(b):
    anna, _, _ = people(b)
    change(b, anna, push_token="push-1")
    page = b.page()
    page.goto(f"{b.url}/accounts/{anna}?dialog=push")
    page.fill("#pp-t", "Привет")
    page.fill("#pp-x", "Бронь подтверждена")
    change(b, anna, push_token=None)
    page.locator("#push button[type=submit]").click()
    page.get_by_text("отправлять некуда").wait_for()
    page.goto(f"{b.url}/accounts/{anna}?dialog=block")
    page.fill("#pb-r", "Спам")
    b.api("POST", f"/accounts/users/{anna}/erase", {"digits": "01"})
    page.locator("#block button[type=submit]").click()
    page.get_by_text("Данные этого пользователя стёрты").wait_for()
    page.goto(b.url + "/accounts/free")
    page.locator("#free[open]").wait_for()


# A76
def test_the_link_of_a_mail_is_followed_in_test_mode(b):
    anna, _, _ = people(b)
    token = post(b, "auth/login", login="+79060000001", password=PASSWORD).split('"')[3]
    request = urllib.request.Request(f"{b.url}/api/users/send-confirm", b"", {"Authorization": f"Bearer {token}"})
    urllib.request.urlopen(request, timeout=120).read()
    page = b.page()
    page.goto(b.url + "/system/outbox?kind=mail")
    page.locator("details.peek summary").first.click()
    page.locator("details.peek a").first.click()
    page.get_by_text("Почта пользователя подтверждена").wait_for()
    assert b.api("GET", f"/accounts/users/{anna}")["is_confirmed"]


# A86
def test_masked_data_stays_masked_without_the_right(b):
    anna, _, _ = people(b)
    page = b.page(who="vera")
    for path in ["/accounts", "/accounts?q=01", f"/accounts/{anna}", f"/accounts/{anna}?dialog=edit",
                 "/accounts/events", "/accounts/clients", "/search?q=яковлева"]:
        page.goto(b.url + path)
        text = page.content()
        assert "Яковлева" not in text and "anna@" not in text and "9060000001" not in text, path
    page.goto(f"{b.url}/accounts/{anna}")
    assert page.get_by_role("button", name="Показать номер полностью").count() == 0
    assert page.locator("a[download]").count() == 0
