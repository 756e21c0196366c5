"""Every page of the console: nothing covered, cut, too small, too pale or out of reach; see sweep.py."""

from harness import lasting, with_letters
from sweep import Sweep


@lasting(80)
@with_letters("wide")
def test_pages_of_cruises(b):
    Sweep(b, "cruise").run()


@lasting(70)
@with_letters("wide")
def test_pages_of_the_mall(b):
    Sweep(b, "mall").run()


@lasting(60)
@with_letters("wide")
def test_pages_of_flags_mods_and_stories(b):
    Sweep(b, "flags").run()


@lasting(50)
@with_letters("wide")
def test_pages_of_the_timetable(b):
    Sweep(b, "travel").run()


@lasting(50)
@with_letters("wide")
def test_all_other_pages(b):
    Sweep(b, "rest").run()


@lasting(40)
@with_letters("wide")
def test_pages_of_people(b):
    Sweep(b, "people").run()


# A86, A87, A90, A92, A93
@lasting(30)
@with_letters("wide")
def test_pages_of_accounts(b):
    Sweep(b, "accounts").run()
