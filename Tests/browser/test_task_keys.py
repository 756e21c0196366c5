"""The tasks of the design with the keyboard alone, with the keys that they cost, and taken back for apps as well."""

import json
import urllib.parse
import urllib.request

from dates import Day
from harness import Keys, chord, until
from test_codes import quiet
from test_flags import PROJECT, clean, draft, drafted, edit
from test_home import ids, seen
from test_list import public
from test_points import add_people, app
from test_tasks import named, toast

# The requests of the app for its home screen, block by block.
HOME = ["/news/with/promotions-and-event?on_main=true", "/offers?on_home=true",
        "/shops/category/slug/services?on_home=true", "/events?on_home=true"]


def shown(b):
    """What the app's home screen is made of."""
    return [public(b, path) for path in HOME]


def flagged(b):
    """Answers a function that asks for what apps without Firebase are told of flags."""
    key = b.api("POST", PROJECT + "/keys", {"name": "Сайт"})["key"]

    def ask():
        with urllib.request.urlopen(f"{b.url}/config/v1/mods-demo/values?key={key}", timeout=120) as answer:
            return json.loads(answer.read())["entries"]
    return ask


def begin(b):
    """The page that everybody begins with, and the keys that are pressed there."""
    page = b.page()
    page.goto(b.url + "/")
    return page, Keys(page)


def go(keys, letter, place):
    keys.count += 2
    chord(keys.page, letter)
    keys.page.wait_for_url("**" + place)
    keys.page.wait_for_load_state()


def focus(page, what):
    return page.evaluate("what => document.activeElement.matches(what)", what)


def take_back(keys, ask, before):
    """The key takes back what apps have seen, and nothing else."""
    assert ask() != before, "apps have not seen it"
    keys.press("z")
    toast(keys.page, "Отменено")
    assert ask() == before


def test_task_1_an_event_goes_on_the_home_screen_by_two_keys(b):
    before = shown(b)
    page, keys = begin(b)
    title = page.locator(".sug .name").first.inner_text()
    keys.press("j", "t")
    toast(page, "на экране")
    assert keys.count == 2
    take_back(keys, lambda: shown(b), before)
    until(lambda: page.locator(".sug .name").first.inner_text() == title)


def test_task_1_any_record_goes_on_the_home_screen_by_seven_keys(b):
    before = shown(b)
    page, keys = begin(b)
    go(keys, "h", "/mall/home")
    keys.press("a")
    page.wait_for_selector("#add[open] .pick-row")
    picked = page.locator("#add [name=id]").first.get_attribute("value").split(".")[1]
    keys.press("Tab", "Tab", "Space", "Control+Enter")
    page.wait_for_selector(f"#slider-{picked}")
    assert keys.count == 7
    take_back(keys, lambda: shown(b), before)


def test_task_2_a_card_leaves_the_home_screen_by_four_keys(b):
    before, card = shown(b), seen(b, "slider")[0]
    page, keys = begin(b)
    go(keys, "h", "/mall/home")
    place = page.eval_on_selector_all(".hrow", "(rows, id) => rows.findIndex(row => row.id === id)", "slider-" + card)
    keys.press(*"j" * (place + 1), "t")
    page.wait_for_selector(f"#slider-{card}.off")
    assert keys.count == 4 + place
    take_back(keys, lambda: shown(b), before)
    page.wait_for_selector(f"#slider-{card}[data-id]")


def test_task_3_a_card_is_made_first_by_keys(b):
    before, order, card = shown(b), ids(b, "slider"), seen(b, "slider")[1]
    above = order.index(card)
    page, keys = begin(b)
    go(keys, "h", "/mall/home")
    keys.press(*"j" * (above + 1), "Shift+Tab")
    assert focus(page, f"#slider-{card} .drag"), "the handle stands before the name"
    keys.press(*["Alt+ArrowUp"] * above)
    page.wait_for_selector(".toast form")
    assert keys.count == 4 + 2 * above
    assert ids(b, "slider") == [card] + [id for id in order if id != card]
    take_back(keys, lambda: shown(b), before)


def test_task_4_another_day_dark_and_in_english_by_keys(b):
    page, keys = begin(b)
    go(keys, "h", "/mall/home")
    keys.press("p", "Tab", "Enter")
    page.wait_for_selector(".phone[lang=en]")
    keys.press("Tab", "Tab", "Enter")
    page.wait_for_selector(".phone.dark[lang=en]")
    keys.press("Tab", "Tab", "Enter")
    page.wait_for_url("**at=*")
    page.wait_for_selector(".timewarp a:nth-child(2)[aria-current]")
    assert page.locator(".phone.dark[lang=en]").count() == 1
    assert keys.count == 11


def test_task_5_a_code_is_found_by_two_keys_and_two_digits(b):
    quiet(b, ["+79120000045", "+79990000002"])
    page, keys = begin(b)
    go(keys, "s", "/people/codes")
    page.locator("main .coderow").nth(1).wait_for()
    keys.press("4", "5")
    until(lambda: page.locator(".ph-no").all_inner_texts() == ["+7 9•• ••• •• 45"])
    assert keys.count == 4


def test_task_6_the_paywall_is_switched_by_keys(b):
    clean(b)
    ask = flagged(b)
    before = ask()
    page, keys = begin(b)
    go(keys, "f", PROJECT)
    keys.press("j", "Tab", "Tab")
    assert focus(page, "#ed-paywall_variant [value=extended]")
    keys.press("Enter")
    page.wait_for_selector("#publish-now")
    keys.press("Control+Enter")
    toast(page, "Опубликовано")
    assert keys.count == 7
    take_back(keys, ask, before)


