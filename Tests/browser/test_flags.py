"""Remote flags: the tasks of a product manager, with the clicks that they cost."""

from dates import Day
from harness import Clicks, until

PROJECT = "/flags/mods-demo"


def draft(b):
    return b.api("GET", PROJECT + "/draft")


def live(b, key):
    """What apps see of a parameter."""
    return b.api("GET", f"{PROJECT}/parameters/{key}")["parameter"]["defaultValue"].get("value")


def drafted(b, key):
    template = draft(b)["template"]
    groups = [template] + list(template["parameterGroups"].values())
    return next(g["parameters"][key] for g in groups if key in g["parameters"])["defaultValue"].get("value")


def clean(b):
    b.api("DELETE", PROJECT + "/draft", version=draft(b)["revision"])


def edit(b, *edits, who="olga"):
    return b.api("PATCH", PROJECT + "/draft", {"edits": list(edits)}, who=who, version=draft(b)["revision"])


def own(b):
    """What the demo has as a draft, made by the one who publishes it."""
    clean(b)
    edit(b, {"op": "set_value", "key": "paywall_variant", "value": "extended"},
         {"op": "set_value", "key": "paywall_close_opacity", "value": "0.35"})


def flags(b, tail="", **options):
    page = b.page(**options)
    page.goto(b.url + PROJECT + tail)
    return page


def slide(page, key, value):
    """Moves a slider without letting go of it."""
    page.eval_on_selector(f"#ed-{key} .range", """(range, value) => {
        range.value = value; range.dispatchEvent(new Event('input', {bubbles: true}))}""", str(value))


def let_go(page, key):
    page.eval_on_selector(f"#ed-{key} .range", "r => r.dispatchEvent(new Event('change', {bubbles: true}))")


# D62
def test_the_paywall_is_switched_in_three_clicks(b):
    clean(b)
    page = b.page()
    page.goto(b.url + "/")
    clicks = Clicks(page)
    clicks.click(".nav a[href='/flags']")
    page.wait_for_selector("#flag-paywall_variant")
    clicks.click("#ed-paywall_variant button[value=extended]")
    page.wait_for_selector("#publish-now")
    clicks.click("#publish-now button")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert clicks.count == 3
    assert live(b, "paywall_variant") == "extended"
    assert not page.locator(".draftbar").count()
    version = b.api("GET", PROJECT + "/template")["number"]
    page.click(".toast button")
    until(lambda: live(b, "paywall_variant") == "standard")
    assert b.api("GET", PROJECT + "/template")["number"] == version + 1


def test_what_is_typed_is_published_though_nobody_has_waited(b):
    own(b)
    page = flags(b)
    field = page.locator("#ed-paywall_button_title [lang=ru]")
    field.fill("Начать")
    page.click("#publish-now button")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert live(b, "paywall_button_title") == "Начать"
    assert live(b, "paywall_close_opacity") == "0.35"


def test_what_is_typed_while_an_answer_is_under_way_stays_on_the_phone(b):
    page = flags(b)
    field = page.locator("#ed-paywall_button_title [lang=ru]")

    def answer(route):
        # The manager goes on typing before it arrives.
        page.keyboard.type("!!")
        route.continue_()

    page.route("**/edit", answer)
    field.fill("Начать")
    page.wait_for_selector("#flag-paywall_button_title:not(.changed)")
    field.press("Enter")
    page.wait_for_selector("#flag-paywall_button_title.changed")
    assert drafted(b, "paywall_button_title") == "Начать"
    assert field.input_value() == "Начать!!"
    assert page.locator("#paywall [data-text='button_title']").first.inner_text() == "Начать!!"


def held(page, path="**/edit"):
    """Keeps requests back until `release` is called with the number of those that go on; answers them and it."""
    kept = []
    page.route(path, lambda route: kept.append(route))

    def release(count=None):
        for _ in range(len(kept) if count is None else count):
            kept.pop(0).continue_()
    return kept, release


