"""The phone beside the blocks of the home screen."""

from datetime import datetime, timedelta

from dates import Day, now
from harness import Clicks
from test_home import block, cards, home, seen, today, until


def test_another_day_dark_and_in_english_in_four_clicks(b):
    page = today(b)
    clicks = Clicks(page)
    clicks.click(".nav a[href='/mall/home']")
    clicks.click(".timewarp .seg a:nth-child(2)")
    until(page, "() => location.search.includes('at=')")
    assert page.locator(".timewarp [aria-current]").inner_text() in page.locator(".pane-foot").inner_text()
    clicks.click(".preview-bar a:has(use[href$=moon])")
    page.wait_for_selector(".phone.dark")
    clicks.click(".preview-bar a:has-text('EN')")
    page.wait_for_selector(".phone[lang=en]")
    assert clicks.count == 4
    assert "New offers" in page.locator(".phone").inner_text()
    address = page.url
    page.goto(b.url + "/")
    page.goto(address)
    assert page.locator(".phone.dark[lang=en]").count() == 1, "the address holds all of it"


def test_the_phone_shows_what_the_app_is_sent(b):
    page = home(b)
    for name in ("slider", "offers", "services", "events"):
        assert cards(page, name) == seen(b, name), name
    hours, _, minutes = page.locator(".other .sub").text_content()[3:].replace("−", "-").partition(":")
    zone = timedelta(hours=int(hours), minutes=int(hours[0] + (minutes or "0")))
    later = [c for c in block(b, "slider")["cards"] if c["state"] == "scheduled"]
    for card in later:
        moment = (datetime.fromisoformat(card["appears_at"][:19]) + zone).isoformat()[:16]
        page.goto(f"{b.url}/mall/home?at={moment}")
        assert card["id"] in cards(page, "slider"), card["title"]


def test_a_row_lights_its_card(b):
    page = home(b)
    card = seen(b, "events")[0]
    page.locator(f"#events-{card} .name").hover()
    page.wait_for_selector(f"#ph-events-{card}.hl")
    page.locator("h1").hover()
    page.wait_for_selector(".phone .hl", state="detached")
    page.locator(f"#ph-slider-{seen(b, 'slider')[0]}").click()
    assert page.evaluate("document.activeElement.closest('.hrow').id") == f"slider-{seen(b, 'slider')[0]}"


def test_what_is_planned_shows_in_the_preview(b):
    news = next(n for n in b.api("GET", "/mall/news?state=draft")["items"])
    fields = {"on_main": True, "live_from": Day(-300).utc, "live_until": None}
    news = b.api("PATCH", f"/mall/news/{news['id']}", fields, version=news["version"])
    page = home(b)
    assert "Черновик" in page.locator(f"#slider-{news['id']} .vis").inner_text()
    later = (now() + timedelta(days=40)).replace(second=0, microsecond=0)
    plan = {"at": later.strftime("%Y-%m-%dT%H:%M:%SZ")}
    b.api("PUT", f"/mall/news/{news['id']}/schedule/publication", plan, version=news["version"])
    page.goto(b.url + "/mall/home?at=" + (later + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
    assert news["id"] in cards(page, "slider")
    # The list follows the preview: on that day it is visible.
    assert "Черновик" not in page.locator(f"#slider-{news['id']} .vis").inner_text()
    page.goto(b.url + "/mall/home?at=" + (later - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M"))
    assert news["id"] not in cards(page, "slider")


def test_on_another_day_the_list_follows_the_phone(b):
    for js in (True, False):
        page = b.page(js=js)
        page.goto(b.url + "/mall/home")
        links = [page.locator(".timewarp .seg a").nth(n).get_attribute("href")
                 for n in range(page.locator(".timewarp .seg a").count())]
        far = (now() + timedelta(days=400)).strftime("%Y-%m-%dT10:00")
        for link in links + [f"/mall/home?at={far}"]:
            page.goto(b.url + link)
            for name in ("slider", "offers", "services", "events"):
                rows = page.eval_on_selector_all(
                    f"#block-{name} .hrow[data-id]", """rows => rows.filter(row => !['С\\u00a0', 'Уже', 'Черн', 'Разоб',
                        'Магазин', 'Не услуга'].some(word => row.querySelector('.chip-time').textContent.trim()
                        .startsWith(word))).map(row => row.dataset.id)""")
                shown = cards(page, name)
                assert rows == shown, (link, name, rows, shown)
                assert (page.locator(f"#block-{name} .note.warn").count() > 0) == (not rows and page.locator(
                    f"#block-{name} .hrow").count() > 0), (link, name)
            assert page.locator("#home-moment").count() == ("at=" in link)
        assert page.locator("#home-moment").inner_text()
        page.locator("#home-moment a").click()
        page.locator("#home-moment").wait_for(state="detached")
        page.context.close()
