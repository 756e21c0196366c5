"""The back office of cruises: a campaign is seen before it is sent, and the statistics are drawn."""
import dates


def test_a_campaign_is_seen_before_it_is_sent(b):
    words = {"title": "Скидка на Волгу", "text": "До воскресенья каюты дешевле.", "platform": "ios"}
    campaign = b.api("POST", "/cruise/campaigns", words)
    count = b.api("POST", f"/cruise/campaigns/{campaign['id']}/count", {})
    page = b.page(width=390)
    page.goto(f"{b.url}/cruise/campaigns/{campaign['id']}")
    page.locator("main").get_by_text("Отправить", exact=True).click()
    dialog = page.locator("dialog")
    dialog.locator(".push-card").wait_for()
    assert dialog.locator(".push-title").inner_text() == words["title"]
    assert dialog.locator(".push-text").inner_text() == words["text"]
    told = dialog.locator(".push b").inner_text().replace("\xa0", " ")
    assert told.startswith(f"{count['devices']} "), (told, count)
    b.check(page)
    dialog.locator("[name=starts_at]").fill(dates.Day(3, "10:00").field)
    dialog.locator(".btn.primary").click()
    page.wait_for_selector(".toast:has-text('запланирована')")
    assert b.api("GET", f"/cruise/campaigns/{campaign['id']}")["state"] == "planned"


def test_statistics_are_drawn_and_listed(b):
    page = b.page()
    page.goto(b.url + "/cruise/statistics")
    page.wait_for_selector(".plots figure")
    drawn = page.locator(".plots svg").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert any(label.startswith("Поисков: ") for label in drawn), drawn
    assert any(label.startswith("Получено: ") and "₽" in label for label in drawn), drawn
    # The demo has searches of thirty days up to the one on which it was made, which may be yesterday by now.
    assert page.locator(".plots figure").first.locator("rect").count() in (29, 30)
    b.check(page)
    page.set_viewport_size({"width": 390, "height": 844})
    b.check(page)
