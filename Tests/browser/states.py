"""The sections of the console, and the pages in them that no link leads to: states, and open dialogs."""

import datetime
from dataclasses import dataclass, field
from functools import cached_property
from typing import Callable

import test_accounts
import test_codes
import test_points

FLAGS = "/flags/mods-demo"


class World:
    """Entries that pages show and the demo mall lacks; each is made when it is first used."""

    def __init__(self, b):
        self.b = b

    def first(self, path):
        """The id of the first that a list answers."""
        return self.b.api("GET", path)["items"][0]["id"]

    @cached_property
    def offer(self):
        return self.b.find("offers", "Кофе и круассан")["id"]

    @cached_property
    def over(self):
        """An offer whose time is over."""
        over = self.b.api("POST", f"/mall/offers/{self.offer}/copies")
        end = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
        dates = {"live_from": (end - datetime.timedelta(days=9)).isoformat(), "live_until": end.isoformat()}
        self.b.api("PATCH", f"/mall/offers/{over['id']}", dates, version=1)
        return over["id"]

    @cached_property
    def tag(self):
        """A tag in the trash."""
        tag = self.b.api("POST", "/mall/tags", {"name": {"ru": "Тег, который лежит в корзине уже давно"}})
        self.b.api("DELETE", f"/mall/tags/{tag['id']}", version=1)
        return tag["id"]

    @cached_property
    def release(self):
        """A release with the offer in it."""
        release = self.b.api("POST", "/releases", {"title": "Новый год"})
        self.b.api("PUT", f"/releases/{release['id']}/items/{self.offer}", {"action": "withdraw"})
        return release["id"]

    @cached_property
    def people(self):
        """People of the app with points, and their tokens; the first has an offer, all go to the event."""
        people = test_points.add_people(self.b)
        test_points.attend(self.b, people[:1], "offers", test_points.untouched(self.b, "offers"))
        return people

    @cached_property
    def person(self):
        return self.people[0][0]

    @cached_property
    def event(self):
        event = test_points.untouched(self.b, "events")
        test_points.attend(self.b, self.people, "events", event)
        return event["id"]

    @cached_property
    def registration(self):
        return self.b.api("GET", f"/mall/guests?event={self.event}")["items"][0]["id"]

    @cached_property
    def users(self):
        """A user with everything, a blocked one, one who has only requested a code, an erased one."""
        users = self.b.api("GET", "/mall/users?limit=100")["items"]
        rich = max(users, key=lambda user: user["gifts_count"] + user["invited_count"] * 2)["id"]
        blocked = next(user for user in users if user["is_blocked"])["id"]
        unconfirmed = next(user for user in users if not user["confirmed_at"])["id"]
        gone = next(user["id"] for user in users if user["id"] not in (rich, blocked, unconfirmed))
        phone = self.b.api("POST", f"/mall/users/{gone}/reveal")["phone"]
        self.b.api("POST", f"/mall/users/{gone}/erase", {"digits": phone[-2:]})
        return rich, blocked, unconfirmed, gone

    @cached_property
    def accounts(self):
        """An account with everything, a blocked one, an erased one."""
        anna, boris, vera = test_accounts.people(self.b)
        test_accounts.change(self.b, anna, push_token="push-" + "x" * 150, is_confirmed=True)
        self.b.api("POST", f"/accounts/users/{boris}/block", {"reason": "Спам"})
        self.b.api("POST", f"/accounts/users/{vera}/erase", {"digits": "03"})
        return anna, boris, vera

    @cached_property
    def client(self):
        return self.b.api("GET", f"/accounts/users/{self.accounts[0]}")["client_id"]

    @cached_property
    def part(self):
        """The zone of the client."""
        zone = {"domain_id": "spb", "name": "Базы Санкт-Петербурга", "forfeit": 1500, "discount": 10,
                "is_banned": True,
                "channels": [{"kind": "card", "name": "Карта", "prepay_url": "https://pay.example/1"}]}
        return self.b.api("POST", f"/accounts/clients/{self.client}/parts", zone)["parts"][0]["id"]


def nothing(w):
    return []


@dataclass
class Section:
    """A part of the console: the beginnings of its addresses, its states, and its dialogs with their addresses."""

    prefixes: tuple
    # So many pages are found at least.
    least: int
    states: Callable = nothing
    # The template and the id of each dialog that an address opens.
    dialogs: dict = field(default_factory=dict)


