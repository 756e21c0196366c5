"""Has clients made of the six descriptions by a generator that knows nothing of Vitrina, and makes calls with each.

usage: clients.py VITRINA DATA ADMIN
    DATA    a directory with a database that holds the demo
    ADMIN   the description of the admin API, as the program prints it
"""

import concurrent.futures
import copy
import importlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from served import Served

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
# The types that the generator cannot name otherwise: files are bytes to it.
SETTINGS = """\
post_hooks: []
content_type_overrides:
  application/zip: application/octet-stream
  text/csv: application/octet-stream
  text/html; charset=utf-8: application/json
"""


def generate(name, description, folder):
    """Makes the package `name`; whatever the generator cannot make something of is a fault."""
    generator = os.path.join(os.path.dirname(sys.executable), "openapi-python-client")
    done = subprocess.run(
        [generator, "generate", "--config", "settings.yml", "--path", description, "--output-path", name,
         "--meta", "none", "--fail-on-warning"],
        cwd=folder, capture_output=True, text=True, timeout=3600)
    if done.returncode or "WARNING" in done.stdout + done.stderr:
        sys.exit(f"clients: {name} cannot be made:\n{(done.stdout + done.stderr)[-5000:]}")
    # A bug of the generator: if a body may have several formats, it forgets to import a name.
    for path in (folder / name / "api").glob("*/*.py"):
        text = path.read_text()
        path.write_text(text.replace("import Response, UNSET\n", "import Response, UNSET, Unset\n"))


class Package:
    """A client that was made."""

    def __init__(self, name, folder, address, token=None):
        self.name = name
        self.modules = {path.stem: f"{name}.api.{path.parent.name}.{path.stem}"
                        for path in (folder / name / "api").glob("*/*.py") if path.stem != "__init__"}
        made = importlib.import_module(name)
        self.client = (made.AuthenticatedClient(base_url=address, token=token) if token
                       else made.Client(base_url=address))
        self.models = importlib.import_module(f"{name}.models")
        self.count = 0

    def authorized(self, key):
        """The same client, with a raw key in its header."""
        own = copy.copy(self)
        own.client = self.client.with_headers({"Authorization": key})
        own.count = 0
        return own

    def call(self, operation, *arguments, status=200, **named):
        """Makes a call; answers what the client has made of the answer."""
        module = importlib.import_module(self.modules[operation])
        answer = module.sync_detailed(*arguments, client=self.client, **named)
        assert answer.status_code == status, f"{self.name}.{operation}: {answer.status_code} {answer.content[:500]}"
        assert answer.parsed is not None, f"{self.name}.{operation}: nothing made of {answer.content[:500]}"
        self.count += 1
        return answer.parsed


def admin(package, served, packages):
    models = package.models
    page = package.call("offers_list", limit=2, sort=models.OffersListSort.TITLE_DESCENDING, count=True)
    assert len(page.items) == 2 and isinstance(page.items[0], models.Offer) and page.items[0].title
    fields = models.OfferFields.from_dict({"name": {"ru": "Из чужой программы"}, "cost": 10})
    offer = package.call("offers_create", body=fields, status=201)
    assert isinstance(offer, models.Offer) and offer.fields.cost == 10 and offer.live is None
    changed = models.OfferFields.from_dict({"cost": 20})
    offer = package.call("offers_save", str(offer.id), body=changed, if_match=f'"{offer.version}"')
    assert offer.fields.cost == 20 and offer.version == 2
    hook = {"url": "https://receiver.example/hook", "events": ["content.*"], "is_active": False}
    hook = package.call("hooks_create", body=models.HooksCreateBody.from_dict(hook), status=201)
    assert hook.to_dict()["events"] == ["content.*"]
    draft = package.call("flags_draft", "mods-demo")
    assert draft.to_dict()["exists"] is True
    users = package.call("users_list", sort=models.UsersListSort.BALANCE_DESCENDING, limit=3)
    assert users.items[0].balance >= users.items[1].balance
    problem = package.call("offers_get", "00000000-0000-7000-8000-000000000000", status=404)
    assert isinstance(problem, models.Problem) and problem.type_ == "/problems/not-found"


def mall(package, served, packages):
    models = package.models
    offers = package.call("get_offers")
    assert offers and isinstance(offers[0], models.Offer)
    assert package.call("get_offer_by_id", str(offers[0].to_dict()["id"])).to_dict()["id"] == offers[0].to_dict()["id"]
    assert package.call("get_events") and package.call("get_categories")
    assert len(package.call("get_shops", offset=3)) == 3
    phone = {"install_app": int(time.time()), "os": "iOS", "version_os": "19.1", "model": "iPhone 17"}
    device = package.call("mobile_device_create", body=models.MobileDeviceCreateBody.from_dict(phone), status=201)
    assert isinstance(device, models.DeviceID)


