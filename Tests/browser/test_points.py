"""Points, gifts, guests, invitations, reviews and searches, as staff look after them."""

import hashlib
import json
import os
import re
import sqlite3
import subprocess
import time
import urllib.parse
import urllib.request
import uuid

from harness import Clicks, until

NAMES = ["Анна Соколова", "Дмитрий Павлов", "Елена Климова"]


def write(b, statements):
    """Writes to the database that the server of the test runs on."""
    if b.place.database:
        url = urllib.parse.urlsplit(os.environ["VITRINA_TEST_POSTGRES"])
        url = urllib.parse.urlunsplit(url._replace(path="/" + b.place.database))
        subprocess.run(["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", url], check=True, text=True,
                       input=";\n".join(statements) + ";\n", timeout=300)
    else:
        base = sqlite3.connect(b.folder / "vitrina.db", timeout=60)
        for statement in statements:
            base.execute(statement)
        base.commit()
        base.close()


def add_people(b):
    """Three people who are signed in, with 500 points each; answers their ids and tokens."""
    people, statements = [], []
    now = f"to_timestamp({int(time.time())})" if b.place.database else str(int(time.time()) * 1_000_000)
    for number, name in enumerate(NAMES):
        person, token = str(uuid.uuid4()), hashlib.sha256(name.encode()).hexdigest()
        seal = hashlib.sha256(token.encode()).hexdigest()
        seal = f"decode('{seal}', 'hex')" if b.place.database else f"X'{seal}'"
        statements.append(f"INSERT INTO points_accounts VALUES ('{person}', 'mall', 0, 0, 0, {now})")
        statements.append(
            "INSERT INTO mall_users (id, phone, name, email, referral_code, created_at, confirmed_at, registered_at, "
            f"token_hash) VALUES ('{person}', '+799955{number}0045', '{name}', 'user{number}@example.ru', 'A{number}-{number}A', "
            f"{now}, {now}, {now}, {seal})")
        people.append((person, token))
    write(b, statements)
    for person, _ in people:
        b.api("POST", f"/mall/users/{person}/points", {"change": 500, "reason": "Подарок к открытию"})
    return people


def app(b, method, path, token="", body=None):
    """A call of the app."""
    request = urllib.request.Request(b.url + "/api/v1" + path, None if body is None else json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "token": token}, method=method)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.loads(answer.read())


def untouched(b, path):
    """An offer or event that people can afford and nobody has taken."""
    found = [one for one in app(b, "GET", f"/{path}?offset=100") if 0 < one["cost"] <= 400]
    stock = b.api("GET", "/mall/stock?ids=" + ",".join(one["id"] for one in found))["items"]
    free = [line["id"] for line in stock if line["taken"] + line["guests"] == 0]
    return next(one for one in found if one["id"] in free)


def attend(b, people, path, content):
    for person, token in people:
        app(b, "POST", f"/mobile-users/{person}/{path}/{content['id']}/attend", token)


def test_points_from_the_palette(b):
    people = add_people(b)
    page = b.page()
    page.goto(b.url + "/")
    page.keyboard.press("Control+k")
    page.keyboard.type("начи")
    page.get_by_role("option", name="Начислить или списать баллы").wait_for()
    page.keyboard.press("Enter")
    page.locator("#find input[name=whom]").wait_for()
    page.keyboard.type("5500045")
    clicks = Clicks(page)
    clicks.click(page.locator("#find").get_by_role("link", name="Анна Соколова"))
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
    people = add_people(b)
    offer = untouched(b, "offers")
    attend(b, people[:1], "offers", offer)
    page = b.page()
    page.goto(b.url + f"/mall/offers?q={urllib.parse.quote(offer['name'])}")
    page.locator(f"#row-{offer['id']}").get_by_role("link", name=re.compile("уплено 1")).click()
    page.wait_for_url("**/people/gifts?offer=*")
    page.get_by_role("link", name="Вернуть").click()
    page.fill("#rf-n", "Попросил посетитель")
    page.locator("#act button[type=submit]").click()
    page.get_by_text("возвращён").first.wait_for()
    assert b.api("GET", f"/mall/users/{people[0][0]}/points")["balance"] == 500
    page.goto(b.url + f"/people/points?user={people[0][0]}&cause=refund")
    page.get_by_text("Попросил посетитель").wait_for()


def test_an_operator_sees_who_comes_to_an_event(b):
    people = add_people(b)
    event = untouched(b, "events")
    attend(b, people, "events", event)
    operator = b.page(who="igor")
    clicks = Clicks(operator)
    operator.goto(b.url + f"/mall/events?q={urllib.parse.quote(event['title'])}")
    clicks.click(operator.locator(f"#row-{event['id']}").get_by_role("link", name="Записано 3 человека"))
    operator.wait_for_url("**/mall/guests?event=*")
    assert clicks.count == 1
    assert operator.locator("tbody tr").count() == 3
    operator.get_by_text("Д. П.").wait_for()
    # No right to whole names, to exports of people or to changes.
    assert operator.get_by_text("Павлов").count() == 0
    assert operator.get_by_role("link", name="Отменить запись").count() == 0
    assert operator.get_by_text("Выгрузить").count() == 0

    owner = b.page()
    owner.goto(b.url + f"/mall/events/{event['id']}")
    owner.locator("#pane-facts").get_by_role("link", name="Записано 3 человека").click()
    owner.get_by_text("Дмитрий Павлов").wait_for()
    owner.get_by_text("Выгрузить").click()
    with owner.expect_download() as download:
        owner.get_by_role("link", name="CSV").click()
    with open(download.value.path(), encoding="utf-8") as file:
        assert len(file.read().splitlines()) == 4
    owner.get_by_role("link", name="Отменить запись: Дмитрий Павлов").click()
    owner.fill("#rf-n", "Заболел")
    owner.locator("#act button[type=submit]").click()
    owner.get_by_text("Запись отменена, баллы вернулись").wait_for()
    assert owner.locator("tbody tr").count() == 2
    assert b.api("GET", f"/mall/users/{people[1][0]}/points")["balance"] == 500


