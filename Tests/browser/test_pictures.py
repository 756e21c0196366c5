"""Pictures in the console: small ones everywhere, and what stays in sight of one when it is cut."""

from harness import PASSWORD, PEOPLE, until

IMAGES = """() => [...document.querySelectorAll('main img, dialog img')].map(i => ({
    src: i.currentSrc || i.src, width: i.naturalWidth, isDone: i.complete, attribute: i.getAttribute('width'),
    isLazy: i.loading === 'lazy' }))"""


def shown(page):
    """The pictures of the page, once those in sight have come."""
    until(lambda: all(i["isDone"] or i["isLazy"] for i in page.evaluate(IMAGES)))
    return page.evaluate(IMAGES)


def test_every_page_shows_small_pictures(b):
    page = b.page()
    offer = b.api("GET", "/mall/offers?limit=1&state=live")["items"][0]["id"]
    for path in ["/", "/mall/home", "/mall/home?add=offers", "/mall/offers", "/mall/shops", f"/mall/offers/{offer}",
                 f"/mall/offers/{offer}/pictures/image", "/system/media"]:
        page.goto(b.url + path)
        page.wait_for_load_state()
        images = [i for i in shown(page) if "/media/" in i["src"]]
        assert images or "add" in path, path
        for image in images:
            assert image["src"].endswith(".webp"), (path, image)
            assert image["attribute"], (path, image)
            assert image["width"] > 0 or image["isLazy"], (path, image)


def test_a_click_says_what_stays_in_sight(b):
    page = b.page()
    page.goto(b.url + "/system/media")
    page.locator(".media-grid a.shot").first.click()
    page.wait_for_selector(".focus img")
    media = page.url.rsplit("/", 1)[1]
    box = page.locator(".focus img").bounding_box()
    page.mouse.click(box["x"] + box["width"] * .25, box["y"] + box["height"] * .75)
    page.locator(".toast", has_text="Точка внимания").wait_for()
    focus = b.api("GET", f"/media/{media}")["focus"]
    assert abs(focus["x"] - 25) <= 1 and abs(focus["y"] - 75) <= 1, focus
    mark = f"@{focus['x']},{focus['y']}/"
    until(lambda: sum(mark in i["src"] and i["width"] > 0 for i in page.evaluate(IMAGES)) == 3)
    b.check(page)
    page.keyboard.press("z")
    until(lambda: b.api("GET", f"/media/{media}")["focus"] is None)


def test_the_phone_cuts_around_the_focal_point(b):
    home = b.api("GET", "/mall/home")["blocks"]
    card = next(block for block in home if block["name"] == "slider")["cards"][0]
    media = card["image"].rsplit("/", 1)[1]
    b.api("PATCH", f"/media/{media}", {"focus": {"x": 10, "y": 90}})
    page = b.page()
    page.goto(b.url + "/mall/home")
    until(lambda: any(f"{media}@10,90/320-wide.webp" in i["src"] and i["width"] > 0 for i in page.evaluate(IMAGES)))


def test_a_focal_point_is_set_without_script(b):
    page = b.page(js=False, width=390)
    media = b.api("GET", "/media?limit=1")["items"][0]["id"]
    page.goto(f"{b.url}/system/media/{media}")
    page.fill("[name=x]", "5")
    page.fill("[name=y]", "95")
    page.get_by_role("button", name="Сохранить").click()
    assert b.api("GET", f"/media/{media}")["focus"] == {"x": 5, "y": 95}
    page.get_by_role("button", name="По центру").click()
    assert b.api("GET", f"/media/{media}")["focus"] is None
    assert page.get_by_role("button", name="По центру").count() == 0


def test_a_viewer_looks_and_changes_nothing(b):
    page = b.page(who="vera")
    media = b.api("GET", "/media?limit=1")["items"][0]["id"]
    for width, dark, language in [(1280, False, "ru"), (390, True, "en")]:
        page = b.page(who="vera", width=width, dark=dark, language=language)
        page.goto(f"{b.url}/system/media/{media}")
        assert page.locator("form#focus-form, [data-focus]").count() == 0
        b.fits(page)
        b.check(page)


def weigh(page, go):
    """Bytes over the wire by address, heads of answers included, and the pictures that are in sight."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    urls, sizes = {}, {}
    client.on("Network.responseReceived", lambda e: urls.update({e["requestId"]: e["response"]["url"]}))
    client.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
    go()
    shown(page)
    page.wait_for_timeout(1000)
    in_sight = set(page.evaluate("""() => [...document.querySelectorAll('img')].filter(i => {
        const r = i.getBoundingClientRect()
        return r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth
    }).map(i => i.currentSrc)"""))
    return [(urls.get(key, "?"), size, urls.get(key, "?") in in_sight) for key, size in sizes.items()]


def told(path, loaded):
    pictures = [size for url, size, _ in loaded if "/media/" in url]
    seen = sum(size for url, size, is_seen in loaded if is_seen or "/media/" not in url)
    total = sum(size for _, size, _ in loaded)
    print(f"{path}: {seen} bytes with {sum(p for _, _, p in loaded)} pictures in sight, "
          f"{total} with all {len(pictures)}, which have {sum(pictures)}")
    return seen, total


def test_a_first_page_is_light_with_its_pictures(b):
    for path in ["/", "/mall/home"]:
        page = b.page()
        cold, _ = told(path + ", nothing known", weigh(page, lambda: page.goto(b.url + path)))
        # Resources of the sign-in page are not loaded again.
        page = b.page(signed_in=False)
        page.goto(f"{b.url}/login?next={path}")
        page.wait_for_load_state()
        page.fill("#em", PEOPLE["olga"][0])
        page.fill("#pw", PASSWORD)

        def sign_in():
            page.keyboard.press("Enter")
            page.wait_for_url(b.url + path)
            page.wait_for_load_state()
        loaded = weigh(page, sign_in)
        seen, _ = told(path + ", after signing in", loaded)
        assert seen <= 60_000, (path, seen, loaded)
        assert path != "/" or cold <= 60_000, (path, cold)
