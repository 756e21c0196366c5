"""Moments counted from the clock of the test: a date that is written down is over one day."""

import os
from datetime import datetime, timedelta, timezone

# The years by which the tests' clock is ahead (scripts/test --ahead), in the program and in its pages.
AHEAD = int(os.environ.get("VITRINA_TEST_AHEAD") or 0)
# The time zone of the demo mall, which has no daylight saving.
MOSCOW = timezone(timedelta(hours=3))
MONTHS = ("янв", "фев", "мар", "апр", "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек")


def now():
    return datetime.now(timezone.utc) + timedelta(days=365 * AHEAD)


def clock():
    """What a program is started with to have the clock of the tests."""
    if not AHEAD:
        return {}
    return {"LD_PRELOAD": os.environ["VITRINA_TEST_CLOCK"], "AHEAD_SECONDS": str(AHEAD * 365 * 86400)}


class Day:
    """So many days from now, at a time of day in the mall."""

    def __init__(self, days, time="10:00"):
        hour, minute = map(int, time.split(":"))
        today = now().astimezone(MOSCOW)
        self.moment = (today + timedelta(days=days)).replace(hour=hour, minute=minute, second=0, microsecond=0)

    @property
    def field(self):
        """As a field of a form has it."""
        return self.moment.strftime("%Y-%m-%dT%H:%M")

    @property
    def utc(self):
        """As the API is told it."""
        return self.moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def short(self):
        """As a person reads it: 10 янв."""
        return f"{self.moment.day} {MONTHS[self.moment.month - 1]}"

    def is_told(self, text):
        """Whether the API tells this moment."""
        return text is not None and text.startswith(self.utc[:16])