def mall(w):
    news, shop = w.first("/mall/news?limit=1"), w.first("/mall/shops?limit=1")
    form = f"/mall/offers/{w.offer}"
    return ["/mall/offers?state=trash", "/mall/tags?q=qqqq", "/mall/offers?type=single&on_home=true",
            "/mall/home?scheme=dark&view=preview", form, f"{form}?side=history", f"{form}/history?from=live&to=draft",
            f"{form}/pictures/image", f"/mall/news/{news}", f"/mall/shops/{shop}", f"/mall/shops/{shop}/uses",
            f"/mall/guests?event={w.event}", f"/releases/{w.release}?q=кофе", "/agenda?days=30"]


MALL_DIALOGS = {
    ("form-dialogs", "schedule"): lambda w: [f"/mall/offers/{w.offer}?dialog=schedule"],
    ("form-dialogs", "to-release"): lambda w: [f"/mall/offers/{w.offer}?dialog=release"],
    ("form-dialogs", "over"): lambda w: [f"/mall/offers/{w.over}?dialog=over"],
    ("list", "purge"): lambda w: [f"/mall/tags?state=trash&purge={w.tag}"],
    ("home-add", "add"): lambda w: ["/mall/home/offers/add", "/mall/home/slider/add"],
    ("action-dialog", "act"): lambda w: [f"/mall/guests?event={w.event}&act=cancel&row={w.registration}",
                                         f"/mall/guests?act=cancel&row={w.registration}"],
}


def people(w):
    test_codes.quiet(w.b, ["+79120000045", "+79990000002", "+79120000045"])
    rich, blocked, unconfirmed, gone = w.users
    return ["/people?q=zzz", "/people?surveyed=true&sort=-balance", f"/people/{rich}", f"/people/{blocked}",
            f"/people/{unconfirmed}", f"/people/{gone}", "/people/devices?push=none&bound=false",
            "/people/devices/" + w.first("/mall/devices?bound=true"), "/people/points?verify=1",
            "/people/referrals?state=held", f"/people/{w.person}/points", "/people/codes"]


PEOPLE_DIALOGS = {
    ("person-forms", "block"): lambda w: [f"/people/{w.users[0]}?dialog=block"],
    ("person-forms", "erase"): lambda w: [f"/people/{w.users[0]}?dialog=erase"],
    ("person-dialogs", "edit"): lambda w: [f"/people/{w.users[0]}?dialog=edit"],
    ("points-dialog", "points"): lambda w: [f"/people/points?user={w.person}&dialog=points"],
    ("points-find", "find"): lambda w: ["/people/points?dialog=find&whom=50045"],
}


def accounts(w):
    w.b.api("PUT", "/accounts/templates/code", {"sms": "Код {code}"}, version=0)
    return ["/accounts?q=zzz", "/accounts?sort=name&confirmed=true", *(f"/accounts/{one}" for one in w.accounts),
            "/accounts/events?kind=push", f"/accounts/clients/{w.client}",
            "/system/outbox", "/people/codes?app=accounts", "/system/settings/accounts"]


ACCOUNTS_DIALOGS = {
    ("accounts", "free"): lambda w: ["/accounts?dialog=free"],
    ("account-client", "part"): lambda w: [f"/accounts/clients/{w.client}?part={part}" for part in (w.part, "new")],
    ("account-dialogs", "edit"): lambda w: [f"/accounts/{w.accounts[0]}?dialog=edit"],
    ("account-dialogs", "reset"): lambda w: [f"/accounts/{w.accounts[0]}?dialog=password"],
    ("account-dialogs", "push"): lambda w: [f"/accounts/{w.accounts[0]}?dialog=push"],
    ("person-forms", "block"): lambda w: [f"/accounts/{w.accounts[0]}?dialog=block"],
    ("person-forms", "erase"): lambda w: [f"/accounts/{w.accounts[0]}?dialog=erase"],
}


def flags(w):
    return [FLAGS + tail for tail in ("?view=preview", "/parameters/paywall_close_opacity", "/explain?platform=ios",
                                      "/versions?v=draft", "/conditions/new%20price%20trial")] + [
            "/stories/board?view=preview"]


FLAGS_DIALOGS = {("flag-review", "publish"): lambda w: [FLAGS + "?dialog=publish"]}


def cruise(w):
    # The demo has none, so no link leads to this form.
    return ["/cruise/document_templates/new"]


def rest(w):
    return ["/search?q=кофе"]


SECTIONS = {
    "mall": Section(("/mall",), 35, mall, MALL_DIALOGS),
    "people": Section(("/people",), 25, people, PEOPLE_DIALOGS),
    "accounts": Section(("/accounts",), 22, accounts, ACCOUNTS_DIALOGS),
    "flags": Section(("/flags", "/mods", "/stories"), 40, flags, FLAGS_DIALOGS),
    "cruise": Section(("/cruise",), 45, cruise),
    "travel": Section(("/travel",), 40),
    # All that is in no other one.
    "rest": Section((), 30, rest),
}