def test_after_two_edits_of_one_flag_at_once_it_is_published_once_and_again(b):
    own(b)
    page = flags(b)
    slider = page.locator("#ed-paywall_close_delay .range")
    before = int(slider.input_value())
    kept, release = held(page)
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    until(lambda: page.wait_for_timeout(20) or kept)
    page.click("#publish-now button")
    release()
    # The second edit is sent after the answer to the first, and the publication after both.
    until(lambda: page.wait_for_timeout(20) or kept)
    assert live(b, "paywall_close_delay") == str(before)
    release()
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert live(b, "paywall_close_delay") == str(before + 2)
    page.unroute("**/edit")
    # Nothing is left that would block the next one.
    slider.press("ArrowRight")
    page.wait_for_selector("#publish-now")
    page.click("#publish-now button")
    until(lambda: live(b, "paywall_close_delay") == str(before + 3))


def test_what_is_not_published_says_so(b):
    own(b)
    page = flags(b)
    slider = page.locator("#ed-paywall_close_delay .range")
    version = b.api("GET", PROJECT + "/template")["number"]
    # The server is unreachable for the edit: the previous draft must not be published instead.
    kept, _ = held(page)
    slider.press("ArrowRight")
    until(lambda: page.wait_for_timeout(20) or kept)
    page.click("#publish-now button")
    kept.pop().abort()
    page.wait_for_selector(".toast.bad:has-text('Не опубликовано')")
    b.faults = [fault for fault in b.faults if "ERR_FAILED" not in fault]
    assert b.api("GET", PROJECT + "/template")["number"] == version
    page.unroute("**/edit")
    # An edit that undoes the last change leaves nothing to publish.
    page.reload()
    clean(b)
    page.reload()
    switch = page.locator("#ed-rate_dialog_enabled .switch")
    switch.click()
    page.wait_for_selector("#publish-now")
    kept, release = held(page)
    switch.click()
    until(lambda: page.wait_for_timeout(20) or kept)
    page.click("#publish-now button")
    release()
    page.wait_for_selector(".toast.bad:has-text('публиковать уже нечего')")
    assert b.api("GET", PROJECT + "/template")["number"] == version


def test_a_version_comes_back_in_two_clicks(b):
    before = live(b, "paywall_close_delay")
    clean(b)
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "9"})
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"])
    page = b.page()
    page.goto(b.url + "/")
    clicks = Clicks(page)
    clicks.click(".nav a[href='/flags']")
    page.wait_for_selector("#flag-paywall_variant")
    clicks.click(".page-head a:has-text('Версии')")
    page.wait_for_selector(".vdiff")
    assert clicks.count == 2
    clicks.click(".vdiff a.danger")
    clicks.click("#rollback button.danger")
    page.wait_for_selector(".toast:has-text('Вернули')")
    assert clicks.count == 4
    assert live(b, "paywall_close_delay") == before
    assert "откат" in page.locator(".ver.sel").inner_text()


def test_one_parameter_comes_back_alone(b):
    clean(b)
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "9"},
         {"op": "set_value", "key": "paywall_close_opacity", "value": "0.9"})
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"])
    page = flags(b, "/versions")
    page.click(".vdiff .d-row:has-text('paywall_close_delay') .lnk")
    page.wait_for_selector(".toast:has-text('Параметр вернули')")
    assert (live(b, "paywall_close_delay"), live(b, "paywall_close_opacity")) == ("5", "0.9")


# R102, D61
def test_the_phone_follows_the_slider(b):
    page = flags(b)
    assert page.locator("#paywall [data-warning]").is_visible(), "0.35 is hard to notice"
    slide(page, "paywall_close_opacity", 0.8)
    assert page.get_attribute(".pw-x .i", "opacity") == "0.8"
    assert "0,8" in page.locator(".pw-cap").inner_text()
    assert not page.locator("#paywall [data-warning]").is_visible()
    assert drafted(b, "paywall_close_opacity") == "0.35", "nothing is kept while it moves"
    slide(page, "paywall_close_delay", 12)
    assert "12" in page.locator(".pw-cap").inner_text()
    step = page.get_attribute("#flag-step", "data-step")
    let_go(page, "paywall_close_opacity")
    until(lambda: drafted(b, "paywall_close_opacity") == "0.8")
    # The answer redraws the preview.
    until(lambda: page.get_attribute("#flag-step", "data-step") != step)
    page.fill("#ed-paywall_price_text [name=value]", "699 ₽ в неделю")
    assert page.locator(".pw .price b").inner_text() == "699 ₽ в неделю"
    page.click("#ed-paywall_variant button[value=standard]")
    until(lambda: page.locator(".pw .cta.std").is_visible() and not page.locator(".pw .cta.ext").is_visible())


