"""The people who use the app, as staff look after them."""

import re

from harness import Clicks, until

NAME, DIGITS = "Никита Громов", "5748"


def person(b, text=DIGITS):
    return b.api("GET", f"/mall/users?q={text}")["items"][0]["id"]


def phone(b, user):
    return b.api("POST", f"/mall/users/{user}/reveal")["phone"]


def test_a_person_is_found_by_typing(b):
    page = b.page()
    page.goto(b.url + "/people")
    page.fill("input[name=q]", DIGITS)
    page.locator("table.people tbody tr").nth(1).wait_for(state="detached")
    assert page.locator("table.people a.name").inner_text() == NAME
    page.goto(b.url + "/")
    page.keyboard.press("Control+k")
    page.keyboard.type("громов")
    page.get_by_role("option", name=re.compile(NAME)).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/people/[0-9a-f-]{36}$"))
    assert NAME in page.locator("h1").inner_text()


# M5
def test_devices_are_listed_with_all_that_is_known_of_them(b):
    page = b.page()
    page.goto(b.url + "/people/devices")
    devices = b.api("GET", "/mall/devices")["items"]
    assert any(d["user"] for d in devices) and any(not d["user"] for d in devices)
    for device in devices:
        row = page.locator("tbody tr", has=page.locator(f"a[href='/people/devices/{device['id']}']"))
        text = row.inner_text().replace("\u00a0", " ")
        for known in [device["model"], f"{device['os']} {device['version_os']}"]:
            assert known in text, (known, text)
        who = device["user"]
        assert (who["name"] or who["phone"] if who else "никто") in text, (who, text)
        installed = row.locator("td").last.inner_text()
        assert re.search(r"\d|сегодня|вчера", installed), installed
    one = next(d for d in devices if d["user"])
    page.goto(f"{b.url}/people/devices/{one['id']}")
    shown = page.locator("main").inner_text().replace("\u00a0", " ")
    for known in [one["model"], one["version_os"], one["user"]["name"] or one["user"]["phone"]]:
        assert known in shown, (known, shown)


def test_masked_data_stays_masked_without_the_right(b):
    user = person(b)
    number = phone(b, user)
    device = b.api("GET", f"/mall/devices?user={user}")["items"][0]["id"]
    page = b.page(who="vera")
    for path in ["/people", f"/people?q={DIGITS}", f"/people/{user}", f"/people/{user}?dialog=edit",
                 "/people/devices", f"/people/devices/{device}", "/people/survey",
                 "/search?q=громов", f"/search?q={DIGITS}"]:
        page.goto(b.url + path)
        text = page.content()
        assert "Громов" not in text.replace("громов", ""), path
        assert "n.gromov" not in text and number[-7:] not in text, path
    page.goto(f"{b.url}/people/{user}")
    assert page.locator(".ph-no").inner_text().endswith("48")
    for name in ["Показать номер полностью", "Ещё"]:
        assert page.get_by_role("button", name=name).count() == 0
    assert page.locator("a[download]").count() == 0
    # Nor by the address that a button would have sent to.
    cookie = page.context.cookies(b.url)
    for path in [f"/people/{user}/reveal", f"/people/{user}/block", f"/people/{user}/erase"]:
        answer = page.request.post(b.url + path, form={"digits": number[-2:], "reason": "x"},
                                   headers={"Origin": b.url, "Sec-Fetch-Site": "same-origin"})
        assert answer.status == 403, (path, answer.status, cookie)
    page.goto(b.url + "/people?q=" + "громов")
    assert page.locator("table.people tbody tr").count() == 0


def test_a_number_is_shown_by_one_click_and_written_down(b):
    user = person(b)
    page = b.page()
    page.goto(f"{b.url}/people/{user}")
    clicks = Clicks(page)
    assert "•••" in page.locator(".ph-no").inner_text()
    clicks.click(page.get_by_role("button", name="Показать номер полностью"))
    until(lambda: "•" not in page.locator(".ph-no").inner_text())
    assert page.locator(".ph-no").inner_text().replace(" ", "").replace("\u00a0", "").replace("-", "").endswith("0005748")
    assert clicks.count == 1
    page.reload()
    page.goto(f"{b.url}/people/{user}")
    assert "•••" in page.locator(".ph-no").inner_text()
    page.goto(b.url + "/system/audit")
    assert page.get_by_text("показан номер телефона").count() == 1


