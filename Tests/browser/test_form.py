"""The form of every content type: keeping, publishing, planning, conflicts, history, releases."""
import pathlib
import re

from dates import Day
from harness import Clicks, until, with_letters
from layout import COMPUTER, PHONE, TABLET, Window

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = "<script>window.ran=1</script><img src=x onerror=\"window.ran=1\">\"'><svg onload=window.ran=1>"


def offer(b):
    return next(x for x in b.api("GET", "/mall/offers?limit=200")["items"] if "круассан" in x["title"])


def fresh(b, thing, kind="offers"):
    return b.api("GET", f"/mall/{kind}/{thing['id']}")


def open_form(b, thing, kind="offers", **options):
    page = b.page(**options)
    page.goto(f"{b.url}/mall/{kind}/{thing['id']}")
    return page


def comes(page, script, argument=None):
    """Waits until a script answers yes; the pages forbid it to be evaluated within them."""
    page.wait_for_timeout(30)
    for _ in range(2400):
        try:
            if page.evaluate(script, argument):
                return
        except Exception as error:
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(50)
    raise AssertionError(f"{script} {argument}: " + page.inner_text("body")[:600])


def kept(page):
    comes(page, "() => document.querySelector('#save-state')?.textContent.includes('сохранён')")


def shown(page, text):
    comes(page, "t => document.querySelector('main')?.innerText.replaceAll('\\xa0', ' ').includes(t)", text)


def toast(page, text):
    comes(page, "t => document.querySelector('#toasts')?.innerText.includes(t)", text)


# Keeping

def test_what_is_typed_is_kept_by_itself_and_published_by_a_key(b):
    thing = offer(b)
    page = open_form(b, thing)
    page.fill("[name=cost]", "300")
    kept(page)
    now = fresh(b, thing)
    assert now["fields"]["cost"] == 300 and now["live"]["cost"] == 350 and now["has_draft"]
    shown(page, "станет 300")
    assert "есть правки" in page.inner_text("h1")
    page.keyboard.press("Control+Enter")
    toast(page, "Опубликовано")
    assert fresh(b, thing)["live"]["cost"] == 300
    page.click("h1")
    page.keyboard.press("z")
    toast(page, "Отменено")
    assert fresh(b, thing)["live"]["cost"] == 350


def test_what_looks_the_same_is_not_changed(b):
    for kind in ["offers", "events", "news", "promotions", "shops", "categories", "subcategories", "tags"]:
        thing = b.api("GET", f"/mall/{kind}?limit=1")["items"][0]
        page = open_form(b, thing, kind, js=False)
        page.click("[data-key=save]")
        now = fresh(b, thing, kind)
        assert (now["version"], now["fields"]) == (thing["version"], thing["fields"]), kind


def test_a_new_draft_is_made_while_typing_and_survives_a_reload(b):
    page = b.page()
    page.goto(b.url + "/mall/offers/new")
    page.fill("[name='name.ru']", "Чай и пирог")
    page.wait_for_url(re.compile(r"/mall/offers/[0-9a-f-]{36}$"))
    kept(page)
    page.fill("[name=cost]", "120")
    kept(page)
    page.reload()
    assert page.input_value("[name=cost]") == "120"
    assert page.input_value("[name='name.ru']") == "Чай и пирог"


def test_what_the_server_did_not_get_is_there_after_a_crash(b):
    thing = offer(b)
    page = open_form(b, thing)
    page.route("**/autosave", lambda route: route.abort())
    page.fill("[name='disclaimer.ru']", "Только утром")
    shown(page, "правки сохранены в браузере")
    # The page tries again after five seconds: it must be gone before it may reach the server.
    page.goto("about:blank")
    page.unroute("**/autosave")
    b.faults.clear()
    page.goto(f"{b.url}/mall/offers/{thing['id']}")
    shown(page, "Вернули то, что не успело сохраниться")
    assert page.input_value("[name='disclaimer.ru']") == "Только утром"
    kept(page)
    assert fresh(b, thing)["fields"]["disclaimer"]["ru"] == "Только утром"


def test_leaving_with_an_unsaved_change_asks(b):
    page = b.page()
    asked = []
    page.on("dialog", lambda d: asked.append(d.type))
    page.goto(b.url + "/mall/offers/new")
    page.fill("[name=cost]", "120")
    page.goto(b.url + "/")
    assert asked == ["beforeunload"], asked