def test_the_arrow_takes_a_change_back(b):
    page = flags(b)
    assert page.locator(".draftbar .n").inner_text() == "3"
    assert "было: 0,6" in page.locator("#flag-paywall_close_opacity .was").inner_text()
    page.click("#flag-paywall_close_opacity .was button")
    page.wait_for_selector("#flag-paywall_close_opacity:not(.changed)")
    assert page.locator(".draftbar .n").inner_text() == "2"
    page.click(".draftbar button:has-text('Сбросить')")
    page.wait_for_selector(".draftbar", state="detached")
    page.click(".toast button")
    page.wait_for_selector(".draftbar .n:has-text('2')")


def test_two_managers_who_change_the_same_are_asked(b):
    one, two = flags(b, who="olga"), flags(b, who="igor")
    # A control in use does not change under the user.
    two.locator("#ed-paywall_close_opacity .range").focus()
    slide(one, "paywall_close_opacity", 0.5)
    let_go(one, "paywall_close_opacity")
    until(lambda: drafted(b, "paywall_close_opacity") == "0.5")
    slide(two, "paywall_close_opacity", 0.9)
    let_go(two, "paywall_close_opacity")
    two.wait_for_selector("#conflict[open]")
    text = two.locator("#conflict").inner_text()
    assert "Ольга Власова" in text and "0,5" in text and "0,9" in text
    assert drafted(b, "paywall_close_opacity") == "0.5", "nobody's value is overwritten"
    clicks = Clicks(two)
    clicks.click("#conflict button.primary")
    until(lambda: drafted(b, "paywall_close_opacity") == "0.9")
    two.wait_for_selector("#conflict", state="detached")
    assert clicks.count == 1


def test_two_managers_who_change_something_else_are_not_asked(b):
    one, two = flags(b, who="olga"), flags(b, who="igor")
    slide(one, "paywall_close_delay", 8)
    let_go(one, "paywall_close_delay")
    until(lambda: drafted(b, "paywall_close_delay") == "8")
    two.click("#ed-rate_dialog_enabled .switch")
    until(lambda: drafted(b, "rate_dialog_enabled") == "false")
    assert drafted(b, "paywall_close_delay") == "8"
    assert not two.locator("#conflict").count()


# R102
def test_a_scheduled_change_is_seen_on_the_phone(b):
    page = b.page()
    page.goto(b.url + "/")
    clicks = Clicks(page)
    at = Day(1)
    clicks.click(".nav a[href='/flags']")
    page.wait_for_selector("#paywall")
    clicks.click("#publish-now a[data-field]")
    assert page.evaluate("document.activeElement.id") == "pub-at", "the time is what comes next"
    page.fill("#pub-at", at.field)
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('Выйдет')")
    assert clicks.count == 2
    assert live(b, "paywall_close_opacity") == "0.6"
    assert page.get_attribute("#paywall", "data-opacity") == "0.6", "the draft has ended"
    clicks.click(".timewarp a:has-text('10:00')")
    page.wait_for_selector("#paywall[data-opacity='0.35']")
    assert clicks.count == 3
    assert page.locator(".pw .cta.ext").is_visible()
    page.goto(b.url + PROJECT + "/versions")
    page.click(".note.band button")
    page.wait_for_selector(".toast:has-text('План отменён')")
    assert drafted(b, "paywall_close_opacity") == "0.35", "it is the draft again"


