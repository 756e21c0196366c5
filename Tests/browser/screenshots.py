"""Takes the pictures of the README. usage: screenshots.py FOLDER"""

import datetime
import pathlib
import sys
import tempfile

import harness


def main():
    from playwright.sync_api import sync_playwright
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(exist_ok=True)
    demo = harness.Demo(pathlib.Path(tempfile.mkdtemp(prefix="vitrina-demo-")), "sqlite")
    demo.make()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=harness.CHROMIUM, args=["--no-sandbox"])
        b = harness.Browser(chromium, demo, "screenshots")
        try:
            offer = b.find("offers", "Кофе и круассан")["id"]
            shelves = b.api("GET", "/mods/mod_categories")["items"]
            animals = next(item["id"] for item in shelves if item["fields"]["slug"] == "zhivotnye")
            # Of today only what has not left yet is shown.
            tomorrow = datetime.date.today() + datetime.timedelta(days=1)
            for language in ["ru", "en"]:
                for name, path, width, dark in [
                    ("home", "/mall/home", 1280, False), ("offers", "/mall/offers", 1280, False),
                    ("offer", f"/mall/offers/{offer}", 1280, True), ("phone", "/mall/home", 390, False),
                    ("flags", "/flags/mods-demo", 1280, False), ("mods", f"/mods/catalogue?category={animals}", 1280, False),
                    ("stories", "/stories/board", 1280, False), ("accounts", "/accounts", 1280, True),
                    ("timetable", f"/travel/search?from=c2&to=c213&changes=true&date={tomorrow}", 1280, False),
                    ("orders", "/cruise/orders", 1280, False), ("statistics", "/cruise/statistics", 1280, False),
                ]:
                    page = b.page(width=width, dark=dark, language=language)
                    page.goto(b.url + path)
                    page.wait_for_timeout(2500)
                    page.screenshot(path=folder / f"{name}-{language}.png")
                    page.context.close()
        finally:
            b.close()
            chromium.close()
            demo.remove()


if __name__ == "__main__":
    main()
