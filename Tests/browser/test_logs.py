"""The log of the server in the console: a request is found, looked into, and new lines come by themselves."""

import re

from harness import until


def test_a_request_is_found_and_new_lines_come(b):
    page = b.page()
    page.request.get(b.url + "/livez")
    page.goto(b.url + "/system/logs")
    page.get_by_label("Начало пути").fill("/livez")
    page.wait_for_url("**/system/logs?path=*")
    rows = page.locator("tbody tr")
    until(lambda: rows.count() == 1 and "GET /livez" in rows.inner_text())
    rows.get_by_text("Подробно").click()
    rows.last.get_by_text("127.0.0.1").wait_for()
    refresh = page.get_by_text("Обновлять", exact=True)
    refresh.click()
    page.wait_for_url("**refresh=1*")
    page.request.get(b.url + "/livez")
    until(lambda: rows.count() == 2)
    assert rows.last.get_by_text("127.0.0.1").is_visible(), "what was open stays so"
    refresh.click()
    page.wait_for_url(re.compile(r"\?path=%2Flivez$"))

    rows.first.get_by_role("link").click()
    page.wait_for_url("**/system/logs?request=*")
    until(lambda: rows.count() == 1)
    page.get_by_role("link", name="Показать всё").click()
    page.wait_for_url("**/system/logs")
    until(lambda: rows.count() > 1)
    page.get_by_role("link", name="Ошибки", exact=True).click()
    page.wait_for_url("**/system/logs?level=error")