def test_everything_goes_without_script(b):
    page = flags(b, js=False)
    assert page.get_attribute(".pw-x .i", "opacity") == "0.35", "the server draws the phone"
    page.click("#ed-paywall_variant button[value=standard]")
    assert drafted(b, "paywall_variant") == "standard"
    page.fill("#ed-paywall_close_delay .range", "12")
    page.click("#ed-paywall_close_delay noscript button, #ed-paywall_close_delay .btn")
    assert drafted(b, "paywall_close_delay") == "12"
    page.click(".draftbar a:has-text('Что изменится')")
    page.wait_for_selector("#publish[open] .d-row")
    assert page.locator("#publish[open] .d-row").count() > 2
    page.fill("#pub-why", "Проба")
    page.click("#publish button.primary")
    assert live(b, "paywall_close_delay") == "12"
    page.click(".actions a:has-text('Версии')")
    assert "Проба" in page.locator(".ver.sel").inner_text()
    page.click(".ver:nth-child(2) a")
    assert page.locator("#vd").inner_text().startswith("Что изменила версия")


def test_conditions_are_put_in_order_by_the_keyboard(b):
    page = flags(b, "/conditions")
    names = page.eval_on_selector_all(".crow[data-id]", "rows => rows.map(r => r.dataset.id)")
    page.locator(".crow .drag").nth(1).focus()
    page.keyboard.press("Alt+ArrowUp")
    wanted = [names[1], names[0]] + names[2:]
    until(lambda: [c["name"] for c in draft(b)["template"]["conditions"]][:len(wanted)] == wanted)
    page.wait_for_selector(".draftbar")


def test_an_or_becomes_several_conditions(b):
    clean(b)
    page = flags(b, "/conditions/new")
    page.fill("#c-title", "Старые или из России")
    page.fill("#c-name", "old or russian")
    page.fill("[name='g0c0.value']", "2.0.0")
    page.select_option("[name='g0c0.op']", "<")
    page.click("#builder button[value=group]")
    page.wait_for_selector("[name='g1c0.input']")
    page.select_option("[name='g1c0.input']", "country")
    page.wait_for_selector("[name='g1c0.value'][placeholder='RU, KZ']")
    page.fill("[name='g1c0.value']", "ru")
    page.select_option("#c-root", "any")
    page.click("#builder button[value=save].primary")
    page.wait_for_selector(".crow:has-text('Старые или из России')")
    made = [(c["name"], c["expression"]) for c in draft(b)["template"]["conditions"] if "old or" in c["name"]]
    assert made == [("old or russian", "app.version.<(['2.0.0'])"),
                    ("old or russian 2", "device.country in ['RU']")], made
    page.click(".crow:has-text('Старые или из России') a.name")
    page.wait_for_selector("[name='g0c1.input']")
    assert page.input_value("[name='g0c1.value']") == "RU"


def test_a_typed_expression_shows_where_it_is_wrong(b):
    page = flags(b, "/conditions/new")
    page.fill("#c-name", "wrong")
    page.click("#builder .seg button[value=text]")
    page.fill("#c-text", "device.country in ['Russia']")
    page.click("#builder button[value=save].primary")
    page.wait_for_selector(".marked mark")
    assert page.locator(".marked mark").inner_text() == "'Russia'"
    assert page.input_value("#c-text") == "device.country in ['Russia']", "nothing typed is lost"


def test_a_share_is_moved(b):
    page = flags(b, "/conditions")
    row = page.locator(".crow:has-text('Новая цена, проба')")
    row.locator(".range").evaluate("""r => { r.value = 35
        for (const name of ['input', 'change']) r.dispatchEvent(new Event(name, {bubbles: true})) }""")
    until(lambda: any("<= 35" in c["expression"] for c in draft(b)["template"]["conditions"]))


