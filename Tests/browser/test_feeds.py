"""The import of a timetable: a look at what it changes, its faults, and the file taken in."""

import io
import zipfile

FILES = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone\nbus,Мосавто,https://bus.example,Europe/Moscow\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Автостанция,55.76,37.62\nB,Мирный,56.1,37.9\n",
    "routes.txt": "route_id,agency_id,route_short_name,route_long_name,route_type\nr,bus,308,,3\n",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                    "week,1,1,1,1,1,1,1,20260101,20291231\n",
    "trips.txt": "route_id,service_id,trip_id\nr,week,t\n",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,08:00:00,08:00:00,A,1\n"
                      "t,08:40:00,08:40:00,B,2\n",
}


def feed(**changes):
    """An archive as a file that is chosen, with other texts in place of some."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in FILES.items():
            for old, new in changes.items():
                text = text.replace(old, new)
            archive.writestr(name, text)
    return {"name": "bus.zip", "mimeType": "application/zip", "buffer": packed.getvalue()}


# T91
def test_a_feed_is_looked_at_and_taken_in(b):
    page = b.page()
    page.goto(b.url + "/travel/feeds")
    page.get_by_role("link", name="Загрузить").click()
    page.set_input_files("#import-file", feed())
    page.fill("#import-feed", "bus")
    page.get_by_role("button", name="Проверить").click()
    report = page.locator("#import-report")
    report.get_by_text("Ошибок нет").wait_for()
    assert "Рейсы, новых: t" in report.inner_text()
    assert page.locator("#import-feed").input_value() == "bus", "what was typed stays"
    page.locator("#import-report").wait_for()
    page.get_by_role("button", name="Загрузить").click()
    page.get_by_text("Расписание загружено").wait_for()
    page.wait_for_url("**/travel/feeds")
    assert "Мосавто" in page.locator("tbody").inner_text()

    b.expects(422)
    # A newer file with a fault changes nothing, and says where it is.
    page.goto(b.url + "/travel/feeds/import")
    page.set_input_files("#import-file", feed(**{"08:40:00,08:40:00": "08:40:00,07:40:00"}))
    page.fill("#import-feed", "bus")
    page.get_by_role("button", name="Загрузить").click()
    report.get_by_text("Ничего не записано").wait_for()
    text = report.inner_text()
    assert "stop_times.txt" in text and "departure_time" in text, text


# T91
def test_without_scripts_a_feed_is_taken_in_as_well(b):
    page = b.page(js=False)
    page.goto(b.url + "/travel/feeds/import")
    page.set_input_files("#import-file", feed())
    page.fill("#import-feed", "plain")
    page.get_by_role("button", name="Проверить").click()
    page.locator("#import-report").get_by_text("Ошибок нет").wait_for()
    page.set_input_files("#import-file", feed())
    page.get_by_role("button", name="Загрузить").click()
    page.wait_for_url("**/travel/feeds")
    assert "plain" in page.locator("tbody").inner_text()
