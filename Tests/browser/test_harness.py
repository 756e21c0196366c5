"""What the other tests rely on: that a fault beside what they check is told."""

import contextlib
import io

import axe
import run
from harness import until
from layout import COMPUTER, PHONE, Window

# A page with a fault in each of its looks: a style in the page itself would be against its policy.
FAULTY = """() => {
    const style = new CSSStyleSheet
    style.replaceSync(`.pale { color: light-dark(#aaa, #fff) } .dim { color: light-dark(#000, #444) }
        @media (width < 500px) { .folds span { display: none } .wide { inline-size: 500px } }
        .scrolls { inline-size: 90px; block-size: 30px; overflow: auto; white-space: nowrap }`)
    document.adoptedStyleSheets.push(style)
    document.querySelector('main').insertAdjacentHTML('beforeend', `<p class="pale">pale</p><p class="dim">dim</p>
        <button class="folds"><span>Fold</span></button><img width="9" height="9"><select></select>
        <div class="scrolls">Nothing in it takes the focus</div><div class="wide">wide</div><h6>deep</h6>`)
}"""


def test_what_is_not_there_fails_a_page(b):
    page = b.page()
    page.goto(b.url + "/help")
    picture = "document.body.append(Object.assign(new Image, { src: '/console/1/none.png' }))"
    with page.expect_response("**/none.png"):
        page.evaluate(picture)
    page.evaluate("new Promise(done => requestAnimationFrame(done))")
    assert any(fault.startswith("404 ") for fault in b.faults), b.faults
    b.faults.clear()
    b.expects(404)
    with page.expect_response("**/other.png"):
        page.evaluate(picture.replace("none", "other"))
    page.evaluate("new Promise(done => requestAnimationFrame(done))")
    assert not b.faults, b.faults


def test_what_is_wrong_with_a_page_is_found_where_it_is_seen(b):
    page = b.page()
    axe.bring(page)
    window = Window(page, COMPUTER)
    page.goto(b.url + "/help")
    assert axe.is_new(page) and not axe.is_new(page)
    assert not axe.faults(page)
    page.evaluate(FAULTY)
    assert axe.is_new(page)
    [pale] = axe.colour_faults(page)
    assert "pale" in pale and "dim" not in pale, "told in these colours only"
    assert any(fault.startswith("image-alt") for fault in axe.faults_but_colours(page))
    told = window.faults(["sideways", "scroller", "nameless", "headings"])
    assert [fault.split()[3:5] for fault in told] == [
        ["scroller:", "div.scrolls"], ["nameless:", "select"], ["nameless:", "img"], ["headings:", "h6"]], told
    page.emulate_media(color_scheme="dark")
    [dim] = axe.colour_faults(page)
    assert "dim" in dim and "pale" not in dim
    window.resize(PHONE, touch=True)
    [nameless] = axe.faults_of_changes(page)
    assert nameless.startswith("button-name") and "folds" in nameless, "told once its text is hidden"
    assert "sideways" in window.faults(["sideways"])[0]
    assert not axe.faults_of_changes(page), "asked before"
    # The same look elsewhere is known to be good, and a bad one is told again.
    page.evaluate("document.querySelector('.dim').className = ''")
    assert not axe.colour_faults(page)


def test_a_wait_that_gives_up_and_a_test_that_passes_only_alone_fail(b):
    try:
        until(lambda: False, seconds=0.1)
    except AssertionError:
        pass
    else:
        raise AssertionError("it gave up in silence")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = run.verdict([("a", "test_a"), ("a", "test_b")], [("a", "test_b")], [])
    assert code == 1 and "1 unsteady" in said.getvalue() and "a.test_b" in said.getvalue()
    with contextlib.redirect_stdout(said):
        assert run.verdict([("a", "test_a")], [], []) == 0