# D61
def test_a_parameter_is_made_changed_and_removed(b):
    clean(b)
    page = flags(b)
    page.click(".page-head a:has-text('Параметр')")
    page.fill("#n-title", "Скидка для своих")
    assert page.input_value("#n-key") == "skidka_dlya_svoih", "the key follows the title"
    page.fill("#n-key", "discount")
    page.fill("#n-title", "Скидка")
    page.fill("#n-group", "Подписка")
    assert page.input_value("#n-key") == "discount"
    page.click(".kinds label:has-text('Число')")
    page.fill("#n-min", "0")
    page.fill("#n-max", "50")
    page.fill("#n-value", "10")
    page.click(".flagform button.primary")
    page.wait_for_selector("#flag-discount .range")
    assert drafted(b, "discount") == "10"
    page.click("#flag-discount a.name")
    page.select_option("#p-cond", label="Тестировщики")
    page.click("form.acts:has(#p-cond) button")
    page.wait_for_selector(".prow:has-text('Тестировщики') .range")
    page.fill("#n-key", "discount_percent")
    page.fill("#n-owner", "Анна Лис")
    page.click(".flagform button.primary")
    page.wait_for_selector(".toast:has-text('Сохранено')")
    assert drafted(b, "discount_percent") == "10"
    page.click("button:has-text('Удалить параметр')")
    page.wait_for_selector(".toast:has-text('удалён')")
    assert not draft(b)["exists"]
    page.click(".toast button")
    page.wait_for_selector("#flag-discount_percent .over:has-text('Тестировщики')")
    assert drafted(b, "discount_percent") == "10"


def test_a_removed_condition_comes_back_with_its_values_and_place(b):
    before = draft(b)["template"]
    page = flags(b, "/conditions")
    row = page.locator(".crow:has-text('Модерация 2.4.0')")
    row.locator("summary").click()
    row.locator("button:has-text('Удалить')").click()
    row.wait_for(state="detached")
    assert draft(b)["template"] != before
    page.click(".toast button")
    page.wait_for_selector(".crow:has-text('Модерация 2.4.0')")
    assert draft(b)["template"] == before


def test_somebody_is_told_what_they_get(b):
    page = flags(b, "/explain")
    page.select_option("#e-platform", "ios")
    page.fill("#e-app_version", "2.4.0")
    page.click(".flagform button.primary")
    row = page.locator(".prow:has-text('rate_dialog_enabled')")
    row.locator("b:has-text('выкл')").wait_for()
    assert page.locator(".crow:has-text('Модерация') .knob.ok").count() == 1
    page.fill("#e-signals", "город = Нижний Новгород\nage = 20")
    page.click(".flagform button.primary")
    page.wait_for_url("**signals**")
    assert page.input_value("#e-signals") == "город = Нижний Новгород\nage = 20"


def test_a_key_is_shown_once(b):
    page = flags(b, "/settings")
    page.fill("#s-key", "Приложение 2.5")
    page.click("button:has-text('Новый ключ')")
    page.wait_for_selector("code.secret")
    secret = page.locator("code.secret").inner_text()
    assert len(secret) == 39
    page.goto(b.url + PROJECT + "/settings")
    assert secret not in page.content() and secret[:8] in page.content()


def test_an_approval_comes_from_somebody_else(b):
    b.api("PATCH", PROJECT, {"settings": {"require_approval": True}})
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "7"}, who="igor")
    page = flags(b)
    assert not page.locator("#publish-now").count()
    page.click(".draftbar button:has-text('Согласовать')")
    page.wait_for_selector("#publish-now")
    page.click("#publish-now [data-key=publish]")
    assert "Игорь Ким" in page.locator("#pub-others").inner_text(), "it is somebody else's work"
    page.click("#publish button.primary")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert live(b, "paywall_close_delay") == "7"


def test_changes_of_colleagues_are_named_and_may_stay(b):
    clean(b)
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "9"}, who="igor")
    edit(b, {"op": "set_value", "key": "paywall_close_opacity", "value": "0.9"},
         {"op": "set_value", "key": "paywall_variant", "value": "extended"})
    page = flags(b)
    page.click("#publish-now [data-key=publish]")
    page.wait_for_selector("#publish[open]")
    assert page.locator("#pub-others").inner_text().endswith("Игорь Ким: Задержка крестика")
    b.check(page)
    b.fits(page)
    # One by one, and all of one's own at once.
    for key in ("paywall_close_delay", "paywall_variant"):
        page.uncheck(f"#publish [name=only][value={key}]")
    page.click("#publish button.primary")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert [live(b, key) for key in ("paywall_close_opacity", "paywall_close_delay")] == ["0.9", "5"]
    page.wait_for_selector(".draftbar .n:has-text('2')")
    page.click("#publish-now [data-key=publish]")
    page.click("#publish button:has-text('Только мои')")
    page.wait_for_selector(".draftbar .n:has-text('1')")
    assert [live(b, key) for key in ("paywall_variant", "paywall_close_delay")] == ["extended", "5"]
    assert drafted(b, "paywall_close_delay") == "9"
    # Igor publishes his; a rollback past that names him.
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"], who="olga")
    edit(b, {"op": "set_value", "key": "paywall_close_delay", "value": "12"}, who="igor")
    b.api("PUT", PROJECT + "/draft/publication", {"mine": True}, version=draft(b)["revision"], who="igor")
    page.goto(b.url + PROJECT + "/versions")
    page.click(".vdiff a.danger")
    assert "Игорь Ким: Задержка крестика" in page.locator("#rb-others").inner_text()