# Faults

def test_faults_stand_beside_their_fields_and_nothing_typed_is_lost(b):
    for js in [True, False]:
        thing = offer(b)
        page = open_form(b, thing, js=js)
        page.fill("[name=count]", "много")
        page.fill("[name='disclaimer.ru']", "Не потеряется")
        if js:
            page.wait_for_selector("[data-part=count] .error")
        with page.expect_response(lambda r: r.request.method == "POST" and r.url.endswith(thing["id"])) as answer:
            page.click("[data-key=publish]")
        assert answer.value.status == 422
        page.wait_for_selector("#fault-summary")
        assert "Количество" in page.inner_text("#fault-summary")
        field = page.locator("[name=count]")
        assert field.input_value() == "много" and field.get_attribute("aria-invalid") == "true"
        described = field.get_attribute("aria-describedby").split()[0]
        assert "целым числом" in page.inner_text("#" + described)
        assert page.input_value("[name='disclaimer.ru']") == "Не потеряется"
        if js:
            comes(page, "() => document.activeElement.id === 'fault-summary'")
            page.click("#fault-summary a")
            assert page.evaluate("document.activeElement.name") == "count"
        page.context.close()


def test_a_fault_in_the_other_language_is_found(b):
    thing = offer(b)
    page = open_form(b, thing, js=False)
    page.click("text=English")
    page.fill("[name='name.en']", "x" * 300)
    page.click("[data-key=save]")
    assert page.is_visible("[name='name.en']") and page.is_visible("#f-name-en-e")


# Acts

def test_task_9_copy_change_the_price_publish(b):
    thing = offer(b)
    page = open_form(b, thing)
    hand = Clicks(page)
    hand.click("summary.btn")
    hand.click("button[value=copy]")
    comes(page, "id => !location.pathname.endsWith(id)", thing["id"])
    page.fill("[name=cost]", "290")
    hand.click("[data-key=publish]")
    toast(page, "Опубликовано")
    copy = b.api("GET", "/mall/offers/" + page.url.rsplit("/", 1)[1])
    assert copy["live"]["cost"] == 290 and "копия" not in copy["title"]
    # With the two clicks of the list, offers and the row's menu instead of this one, it is four.
    assert hand.count == 3


def test_a_flag_acts_at_once_and_back(b):
    thing = offer(b)
    page = open_form(b, thing)
    before = fresh(b, thing)["live"]["on_home"]
    page.click("button[role=switch]")
    toast(page, "На главном")
    assert fresh(b, thing)["live"]["on_home"] is not before
    page.click("#toasts button")
    toast(page, "Отменено")
    assert fresh(b, thing)["live"]["on_home"] is before


def test_publish_and_withdraw_at_a_time(b):
    for js in [True, False]:
        thing = offer(b)
        page = open_form(b, thing, js=js)
        page.fill("[name=cost]", "310")
        if js:
            kept(page)
            page.click("summary.btn")
            page.click("[data-open=schedule]")
        else:
            page.click("[data-key=save]")
            page.goto(page.url + "?dialog=schedule")
        day = Day(49)
        page.fill("#sch-p", day.field)
        page.fill("#sch-w", Day(71).field)
        page.click("#schedule button[value=schedule]")
        page.wait_for_load_state()
        shown(page, day.short)
        assert page.locator("dialog:modal").count() == 0
        plan = fresh(b, thing)["schedule"]
        assert day.is_told(plan["publication"]["at"]) and plan["withdrawal"]
        page.goto(b.url + "/agenda?days=30")
        page.goto(f"{b.url}/mall/offers/{thing['id']}")
        for left in range(page.locator("#pane-facts button").count() - 1, -1, -1):
            page.locator("#pane-facts button").first.click()
            until(lambda: page.locator("#pane-facts button").count() == left)
            toast(page, "отмен")
        assert not fresh(b, thing)["schedule"]["publication"]
        page.context.close()


