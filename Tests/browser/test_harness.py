"""What the other tests rely on: that a fault beside what they check is told."""

import contextlib
import io

import run
from harness import until


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