def test_nothing_chosen_is_nothing_published(b):
    own(b)
    page = flags(b, "?dialog=publish", js=False)
    version = b.api("GET", PROJECT + "/template")["number"]
    for box in page.locator("#publish [name=only]").all():
        box.uncheck()
    page.click("#publish button.primary")
    assert "Отметьте, что опубликовать" in page.locator("#publish").inner_text()
    assert b.api("GET", PROJECT + "/template")["number"] == version

def test_environments_are_compared_and_brought_over(b):
    clean(b)
    page = b.page()
    page.goto(b.url + "/flags/mods-demo-test")
    page.click(".page-head details.menu > summary")
    page.click(".pline a.diffl")
    page.wait_for_selector(".diff .d-row")
    page.click("button:has-text('Перенести сюда')")
    page.wait_for_selector(".toast:has-text('Перенесено')")
    page.goto(b.url + "/flags/mods-demo-test/promotion?from=mods-demo")
    assert page.locator(".note.ok").count() == 1


def test_a_narrow_screen_has_two_tabs(b):
    page = flags(b, width=390)
    assert not page.locator(".phone").is_visible() and page.locator(".prows").first.is_visible()
    page.click(".switcher label:has-text('Телефон')")
    assert page.locator(".phone").is_visible() and not page.locator(".prows").first.is_visible()


def test_whoever_may_only_read_changes_nothing(b):
    for tail in ("", "/conditions", "/versions", "/parameters/paywall_variant", "/explain", "/settings"):
        page = flags(b, tail, who="vera")
        assert not page.locator("main form[method=post]").count(), tail
    revision = draft(b)["revision"]
    form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": b.url}
    for tail in ("/edit", "/publish", "/discard"):
        answer = page.request.post(b.url + PROJECT + tail, headers=form, max_redirects=0,
                                   data=f"revision={revision}&key=paywall_variant&value=standard")
        assert answer.status == 403 or "dialog=publish" in answer.headers.get("location", ""), (tail, answer.status)
    assert draft(b)["revision"] == revision


def test_a_switch_is_made_without_typing_its_value(b):
    clean(b)
    for js in (True, False):
        page = flags(b, "/new", js=js)
        page.fill("#n-key", f"fresh_{js}".lower())
        assert not page.locator("#n-value").is_visible()
        page.select_option("#n-on", label="Включено")
        page.click(".flagform button.primary")
        page.wait_for_selector(f"#flag-fresh_{js}".lower())
        assert drafted(b, f"fresh_{js}".lower()) == "true"


def test_what_waits_is_counted_in_the_navigation(b):
    page = b.page()
    page.goto(b.url + "/")
    count = page.locator(".nav a[href='/flags'] .count.hot")
    assert "3" in count.inner_text()
    page.goto(b.url + PROJECT)
    assert "3" in count.inner_text()
    page.click("#flag-paywall_close_opacity .was button")
    until(lambda: count.locator("[aria-hidden]").inner_text() == "2")
    page.click(".draftbar button:has-text('Сбросить')")
    page.wait_for_selector(".draftbar", state="detached")
    assert not count.count()


