"""Points, gifts, guests, invitations, reviews and searches, as staff look after them."""

import hashlib
import json
import sqlite3
import time
import urllib.request
import uuid

from harness import Clicks, until

PAGES = ["/people/points", "/people/points?dialog=find&whom=45", "/people/gifts", "/people/gifts/uses",
         "/people/referrals", "/people/referrals?state=held", "/people/referrals/inviters", "/mall/reviews",
         "/mall/searches"]
NAMES = ["Анна Соколова", "Дмитрий Павлов", "Елена Климова"]


def add_people(b):
    """Three people who are signed in, with 500 points each; answers their ids and tokens."""
    base = sqlite3.connect(b.folder / "vitrina.db", timeout=10)
    people = []
    now = int(time.time() * 1e6)
    for number, name in enumerate(NAMES):
        person, token = str(uuid.uuid4()), hashlib.sha256(name.encode()).hexdigest()
        base.execute("INSERT INTO points_accounts VALUES (?, 'mall', 0, 0, 0, ?)", (person, now))
        base.execute("INSERT INTO mall_users (id, phone, name, email, referral_code, created_at, confirmed_at, "
                     "registered_at, token_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     (person, f"+7912000{number}045", name, f"user{number}@example.ru", f"code{number}", now, now, now,
                      hashlib.sha256(token.encode()).digest()))
        people.append((person, token))
    base.commit()
    base.close()
    for person, _ in people:
        b.api("POST", f"/mall/users/{person}/points", {"change": 500, "reason": "Подарок к открытию"})
    return people


def app(b, method, path, token="", body=None):
    """A call of the app."""
    request = urllib.request.Request(b.url + "/api/v1" + path, None if body is None else json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "token": token}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def affordable(b):
    return next(offer for offer in app(b, "GET", "/offers?offset=100") if 0 < offer["cost"] <= 400)


def test_every_page_fits_and_is_accessible(b):
    people = add_people(b)
    person, token = people[0]
    app(b, "POST", f"/mobile-users/{person}/offers/{affordable(b)['id']}/attend", token)
    event = app(b, "GET", "/events?offset=100")[0]["id"]
    for width, dark, language in [(1280, False, "ru"), (390, True, "ru"), (768, False, "en")]:
        page = b.page(width=width, dark=dark, language=language)
        for path in PAGES + [f"/mall/events/{event}/people", f"/people/points?user={person}&dialog=points"]:
            page.goto(b.url + path)
            page.wait_for_load_state()
            assert page.locator("h1").count() == 1, path
            b.fits(page)
            b.check(page)


def test_points_from_the_palette(b):
    people = add_people(b)
    page = b.page()
    page.goto(b.url + "/")
    page.keyboard.press("Control+k")
    page.keyboard.type("начи")
    page.get_by_role("option", name="Начислить или списать баллы").wait_for()
    page.keyboard.press("Enter")
    page.locator("#find input[name=whom]").wait_for()
    page.keyboard.type("0045")
    clicks = Clicks(page)
    clicks.click(page.get_by_role("link", name="Анна Соколова").first)
    page.locator("#points[open]").wait_for()
    assert page.locator("#points [data-after]").inner_text() == "Станет 600"
    page.fill("#pr", "Не сработал сканер у кассы")
    clicks.click(page.get_by_role("button", name="Начислить 100"))
    page.get_by_text("Начислено 100, на счёте 600").wait_for()
    assert clicks.count == 2
    page.get_by_text("Не сработал сканер у кассы").first.wait_for()
    assert b.api("GET", f"/mall/users/{people[0][0]}/points")["balance"] == 600


def test_more_than_there_is_cannot_be_taken(b):
    person = add_people(b)[0][0]
    for js in [True, False]:
        page = b.page(js=js)
        page.goto(b.url + f"/people/{person}/points")
        page.get_by_text("Списать", exact=True).click()
        page.fill("#pa", "501")
        page.fill("#pr", "Ошибка")
        page.locator("#points button[type=submit]").click()
        page.get_by_text("На счёте 500, больше не списать").wait_for()
        assert page.input_value("#pr") == "Ошибка" and page.input_value("#pa") == "501"
        page.fill("#pa", "0")
        page.locator("#points button[type=submit]").click()
        page.locator("#pa[aria-invalid]").wait_for()
    assert b.api("GET", f"/mall/users/{person}/points")["balance"] == 500


def test_a_gift_is_given_back(b):
    person, token = add_people(b)[0]
    offer = affordable(b)
    app(b, "POST", f"/mobile-users/{person}/offers/{offer['id']}/attend", token)
    page = b.page()
    page.goto(b.url + "/mall/offers")
    page.get_by_role("link", name="куплено 1").first.click()
    page.wait_for_url("**/people/gifts?offer=*")
    page.get_by_role("link", name="Вернуть").click()
    page.fill("#rf-n", "Попросил посетитель")
    page.locator("#refund button[type=submit]").click()
    page.get_by_text("возвращён").first.wait_for()
    assert b.api("GET", f"/mall/users/{person}/points")["balance"] == 500
    page.goto(b.url + f"/people/points?user={person}&cause=refund")
    page.get_by_text("Попросил посетитель").wait_for()


def test_fewer_than_were_bought_are_refused(b):
    people = add_people(b)
    offer = affordable(b)
    for person, token in people:
        app(b, "POST", f"/mobile-users/{person}/offers/{offer['id']}/attend", token)
    page = b.page()
    page.goto(b.url + f"/mall/offers/{offer['id']}")
    page.locator("#pane-facts").get_by_role("link", name="куплено 3").wait_for()
    page.fill("#f-count", "2")
    page.get_by_role("button", name="Опубликовать", exact=True).first.click()
    page.get_by_text("Уже куплено 3. Укажите не меньше 3.").first.wait_for()


def test_searches_are_listed(b):
    for text in ["%D0%BA%D0%BE%D1%84%D0%B5"] * 3 + ["nothinglikethis"]:
        app(b, "GET", f"/shops?name={text}")
    page = b.page()

    def shown():
        page.goto(b.url + "/mall/searches")
        return page.get_by_role("link", name="кофе").count()

    until(shown, 20)
    row = page.locator("tbody tr").first
    assert "3" in row.inner_text()
    page.get_by_role("link", name="Ничего не нашлось").click()
    page.get_by_role("link", name="nothinglikethis").wait_for()
    assert page.locator("tbody tr").count() == 1


def test_who_may_not_sees_no_buttons(b):
    person, token = add_people(b)[0]
    app(b, "POST", f"/mobile-users/{person}/offers/{affordable(b)['id']}/attend", token)
    page = b.page(who="igor")
    page.goto(b.url + "/people/points")
    page.get_by_text("А. С.").first.wait_for()
    assert page.get_by_text("Соколова").count() == 0
    assert page.get_by_role("link", name="Изменить баланс").count() == 0
    assert page.get_by_text("Выгрузить").count() == 0
    page.goto(b.url + "/people/gifts")
    assert page.get_by_role("link", name="Вернуть").count() == 0