def test_edit_and_take_it_back(b):
    user = person(b)
    page = b.page()
    page.goto(f"{b.url}/people/{user}")
    page.get_by_role("link", name="Править", exact=True).click()
    page.fill("#pe-email", "не почта")
    page.locator("#edit").get_by_role("button", name="Сохранить").click()
    page.locator("#edit[open] .error").wait_for()
    page.fill("#pe-email", "gromov@example.ru")
    page.fill("#pe-name", "Никита Сергеевич Громов")
    page.locator("#edit").get_by_role("button", name="Сохранить").click()
    page.get_by_role("heading", name="Никита Сергеевич Громов").wait_for()
    page.locator(".toast").get_by_role("button", name="Вернуть").click()
    until(lambda: b.api("GET", f"/mall/users/{user}")["name"] == NAME)


def test_two_editors_of_one_person_lose_nothing(b):
    user = person(b)
    page = b.page()
    page.goto(f"{b.url}/people/{user}?dialog=edit")
    page.fill("#pe-name", "Никита Громов-Белый")
    seen = b.api("GET", f"/mall/users/{user}")
    b.api("PATCH", f"/mall/users/{user}", {"name": "Н. Громов", "email": "nikita@example.ru"}, version=seen["revision"])
    page.locator("#edit button[type=submit]").click()
    page.get_by_text("тем временем изменился").wait_for()
    assert page.get_by_text("Теперь там: Н. Громов").count() == 1
    assert page.locator("#pe-email").input_value() == "nikita@example.ru"
    b.fits(page)
    b.check(page)
    page.locator("#edit button[type=submit]").click()
    page.get_by_text("Профиль сохранён").wait_for()
    now = b.api("GET", f"/mall/users/{user}")
    assert (now["name"], now["email"]) == ("Никита Громов-Белый", "nikita@example.ru")


def test_block_and_take_it_back(b):
    user = person(b)
    page = b.page()
    page.goto(f"{b.url}/people/{user}")
    page.locator("summary[aria-label=Ещё]").click()
    page.get_by_role("link", name="Заблокировать…").click()
    page.fill("#pb-r", "Продаёт подарки")
    page.locator("#block").get_by_role("button", name="Заблокировать").click()
    page.get_by_text("Вход закрыт").first.wait_for()
    assert b.api("GET", f"/mall/users/{user}")["block_reason"] == "Продаёт подарки"
    page.goto(b.url + "/people?blocked=true")
    assert page.get_by_role("link", name=NAME).count() == 1
    page.goto(f"{b.url}/people/{user}")
    page.locator("summary[aria-label=Ещё]").click()
    page.get_by_role("button", name="Разблокировать").click()
    until(lambda: not b.api("GET", f"/mall/users/{user}")["is_blocked"])


def test_what_cannot_be_done_any_more_is_told_on_the_page(b):
    user = person(b)
    page = b.page()
    page.goto(f"{b.url}/people/{user}?dialog=block")
    page.fill("#pb-r", "Продаёт подарки")
    digits = b.api("GET", f"/mall/users/{user}")["phone"][-2:]
    b.api("POST", f"/mall/users/{user}/erase", {"digits": digits})
    page.locator("#block").get_by_role("button", name="Заблокировать").click()
    page.get_by_text("Данные этого пользователя стёрты").wait_for()


def test_erase_without_script(b):
    user = person(b)
    number = phone(b, user)
    page = b.page(js=False)
    page.goto(f"{b.url}/people/{user}?dialog=erase")
    page.fill("#px-d", "00")
    page.get_by_role("button", name="Стереть навсегда").click()
    assert page.locator("#erase[open] .error").count() == 1
    page.fill("#px-d", number[-2:])
    page.get_by_role("button", name="Стереть навсегда").click()
    page.wait_for_load_state()
    assert "Данные стёрты" in page.locator("h1").inner_text()
    text = page.content()
    assert "Громов" not in text and number[-4:] not in page.locator("main").inner_text()
    assert page.locator("summary[aria-label=Ещё]").count() == 0
    assert b.api("GET", f"/mall/users?q={DIGITS}")["items"] == []
    assert b.api("GET", "/mall/points/verify")["is_sound"]


def test_tables_are_files(b):
    page = b.page()
    page.goto(b.url + "/people?surveyed=true")
    page.locator("summary", has_text="Выгрузить").click()
    with page.expect_download() as told:
        page.get_by_role("link", name="CSV", exact=True).click()
    lines = told.value.path().read_text().splitlines()
    surveyed = b.api("GET", "/mall/users?surveyed=true&count=true&limit=1")["count"]
    assert len(lines) == surveyed + 1 and lines[0].startswith("id,phone,name")
    assert not re.search(r"\+7\d{10}", "".join(lines))
