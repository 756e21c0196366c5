"""The catalogue of mods: categories, archives that are uploaded, and what the form says of them."""

import hashlib
import io
import json
import os
import pathlib
import tempfile
import urllib.request
import zipfile

import harness


def catalogue(b, **options):
    page = b.page(**options)
    page.goto(b.url + "/mods/catalogue")
    return page


def read(b, path):
    """What an app is sent."""
    with urllib.request.urlopen(b.url + path, timeout=120) as answer:
        return json.load(answer)


def names(page):
    return page.locator(".mcat .name").evaluate_all("all => all.map(n => n.firstChild.textContent.trim())")


def archive(name, content=b"mod"):
    """A ZIP in a folder of its own."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="vitrina-zip-")) / name
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("mod.txt", content)
    return path


def test_categories_stand_as_the_app_has_them(b):
    page = catalogue(b)
    assert names(page)[0] == "Корабли" and len(names(page)) == 8
    assert page.locator(".mlist h2").inner_text().startswith("Корабли")
    page.locator(".mcat:has-text('Паки') .name").click()
    page.wait_for_selector(".mlist h2:has-text('Паки')")
    assert "Пак строителя" in page.locator(".mlist tbody").inner_text()
    # Hidden by its switch, and shown again by the undo.
    page.locator(".mcat:has-text('Паки') .switch").click()
    page.wait_for_selector(".toast:has-text('скрыта')")
    menu = read(b, "/mods/menu")["categories"]
    assert "paks" not in [c["name"] for c in menu]
    page.locator(".toast button").click()
    page.wait_for_selector(".mcat:has-text('Паки') .switch[aria-checked=true]")
    # By the keyboard to the top.
    handle = page.locator(".mcat:has-text('Животные') .drag")
    handle.focus()
    page.keyboard.press("Alt+ArrowUp")
    page.wait_for_function("() => document.querySelector('.mcat .name').textContent.startsWith('Животные')")
    harness.until(lambda: read(b, "/mods/menu")["categories"][0]["name"] == "zhivotnye")


def test_an_archive_becomes_a_mod(b):
    page = catalogue(b)
    page.locator(".mcat:has-text('Оружие') .name").click()
    page.wait_for_selector(".mlist h2:has-text('Оружие')")
    page.set_input_files("[data-zip] input", archive("Меч.zip"))
    page.wait_for_url("**/mods/mods/*")
    assert page.locator("input[name='title.ru']").input_value() == "Меч"
    assert page.locator("input[name=path]").input_value() == "mech"
    mods = b.api("GET", "/mods/mods?state=draft&q=%D0%BC%D0%B5%D1%87")["items"]
    assert len(mods) == 1 and mods[0]["fields"]["file"].endswith(".zip") and len(mods[0]["fields"]["categories"]) == 1
    page.goto(b.url + "/mods/catalogue?category=" + mods[0]["fields"]["categories"][0])
    row = page.locator(f"#row-{mods[0]['id']}")
    assert row.locator("[title^='SHA-256']").get_attribute("title")[9:] == mods[0]["fields"]["file"][:64]
    row.locator(".switch").click()
    page.wait_for_selector(".toast:has-text('опубликован')")
    assert read(b, "/mods/item/mech")["zip_url"].endswith("/mods/files/mech.zip")
    # Undone at once, and shown again by hand.
    page.locator(".toast button").click()
    page.wait_for_selector(f"#row-{mods[0]['id']} .switch[aria-checked=false]")
    page.locator(f"#row-{mods[0]['id']} .switch").click()
    page.wait_for_selector(f"#row-{mods[0]['id']} .switch[aria-checked=true]")
    # The switch moves before the server has answered.
    harness.until(lambda: b.api("GET", f"/mods/mods/{mods[0]['id']}")["live"])
    assert read(b, "/mods/item/mech")["title"] == "Меч"


# D77: the set size is in ModCommandTests, the link that stays in ModFileTests
def test_an_archive_is_uploaded_with_its_progress_and_its_checksum(b):
    page = catalogue(b)
    path = archive("Большой.zip", os.urandom(4 << 20))
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1,
                                                     "uploadThroughput": 3 << 20})
    page.evaluate("""() => {
        const line = document.querySelector('[data-zip-line]'), bar = line.querySelector('progress'), seen = []
        new MutationObserver(() => {
            if (!line.hidden) seen.push([bar.value, line.textContent])
            sessionStorage.setItem('seen', JSON.stringify(seen))
        }).observe(line, {subtree: true, childList: true, characterData: true, attributes: true})
    }""")
    page.set_input_files("[data-zip] input", path)
    page.wait_for_url("**/mods/mods/*")
    seen = json.loads(page.evaluate("sessionStorage.getItem('seen')"))
    assert [value for value, _ in seen if 0 < value < 100], seen
    assert any("Большой.zip" in text and "%" in text for _, text in seen), seen
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert any(f"SHA-256 {digest[:16]}" in text for _, text in seen), seen
    # All of it is saved.
    assert b.api("GET", f"/media/{digest}.zip")["size"] == path.stat().st_size


def test_what_is_no_archive_is_refused(b):
    page = catalogue(b)
    path = pathlib.Path(tempfile.mkdtemp(prefix="vitrina-zip-")) / "program.zip"
    path.write_bytes(b"MZ" + os.urandom(5000))
    page.set_input_files("[data-zip] input", path)
    page.wait_for_selector(".toast:has-text('ZIP')")
    assert "/mods/catalogue" in page.url
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("mod.txt", "text " * 1000)
    bytes = bytearray(broken.getvalue())
    bytes[50] ^= 0xFF
    path.write_bytes(bytes)
    page.set_input_files("[data-zip] input", path)
    page.wait_for_selector(".toast:has-text('испорчен')")


def test_whoever_only_reads_changes_nothing(b):
    page = catalogue(b, who="vera")
    assert names(page)[0] == "Корабли"
    assert page.locator("[data-zip], .mcat .switch, .mcat .drag").count() == 0
    assert page.locator(".mlist .switch:not([disabled])").count() == 0


def test_the_counters_stand_out_of_the_way(b):
    for language in ("ru", "en"):
        page = catalogue(b, language=language)
        for width in (390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            b.fits(page)
            # The counters are next to the mods, or after them: never between them and their categories.
            if width == 390:
                tops = [page.locator(p).first.bounding_box()["y"] for p in (".mcats ol", ".mlist", ".mods .kpis")]
                assert tops == sorted(tops), tops
            else:
                assert page.locator(".mlist th.lo").first.is_visible(), width