def test_task_7_a_slider_is_moved_and_planned_by_keys(b):
    clean(b)
    ask = flagged(b)
    before, at = ask(), Day(1)
    page, keys = begin(b)
    go(keys, "f", PROJECT)
    keys.press("j", "j", "Tab", "ArrowRight", "ArrowRight", "ArrowRight")
    until(lambda: drafted(b, "paywall_close_delay") == "8")
    page.wait_for_selector("#publish-now")
    keys.press("p", "Tab", "Tab", "Tab", "Enter")
    assert focus(page, "#pub-at")
    # The browser decides the order of its parts.
    page.fill("#pub-at", at.field)
    keys.press("Enter")
    toast(page, "Выйдет")
    assert keys.count == 14
    assert at.is_told(b.api("GET", PROJECT + "/schedules")["items"][0]["at"])
    keys.press("z")
    toast(page, "Отменено")
    assert b.api("GET", PROJECT + "/schedules")["items"] == []
    assert drafted(b, "paywall_close_delay") == "8" and ask() == before


def test_task_8_the_flags_are_rolled_back_by_keys(b):
    clean(b)
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "9"})
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"])
    ask = flagged(b)
    before = ask()
    page, keys = begin(b)
    go(keys, "f", PROJECT)
    keys.press("Tab", "Enter")
    keys.tab_to("a[href$='/versions']", 2)
    keys.press("Enter")
    page.wait_for_selector(".vdiff a.danger")
    keys.press("p", "Enter")
    page.wait_for_selector("#rollback[open]")
    keys.press("Enter")
    toast(page, "Вернули")
    assert keys.count == 10
    assert ask()["paywall_close_delay"] == "5"
    take_back(keys, ask, before)


def test_task_9_an_offer_is_copied_priced_and_published_by_keys(b):
    before = public(b, "/offers")
    page, keys = begin(b)
    go(keys, "o", "/mall/offers")
    keys.press("/")
    keys.find("круас")
    # An answer to its first letters would take the place of the rows again.
    until(lambda: page.locator("tbody tr").count() == 1 and "q=круас" in urllib.parse.unquote(page.url))
    keys.press("Escape", "j")
    keys.tab_to("summary", 4)
    keys.press("Enter", "Tab", "Tab", "Enter")
    page.wait_for_url(lambda url: url.count("/") == 5 and not url.endswith("/offers"))
    page.wait_for_selector("[name=cost]")
    keys.tab_to("[name=cost]", 14)
    keys.press("Control+a")
    keys.type("290")
    keys.press("Control+Enter")
    toast(page, "Опубликовано")
    assert keys.count == 33
    assert [one["cost"] for one in json.loads(public(b, "/offers")) if one["id"] == page.url.rsplit("/", 1)[1]] == [290]
    # Letters are typed into the field until it loses the focus.
    keys.press("Escape")
    take_back(keys, lambda: public(b, "/offers"), before)


def test_task_10_three_offers_are_archived_by_keys(b):
    before = public(b, "/offers")
    page, keys = begin(b)
    go(keys, "o", "/mall/offers")
    keys.press(*"jxjxjx", "p")
    keys.tab_to(".bulk [value=archive]", 3)
    keys.press("Enter")
    toast(page, "архиве: 3")
    assert keys.count == 13
    take_back(keys, lambda: public(b, "/offers"), before)


def correct(b, person, *direction):
    """Changes the balance of somebody by 100 from the first page; answers the page and the keys."""
    page, keys = begin(b)
    keys.press("Control+k")
    keys.find("начи")
    deed = "#palette-list [aria-selected=true]"
    until(lambda: page.locator(deed).all_inner_texts() and "Начислить" in page.inner_text(deed))
    keys.press("Enter")
    page.locator("#find input[name=whom]").wait_for()
    keys.find(person)
    until(lambda: page.locator("#find .name").count() == 1)
    keys.press("Tab", "Enter")
    page.locator("#points[open]").wait_for()
    keys.press(*direction)
    assert focus(page, "#pa") and page.input_value("#pa") == "100"
    keys.press("Tab")
    keys.type("Не сработал сканер у кассы")
    keys.press("Enter")
    return page, keys


def test_task_11_points_are_given_and_taken_by_keys(b):
    person, token = add_people(b)[0]
    before = app(b, "GET", "/mobile-users/balance", token)
    page, keys = correct(b, "5500045")
    page.get_by_text("Начислено 100, на счёте 600").wait_for()
    assert keys.count == 17
    assert app(b, "GET", "/mobile-users/balance", token) == before | {"points_balance": 600}
    # The ledger is append-only: points are returned by another correction, with a reason.
    keys.press("z")
    toast(page, "Отменять нечего")
    page, keys = correct(b, "5500045", "Shift+Tab", "ArrowRight", "Tab")
    page.get_by_text("Списано 100, на счёте 500").wait_for()
    assert keys.count == 20
    assert app(b, "GET", "/mobile-users/balance", token) == before
    assert len(b.api("GET", f"/mall/points?user={person}")["items"]) == 3


def test_task_12_who_hid_the_offer_is_told_and_it_comes_back_by_keys(b):
    yoga = named(b, "йогой")
    b.api("PUT", f"/mall/offers/{yoga['id']}/flags/on_home", {"value": True})
    b.api("PUT", f"/mall/offers/{yoga['id']}/flags/on_home", {"value": False}, who="igor")
    before = shown(b)
    page, keys = begin(b)
    go(keys, "a", "/system/changes")
    keys.press("j", "Tab", "Tab")
    line = page.locator(".timeline li", has=page.locator(":focus"))
    assert "Игорь Ким: выключено «На главном»" in line.inner_text() and "йогой" in line.inner_text()
    keys.press("Enter")
    toast(page, "включено «На главном»")
    assert keys.count == 6
    take_back(keys, lambda: shown(b), before)