def mods(package, served, packages):
    models = package.models
    assert isinstance(package.call("get_menu"), models.Menu)
    page = package.call("get_category", "paks", limit=2)
    assert isinstance(page, models.Page)
    assert isinstance(package.call("get_help"), models.Help)
    events = {"events": [{"name": "Purchase"}, {"name": "purchase", "count": 2}]}
    assert isinstance(package.call("post_events", body=models.Events.from_dict(events)), models.Accepted)
    assert isinstance(package.call("get_item", "dinozavr-raptor"), models.Mod)
    assert isinstance(package.call("get_item", "no-such-mod", status=404), models.Error)


def stories(package, served, packages):
    models = package.models
    groups = package.call("story_groups")
    assert groups and isinstance(groups[0], models.StoryGroup)
    for language in ["ru", "en", "de", "kk"]:
        assert len(package.call("story_groups", lang=language)) == len(groups)


def accounts(package, served, packages):
    models = package.models
    phone = "+79990001122"
    package.call("users_sms", body=models.UsersSmsJsonBody.from_dict({"phone": phone}))
    code = packages["admin"].call("codes", app="accounts").items[0].code
    person = {"name": "Пётр", "phone": phone, "code": code, "login": "generated", "password": "correct-horse-1"}
    made = package.call("users_register", body=models.UsersRegisterJsonBody.from_dict(person))
    assert made.login == "generated"
    signed = package.call("auth_login", body=models.AuthLoginJsonBody.from_dict(
        {"login": made.login, "password": made.password}))
    own = Package(package.name, pathlib.Path(sys.path[0]), served["Accounts"], signed.token)
    assert own.call("users_user").to_dict()["login"] == "generated"
    own.call("auth_check")
    own.call("auth_logout")
    package.count += own.count


# T100, T103
def timetable(package, served, packages):
    models, key = package.models, json.loads(served["program"].command("timetable", "keys", "add", "--name", "Generated",
                                                                       "--json"))["key"]
    own = package.authorized(key)
    found = own.call("search", from_="s9613061", to="s9613181")
    assert isinstance(found, models.SearchAnswer) and found.segments and found.pagination.total
    uid = found.segments[0].thread.uid
    assert own.call("thread", uid=uid).uid == uid
    assert own.call("schedule", station="s9613062").schedule
    assert own.call("nearest_stations", lat=59.864177, lng=30.319163, distance=50).stations
    assert own.call("nearest_settlement", lat=50, lng=40).title == "Митрофановка"
    assert own.call("carrier", code="680").carrier.code == 680
    assert own.call("stations_list").countries
    assert own.call("copyright_").copyright_.text
    refused = own.call("search", from_="c2", to="c1111", status=404)
    assert refused.error.http_code == 404
    package.count += own.count


APIS = {"admin": ("Admin API", admin), "mall": ("Mall", mall), "mods": ("Mods", mods),
        "stories": ("Stories", stories), "accounts": ("Accounts", accounts),
        "timetable": ("Timetable", timetable)}


def main(vitrina, data, description):
    described = {"admin": description}
    for name in list(APIS)[1:]:
        app = "Travel" if name == "timetable" else name.capitalize()
        described[name] = str(TOP / f"Sources/Apps/{app}/OpenAPI/{name}-openapi.json")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "settings.yml").write_text(SETTINGS)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda name: generate(name, os.path.abspath(described[name]), folder), described))
        sys.path.insert(0, str(folder))
        program = Served(vitrina, data)
        program.command("staff", "add", "--email", "clients@x.ru", "--role", "owner")
        token = json.loads(program.command("tokens", "create", "--name", "clients", "--role", "owner", "--for",
                                           "clients@x.ru", "--json"))["token"]
        program.command("settings", "set", "mods", "client_events=true")
        program.command("settings", "set", "accounts", "test_mode=true")
        with program.running() as (_, served):
            packages = {}
            served["program"] = program
            for name, (api, calls) in APIS.items():
                # The paths of the admin API begin at the root of the server.
                address = served[api].removesuffix("/admin/api/v1")
                packages[name] = Package(name, folder, address, token if name == "admin" else None)
                calls(packages[name], served, packages)
                assert packages[name].count >= 5
    print("clients:", ", ".join(f"{name} {package.count} calls" for name, package in packages.items()))


if __name__ == "__main__":
    main(*sys.argv[1:])