def test_unpublish_archive_and_trash_are_taken_back(b):
    thing = offer(b)
    for verb, state in [("unpublish", "draft"), ("archive", "archived"), ("remove", "trash")]:
        page = open_form(b, thing)
        page.click("summary.btn")
        page.click(f"button[value={verb}]")
        until(lambda: fresh(b, thing)["state"] == state)
        page.wait_for_selector("#toasts button")
        page.click("#toasts button")
        until(lambda: fresh(b, thing)["state"] != state)
        page.context.close()


def test_discarding_changes_can_be_undone(b):
    thing = offer(b)
    page = open_form(b, thing)
    page.fill("[name=cost]", "1")
    kept(page)
    page.click("button[value=discard]")
    toast(page, "Правки отменены")
    assert not fresh(b, thing)["has_draft"] and page.input_value("[name=cost]") == "350"
    page.click("#toasts button")
    until(lambda: fresh(b, thing)["fields"]["cost"] == 1)


def test_what_is_used_goes_with_its_references(b):
    needed = b.find("categories", "Кино")
    page = open_form(b, needed, "categories")
    page.click("summary.btn")
    page.click("button[value=remove]")
    page.wait_for_url("**/uses")
    page.click("text=убрать ссылки")
    shown(page, "Без этой записи не могут быть в эфире")
    thing = b.api("GET", "/mall/tags?limit=1")["items"][0]
    page.goto(f"{b.url}/mall/tags/{thing['id']}/uses")
    page.click("text=убрать ссылки")
    toast(page, "в корзине")
    assert fresh(b, thing, "tags")["state"] == "trash"


# Conflicts

def change(b, thing, fields):
    now = fresh(b, thing)
    return b.api("PATCH", f"/mall/offers/{thing['id']}", fields, who="igor", version=now["version"])


def test_two_browsers_choose_field_by_field(b):
    thing = offer(b)
    mine, theirs = open_form(b, thing), open_form(b, thing, who="igor")
    theirs.fill("[name=cost]", "400")
    theirs.fill("[name=count]", "77")
    until(lambda: (fresh(b, thing)["fields"]["cost"], fresh(b, thing)["fields"]["count"]) == (400, 77))
    shown(mine, "Запись изменили: Игорь Ким")
    mine.fill("[name=cost]", "500")
    mine.fill("[name='disclaimer.ru']", "Моё пояснение")
    shown(mine, "Сравнить и выбрать")
    mine.click("#stale button")
    mine.wait_for_selector("#conflict:modal")
    text = mine.inner_text("#conflict").replace("\xa0", " ")
    assert all(part in text for part in ["Игорь Ким", "400 баллов", "500 баллов", "77", "Моё пояснение"]), text
    mine.wait_for_timeout(600)
    b.check(mine)
    mine.check("#conflict [name='_take.cost'][value=theirs]")
    mine.click("#conflict button[value=merge]")
    toast(mine, "сохранён")
    fields = fresh(b, thing)["fields"]
    assert (fields["cost"], fields["count"], fields["disclaimer"]["ru"]) == (400, 77, "Моё пояснение")


def test_whoever_is_signed_out_keeps_what_was_typed(b):
    thing = offer(b)
    page = open_form(b, thing)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.fill("[name=cost]", "321")
    page.wait_for_selector("#signed-out")
    assert "войдите снова" in page.inner_text("#signed-out")
    page.click("#signed-out button")
    page.wait_for_url("**/login?next=*")
    page.context.add_cookies(cookies)
    page.goto(f"{b.url}/mall/offers/{thing['id']}")
    page.wait_for_selector("#brought")
    assert page.input_value("[name=cost]") == "321"
    kept(page)
    assert fresh(b, thing)["fields"]["cost"] == 321


# At this font size the head was higher, and the preview covered the button.
@with_letters("wide")
def test_a_conflict_without_script(b):
    thing = offer(b)
    page = open_form(b, thing, js=False)
    change(b, thing, {"cost": 410, "count": 12})
    page.fill("[name=cost]", "510")
    page.click("[data-key=publish]")
    assert page.is_visible("#conflict") and page.input_value("[name=cost]") == "510"
    page.check("#conflict [name='_take.cost'][value=mine]")
    page.click("#conflict button[value=merge]")
    fields = fresh(b, thing)["fields"]
    assert (fields["cost"], fields["count"]) == (510, 12)


# Without script, with the keyboard alone