def test_what_a_colleague_edits_appears_by_itself(b):
    page = flags(b)
    page.wait_for_selector("#paywall[data-opacity='0.35']")
    edit(b, {"op": "set_value", "key": "paywall_close_opacity", "value": "0.75"}, who="igor")
    page.wait_for_selector("#paywall[data-opacity='0.75']")
    assert page.input_value("#ed-paywall_close_opacity .range") == "0.75"
    assert not page.locator("#flag-news").count()
    # Events of another project are ignored here, and those of colleagues are not.
    version = b.api("GET", PROJECT + "/template")["number"]
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"])
    page.wait_for_selector(f".sub:has-text('В приложениях версия {version + 1}')")
    page.wait_for_selector(".draftbar", state="detached")


def test_what_is_being_typed_is_left_alone_when_a_colleague_edits(b):
    page = flags(b)
    field = page.locator("#ed-paywall_button_title [lang=ru]")
    field.focus()
    page.keyboard.press("End")
    page.keyboard.type(" сейчас")
    edit(b, {"op": "set_value", "key": "paywall_close_opacity", "value": "0.75"}, who="igor")
    page.wait_for_selector("#flag-news")
    assert "Игорь Ким" in page.locator("#flag-news").inner_text()
    assert field.input_value() == "Попробовать бесплатно сейчас"
    assert page.input_value("#ed-paywall_close_opacity .range") == "0.35"
    b.fits(page)
    b.check(page)
    page.click("#flag-news button")
    page.wait_for_selector("#flag-news", state="detached")
    until(lambda: drafted(b, "paywall_button_title") == "Попробовать бесплатно сейчас")
    page.wait_for_selector("#paywall[data-opacity='0.75']")
    assert field.input_value() == "Попробовать бесплатно сейчас"


def test_a_form_that_somebody_fills_in_is_left_alone(b):
    page = flags(b, "/parameters/paywall_close_delay")
    page.fill("#n-owner", "Анна Лис")
    page.locator("h1").click()
    edit(b, {"op": "set_value", "key": "paywall_close_opacity", "value": "0.75"}, who="igor")
    page.wait_for_selector("#flag-news")
    assert page.input_value("#n-owner") == "Анна Лис"


def test_the_key_takes_the_last_edit_back(b):
    page = flags(b)

    def back():
        page.locator("h1").first.click()
        page.keyboard.press("z")
        page.wait_for_selector(".toast:has-text('Отменено')")

    page.click("#ed-paywall_variant button[value=standard]")
    until(lambda: drafted(b, "paywall_variant") == "standard")
    back()
    until(lambda: drafted(b, "paywall_variant") == "extended")
    slide(page, "paywall_close_delay", 20)
    let_go(page, "paywall_close_delay")
    until(lambda: drafted(b, "paywall_close_delay") == "20")
    back()
    until(lambda: drafted(b, "paywall_close_delay") == "5")
    before = draft(b)["template"]
    page.locator("#ed-paywall_button_title [lang=en]").fill("Go")
    page.keyboard.press("Tab")
    until(lambda: draft(b)["template"] != before)
    back()
    until(lambda: draft(b)["template"] == before)


def test_everything_goes_by_the_keyboard(b):
    own(b)
    page = flags(b)
    page.locator("#ed-paywall_variant button[value=standard]").focus()
    revision = page.input_value("#ed-paywall_close_delay [name=revision]")
    page.keyboard.press("Enter")
    page.locator("#ed-paywall_close_delay .range").focus()
    # The answer to the edit must not move the focus from the next field.
    until(lambda: page.input_value("#ed-paywall_close_delay [name=revision]") != revision)
    assert drafted(b, "paywall_variant") == "standard"
    page.keyboard.press("ArrowRight")
    until(lambda: drafted(b, "paywall_close_delay") == "6")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert live(b, "paywall_close_delay") == "6"
    page.keyboard.press("Escape")
    page.locator("a:has-text('Версии')").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".vdiff a.danger")
    page.locator(".vdiff a.danger").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#rollback[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#rollback[open]", state="detached")
    assert page.evaluate("document.activeElement.matches('.vdiff a.danger')"), "back to what has opened it"


