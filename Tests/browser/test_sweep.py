"""Every page of the console: nothing covered, cut, too small, too pale or out of reach; see sweep.py."""

from harness import lasting, with_letters
from sweep import Sweep


def pages_of(section, seconds):
    """The test of a section, and how long it takes."""
    @lasting(seconds)
    @with_letters("wide")
    def test(b):
        Sweep(b, section).run()
    return test


test_pages_of_cruises = pages_of("cruise", 80)
test_pages_of_the_mall = pages_of("mall", 70)
test_pages_of_flags_mods_and_stories = pages_of("flags", 60)
test_pages_of_the_timetable = pages_of("travel", 50)
test_all_other_pages = pages_of("rest", 50)
test_pages_of_people = pages_of("people", 40)
# A86, A87, A90, A92, A93
test_pages_of_accounts = pages_of("accounts", 30)