def test_without_script_a_content_is_made_and_published(b):
    page = b.page(js=False)
    page.goto(b.url + "/mall/news/new")
    page.fill("[name='title.ru']", "Новость без скрипта")
    page.fill("[name='content.ru']", "<p>Текст <script>alert(1)</script><b>жирный</b></p>")
    page.fill("[name=live_from]", Day(-21).field)
    page.click("[data-key=publish]")
    assert "Новость без скрипта" in page.inner_text("h1") and "Опубликовано" in page.inner_text("h1")
    thing = b.api("GET", "/mall/news/" + page.url.rsplit("/", 1)[1])
    assert thing["live"]["content"]["ru"] == "<p>Текст <strong>жирный</strong></p>", thing["live"]["content"]
    page.fill("[name='title.ru']", "Другое имя")
    page.click("[data-key=save]")
    assert fresh(b, thing, "news")["fields"]["title"]["ru"] == "Другое имя"
    page.click("button[name=_pick]")
    page.locator(".shelf button").first.click()
    assert fresh(b, thing, "news")["fields"]["image"]
    page.uncheck(".drop input")
    page.click("[data-key=save]")
    assert "image" not in fresh(b, thing, "news")["fields"]


def test_with_the_keyboard_alone(b):
    thing = offer(b)
    page = open_form(b, thing)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "name.ru":
            break
    else:
        raise AssertionError("no Tab leads to the name")
    page.keyboard.press("End")
    page.keyboard.type(" дня")
    page.keyboard.press("Control+s")
    kept(page)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "combobox":
            break
    else:
        raise AssertionError("no Tab leads to the shop")
    # All at once: the answer to a part of it could replace the list between the two keys.
    page.keyboard.insert_text("кино")
    page.wait_for_selector(".finds [role=option]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    toast(page, "Опубликовано")
    live = fresh(b, thing)["live"]
    assert live["name"]["ru"].endswith(" дня") and live["shop"] != thing["live"]["shop"]


# Pictures, rich text

def test_pictures_are_uploaded_chosen_and_removed(b):
    thing = offer(b)
    page = open_form(b, thing)
    picture = next(TOP.glob("seeds/**/*.png"), None) or next(TOP.glob("seeds/**/*.jpg"))
    page.set_input_files("[data-upload] input", str(picture))
    comes(page, "n => document.querySelector('.shot .help')?.textContent?.includes(n)", picture.name)
    kept(page)
    first = fresh(b, thing)["fields"]["image"]
    page.click("[data-library]")
    page.wait_for_selector("#library:modal .shelf button")
    page.locator("#library .shelf button").nth(3).click()
    until(lambda: fresh(b, thing)["fields"]["image"] != first)
    page.click(".drop-b")
    until(lambda: "image" not in fresh(b, thing)["fields"])


def test_rich_text_is_edited_as_it_looks(b):
    thing = b.api("GET", "/mall/news?limit=1")["items"][0]
    page = open_form(b, thing, "news")
    body = page.locator(".lang-ru .rich .body")
    body.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("Первый ")
    page.click(".lang-ru [data-mark=bold]")
    page.keyboard.type("жирный")
    html = lambda: fresh(b, thing, "news")["fields"]["content"]["ru"]
    until(lambda: "<strong>жирный</strong>" in html())
    assert "Первый" in html(), html()


# History, releases, agenda

def test_history_compares_and_brings_back(b):
    thing = offer(b)
    page = open_form(b, thing)
    page.fill("[name='description.ru']", "Совсем другое описание")
    kept(page)
    page.keyboard.press("Control+Enter")
    toast(page, "Опубликовано")
    page.goto(f"{b.url}/mall/offers/{thing['id']}/history?from={thing['version']}&to=draft")
    assert "Совсем" in page.inner_text(".diff ins >> nth=0") or page.locator(".diff ins").count() > 0
    assert page.locator(".diff del").count() > 0
    b.check(page)
    page.click("text=Вернуть как было")
    page.wait_for_url("**/" + thing["id"])
    assert fresh(b, thing)["fields"]["description"] == thing["fields"]["description"]


def test_a_release_is_made_filled_and_published(b):
    thing = offer(b)
    b.api("PATCH", f"/mall/offers/{thing['id']}", {"cost": 199}, version=thing["version"])
    page = b.page()
    page.goto(b.url + "/releases")
    page.fill("#r-title", "Новый год")
    page.click("text=Создать")
    page.wait_for_url(re.compile("/releases/[0-9a-f-]{36}"))
    page.fill("main [type=search]", "круассан")
    page.wait_for_selector("[aria-label^='Опубликовать:']")
    page.click(f"form:has([name=id][value='{thing['id']}']) button[value=publish]")
    toast(page, "Добавлено")
    page.fill("#r-at", Day(25, "00:00").field)
    page.click("[data-key=save]")
    shown(page, "Запланирован")
    page.goto(b.url + "/agenda?days=30")
    page.go_back()
    page.click("[data-key=publish]")
    toast(page, "Выпуск опубликован")
    assert fresh(b, thing)["live"]["cost"] == 199


def test_a_content_goes_into_a_release_from_its_form(b):
    thing = offer(b)
    page = open_form(b, thing)
    page.fill("[name=cost]", "5")
    kept(page)
    page.click("summary.btn")
    page.click("[data-open=to-release]")
    page.fill("#rel-t", "Скидки")
    page.click("#to-release button[value=release]")
    toast(page, "Добавлено в выпуск")
    assert fresh(b, thing)["schedule"]["release"]["title"] == "Скидки"


# What must not be

def test_no_script_that_is_stored_runs(b):
    texts = {"ru": SCRIPT, "en": SCRIPT}
    fields = {"name": texts, "disclaimer": texts, "description": texts, "conditions_receiving": texts}
    thing = b.api("POST", "/mall/offers", fields)
    rich = b.api("POST", "/mall/news", {"title": texts, "content": texts, "disclaimer": texts})
    change(b, thing, {"disclaimer": {"ru": SCRIPT + "2"}})
    b.api("POST", "/releases", {"title": SCRIPT[:150], "note": SCRIPT})
    release = b.api("GET", "/releases")["items"][0]
    b.api("PUT", f"/releases/{release['id']}/items/{thing['id']}", {"action": "publish"})
    page = b.page()
    for path in [f"/mall/offers/{thing['id']}", f"/mall/news/{rich['id']}", f"/mall/offers/{thing['id']}?side=history",
                 f"/mall/offers/{thing['id']}/history?from=1&to=2", f"/mall/news/{rich['id']}/history?from=1&to=draft",
                 f"/mall/offers/{thing['id']}/uses", "/releases", f"/releases/{release['id']}", "/agenda"]:
        page.goto(b.url + path)
        page.wait_for_timeout(200)
        assert page.evaluate("window.ran") is None, path
    page.goto(f"{b.url}/mall/news/{rich['id']}")
    page.fill("[name='disclaimer.ru']", SCRIPT + "3")
    page.locator(".lang-ru .rich .body").evaluate("(e, t) => { e.textContent = t }", SCRIPT)
    kept(page)
    page.goto(f"{b.url}/mall/offers/{thing['id']}")
    change(b, thing, {"name": {"ru": SCRIPT + "4"}})
    page.fill("[name='name.ru']", SCRIPT + "5")
    shown(page, "Сравнить и выбрать")
    page.click("#stale button")
    page.wait_for_selector("#conflict:modal")
    assert page.evaluate("window.ran") is None
    page.click("#conflict button[value=merge]")
    toast(page, "сохранён")
    page.click("summary.btn")
    page.click("button[value=archive]")
    toast(page, "в архиве")
    assert page.evaluate("window.ran") is None


def test_a_viewer_sees_the_form_and_changes_nothing(b):
    thing = offer(b)
    page = open_form(b, thing, who="vera")
    assert page.locator("[data-key=publish]").count() == 0 and page.is_disabled("[name=cost]")
    b.check(page)


def test_what_a_form_opens_is_accessible(b):
    page = open_form(b, offer(b))
    window = Window(page, COMPUTER)
    for opener in ["summary.btn", "[data-open=schedule]"]:
        page.click(opener)
        for size, scheme in [(COMPUTER, "light"), (TABLET, "dark"), (PHONE, "light"), (COMPUTER, "light")]:
            window.resize(size)
            page.emulate_media(color_scheme=scheme)
            b.check(page)