def test_an_invitation_that_waits_is_decided(b):
    people = add_people(b)
    statements = []
    now = f"to_timestamp({int(time.time())})" if b.place.database else str(int(time.time()) * 1_000_000)
    for person, _ in people[1:]:
        entry = b.api("GET", f"/mall/points?user={person}")["items"][0]["id"]
        statements.append("INSERT INTO mall_referrals (user_id, inviter_id, entry_id, state, reason, at) "
                          f"VALUES ('{person}', '{people[0][0]}', '{entry}', 'held', 'cap', {now})")
    write(b, statements)
    page = b.page()
    page.goto(b.url + f"/people/referrals?inviter={people[0][0]}")
    row = page.locator(f"#row-{people[1][0]}")
    row.get_by_role("button", name="Начислить").click()
    page.get_by_text("Начислено 300").wait_for()
    assert b.api("GET", f"/mall/users/{people[0][0]}/points")["balance"] == 800
    page.locator(f"#row-{people[2][0]}").get_by_role("button", name="Отклонить").click()
    page.get_by_text("Приглашение отклонено").wait_for()
    page.locator(f"#row-{people[2][0]}").get_by_text("отклонено").wait_for()
    page.locator(f"#row-{people[2][0]}").get_by_role("button", name="Начислить").wait_for()


def test_fewer_than_were_bought_are_refused(b):
    people = add_people(b)
    offer = untouched(b, "offers")
    attend(b, people, "offers", offer)
    page = b.page()
    page.goto(b.url + f"/mall/offers/{offer['id']}")
    page.locator("#pane-facts").get_by_role("link", name=re.compile("уплено 3")).wait_for()
    page.fill("#f-count", "2")
    page.get_by_role("button", name="Опубликовать", exact=True).first.click()
    page.get_by_text("Уже куплено 3. Укажите не меньше 3.").first.wait_for()


def test_reviews_are_listed(b):
    device = app(b, "POST", "/mobile-device", body={"install_app": 1763000000, "os": "iOS", "version_os": "19.1",
                                                    "model": "iPhone 15"})["id"]
    text = "Не нашла <b>туалет</b> на третьем этаже"
    app(b, "POST", "/app-feedback", body={"mobile_device_id": device, "rating": 2, "text": text})
    page = b.page()
    page.goto(b.url + "/mall/reviews?rating=2")
    row = page.locator("tbody tr", has_text=text)
    row.get_by_text("iPhone 15, iOS 19.1").wait_for()
    row.get_by_label("2 из 5").wait_for()
    page.get_by_text("Средняя оценка").wait_for()
    page.goto(b.url + "/mall/reviews?rating=3")
    assert page.get_by_text(text).count() == 0


def test_searches_are_listed(b):
    # Searches are written down every few seconds: what is asked first is there once the last is counted.
    for text in ["nothinglikethis"] + ["%D0%BA%D0%BE%D1%84%D0%B5"] * 3:
        app(b, "GET", f"/shops?name={text}")
    page = b.page()

    def is_counted():
        page.goto(b.url + "/mall/searches?sort=last")
        row = page.locator("tbody tr", has=page.get_by_role("link", name="кофе", exact=True))
        return row.count() and "3" in row.locator("td").nth(1).inner_text()

    until(is_counted)
    page.get_by_role("link", name="Ничего не нашлось").click()
    page.get_by_role("link", name="кофе", exact=True).wait_for(state="detached")
    page.get_by_role("link", name="nothinglikethis").wait_for()


def test_who_may_not_sees_no_buttons(b):
    people = add_people(b)
    attend(b, people[:1], "offers", untouched(b, "offers"))
    page = b.page(who="igor")
    page.goto(b.url + "/people/points")
    page.get_by_text("А. С.").first.wait_for()
    assert page.get_by_text("Соколова").count() == 0
    assert page.get_by_role("link", name="Изменить баланс").count() == 0
    assert page.get_by_text("Выгрузить").count() == 0
    page.goto(b.url + f"/people/points?user={people[0][0]}&dialog=points")
    page.get_by_text("Кто:").wait_for()
    assert page.locator("#points").count() == 0
    page.goto(b.url + "/people/points?dialog=find&whom=50045")
    assert page.locator("#find").count() == 0
    page.goto(b.url + "/people/gifts")
    page.locator("tbody tr").first.wait_for()
    assert page.get_by_role("link", name="Вернуть").count() == 0