def test_json_is_compared_line_by_line(b):
    clean(b)
    old = '{"title": "Что внутри", "items": ["2 000 модов"], "icon": "check"}'
    new = '{"title": "Что внутри", "items": ["2 400 модов", "Без рекламы"], "icon": "check"}'
    parameter = {"valueType": "JSON", "defaultValue": {"value": old}}
    edit(b, {"op": "add_parameter", "key": "benefits", "parameter": parameter, "note": {"title": "Выгоды"}})
    b.api("PUT", PROJECT + "/draft/publication", {}, version=draft(b)["revision"])
    edit(b, {"op": "set_value", "key": "benefits", "value": new})
    for options in ({}, {"width": 390, "dark": True}):
        page = flags(b, "?dialog=publish", **options)
        lines = page.locator("#publish .code-diff .ln")
        assert lines.count() == 6
        assert "2 000 модов" in page.locator(".code-diff .del").inner_text()
        assert "Без рекламы" in page.locator(".code-diff .add").inner_text()
        b.fits(page)
        b.check(page)


# D60
def test_parameters_are_found_and_stay_found_while_they_are_edited(b):
    page = flags(b)
    page.keyboard.press("/")
    page.keyboard.type("крестик модерация")
    until(lambda: not page.locator(".prow").count() or page.locator(".prow").count() < 3)
    page.fill("input[type=search][name=q]", "видимость крест")
    until(lambda: page.locator(".prow").count() == 1)
    slide(page, "paywall_close_opacity", 0.9)
    let_go(page, "paywall_close_opacity")
    until(lambda: drafted(b, "paywall_close_opacity") == "0.9")
    page.wait_for_selector("#flag-paywall_close_opacity:has-text('0,9')")
    assert page.locator(".prow").count() == 1 and "q=" in page.url
    page.fill("input[type=search][name=q]", "нет такого")
    page.wait_for_selector(".empty:has-text('Ничего не нашлось')")
    b.check(page)
    plain = flags(b, "?q=paywall_price", js=False)
    assert plain.locator(".prow").count() == 1


def test_an_edit_stays_on_its_page(b):
    own(b)
    page = flags(b, "/parameters/paywall_close_delay")
    slide(page, "paywall_close_delay", 11)
    let_go(page, "paywall_close_delay")
    until(lambda: drafted(b, "paywall_close_delay") == "11")
    page.wait_for_selector("#flag-paywall_close_delay:has-text('было')")
    assert page.url.endswith("/parameters/paywall_close_delay")
    page.goto(b.url + PROJECT + "/conditions")
    page.click("#publish-now button")
    page.wait_for_selector(".toast:has-text('Опубликовано')")
    assert page.url.endswith("/conditions") and live(b, "paywall_close_delay") == "11"


def test_a_key_is_switched_off_only_when_that_is_meant(b):
    for js in (True, False):
        page = flags(b, "/settings", js=js)
        page.fill("#s-key", f"Приложение {js}")
        page.click("button:has-text('Новый ключ')")
        page.wait_for_selector("code.secret")
        row = page.locator(f".rows li:has-text('Приложение {js}')")
        row.locator("a:has-text('Отключить')").click()
        page.wait_for_selector("dialog[open]")
        assert row.locator(".pill").count() == 0
        page.click("dialog[open] button.danger")
        row.locator(".pill:has-text('отключён')").wait_for()


def test_the_page_of_firebase_says_what_is_missing(b):
    page = flags(b, "/google")
    assert "Не связан с Firebase" in page.locator(".note").first.inner_text()
    page.fill("#g-id", "melon-ios-prod")
    page.click("button:has-text('Сохранить')")
    page.wait_for_selector(".toast:has-text('Связано')")
    assert "melon-ios-prod.json" in page.locator("main").inner_text()
    page.click("button:has-text('Отправить')")
    page.wait_for_selector(".note.bad:has-text('google_keys')")
    b.check(page)
    b.fits(page)
    # Saving the settings of a project keeps the link.
    page.goto(b.url + PROJECT + "/settings")
    page.click(".card button.primary")
    page.wait_for_selector(".toast")
    assert b.api("GET", PROJECT)["settings"]["google"]["project"] == "melon-ios-prod"


def test_a_fresh_project_says_nothing_of_what_was_never_asked_for(b):
    page = flags(b)
    assert "запрашивали" not in page.locator("main").inner_text()
