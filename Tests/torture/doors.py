"""What people and programs do: one function for each door, which one worker does now and then."""

import hashlib
import urllib.parse
import zlib

from torture.witness import KEPT

ADMIN = "/admin/api/v1"
TAGS = f"{ADMIN}/mall/tags"
OFFERS = [
    "/api/v1/news/with/promotions-and-event?on_main=true", "/api/v1/offers?on_home=true", "/api/v1/events?on_home=true",
    "/api/v1/shops/category/slug/services?on_home=true", "/api/v1/offers?offset=20",
]
READS = OFFERS + [
    "/mods/category/mashiny?limit=20&offset=0", "/stories/v1/groups/?lang=en", "/api/v3/Cruise/GetAvailableCabins/river/{cruise}/1/1",
    "/v3.0/schedule/?station=s9613062&apikey={timetable}", "/v3.0/search/?from=s9613061&to=s9613181&apikey={timetable}",
]
STAFF_READS = [TAGS, f"{ADMIN}/status", f"{ADMIN}/search?q=кофе", f"{ADMIN}/mall/points?limit=20", f"{ADMIN}/agenda",
               f"{ADMIN}/changes", f"{ADMIN}/cruise/orders?limit=20"]


def tag(worker):
    """An entry is created under an idempotency key, half of them published at once."""
    name = worker.name("t")
    publish = worker.random.choice(["", "?publish=true"])
    worker.write("tag", name, "POST", TAGS + publish, {"name": {"ru": name}})


def brief(worker):
    """An entry is published, then removed: what is in memory does not grow by it."""
    made = worker.send("POST", f"{TAGS}?publish=true", {"name": {"ru": worker.name("g")}})
    if made and made.is_done:
        worker.send("DELETE", f"{TAGS}/{made.json['id']}", None, {"If-Match": '"1"'})


def change(worker):
    """The worker's own entry is changed with If-Match; who does not know the version reads it first."""
    save(worker, worker.person["tag"], worker.versions)


def shared(worker):
    """All workers change one entry."""
    save(worker, worker.load.cast["people"][0]["tag"], worker.versions)


def save(worker, entry, versions):
    if entry not in versions:
        answer = worker.read(f"{TAGS}/{entry}")
        if not answer or answer.status != 200:
            return
        versions[entry] = answer.json["version"]
    version, name = versions.pop(entry), worker.name("v")
    # No idempotency key is needed: the version says which change is meant.
    record = worker.write("change", f"{entry} {version + 1} {name}", "PATCH", f"{TAGS}/{entry}",
                          {"name": {"ru": name}}, {"If-Match": f'"{version}"'}, is_keyed=False)
    if record.state == KEPT:
        versions[entry] = version + 1


def points(worker):
    """Staff give points."""
    note = worker.name("p")
    worker.write("points", note, "POST", f"{ADMIN}/mall/users/{worker.person['id']}/points", {"change": 5, "reason": note})


def purchase(worker):
    """A gift is bought for points, then used, so that it can be bought again."""
    person, offer = worker.person, worker.load.cast["offer"]
    path, token = f"/api/v1/mobile-users/{person['id']}/offers/{offer}", {"token": person["token"]}
    key = worker.name("b")
    worker.write("purchase", digest(key), "POST", f"{path}/attend", None, token, staff=False, key=key)
    worker.send("POST", f"{path}/activated", None, token, staff=False)


def sign_in(worker):
    """A stranger asks for a code, and signs in."""
    phone = f"+7988{worker.load.seed % 1000:03d}{worker.number:01d}{worker.random.randrange(1000):03d}"
    device = worker.send("POST", "/api/v1/mobile-device", {
        "install_app": 1_763_000_000, "os": "iOS", "version_os": "19", "model": "iPhone"}, staff=False)
    asked = worker.send("POST", "/api/v1/mobile-users/login", {"phone": phone}, staff=False)
    if device and device.is_done and asked and asked.is_done:
        worker.send("POST", "/api/v1/mobile-users/auth", {
            "phone": phone, "smsCode": "000000", "mobileDeviceId": device.json["id"]}, staff=False)


def flags(worker):
    """A template is published if nobody has published meanwhile, and fetched."""
    person = worker.person
    path = f"/v1/projects/{person['project']}/remoteConfig"
    answer = worker.send("GET", path)
    if not answer or answer.status != 200:
        return
    value = worker.name("f")
    template = {"parameters": {"value": {"defaultValue": {"value": value}}}}
    worker.write("flags", f"{person['project']} {value}", "PUT", path, template, {"If-Match": answer.headers["ETag"]},
                 is_keyed=False, proof=lambda answer: int(answer.json["version"]["versionNumber"]))
    worker.send("POST", f"/v1/projects/{person['project']}/namespaces/firebase:fetch?key={person['key']}", {
        "appId": "1:1:ios:a", "appInstanceId": f"c{worker.number}"}, staff=False)


def account(worker):
    """Somebody registers by a code."""
    number = int(worker.name("a").rsplit("-", 1)[1])
    phone = f"9{worker.load.seed % 1000:03d}{worker.number % 10}{number % 100_000:05d}"
    asked = worker.send("POST", "/api/users/sms", {"phone": phone}, staff=False)
    if asked and asked.is_done:
        worker.write("account", phone, "POST", "/api/users/register", {
            "name": "Анна", "phone": phone, "code": 1234, "password": "Qwerty1!"}, staff=False, is_keyed=False)


def order(worker):
    """A cabin is ordered, if it is free."""
    cruise, cabin = worker.random.choice(worker.load.cast["cabins"])
    key = worker.name("o")
    worker.write("order", digest(key), "POST", "/api/v3/Order/Create", {
        "cruise_id": cruise, "type": "river", "variant": "prepayment",
        "cabins": [{"cabin_id": cabin, "passengers": [{"name": "Анна"}]}],
    }, {"Authorization": f"Bearer {worker.person['cruise']}"}, staff=False, key=key)


def file(worker):
    """A picture is uploaded; its name is the digest of its bytes."""
    name = worker.name("m")
    worker.write("file", name, "POST", f"{ADMIN}/media?name={name}.png", picture(name),
                 {"Content-Type": "application/octet-stream"}, proof=lambda answer: answer.json["id"])


def rows(worker):
    """A table of forty entries is imported."""
    name, count = worker.name("i"), 40
    table = "\n".join(["name.ru"] + [f"{name}-{number}" for number in range(count)])
    worker.write("import", name, "POST", f"{TAGS}/import?format=csv", table.encode(), {"Content-Type": "text/csv"},
                 subject=count)


def read(worker):
    path = worker.random.choice(READS).format(timetable=worker.load.cast["timetable"],
                                              cruise=worker.load.cast["cabins"][0][0])
    worker.read(path, staff=False)


def staff_read(worker):
    worker.read(urllib.parse.quote(worker.random.choice(STAFF_READS), safe="/?=&"))


def command(worker):
    """The command line works on the same database."""
    note = worker.name("c")
    worker.command(worker.random.choice([
        ("points", ["points", "give", worker.person["id"], "5", "--reason", note], note),
        ("tag", ["tags", "create", "--publish", "--set", f"name={note}"], note),
        (None, ["doctor"], None), (None, ["points", "verify"], None),
    ]))


# How often each is done, of a hundred.
WEIGHTS = {tag: 22, change: 8, shared: 6, points: 8, purchase: 12, sign_in: 4, flags: 6, account: 5, order: 4, file: 3,
           rows: 1, read: 14, staff_read: 7}

# A day after which there is as much to keep in memory as before.
DAY = {brief: 10, change: 6, shared: 3, points: 6, purchase: 12, sign_in: 8, flags: 4, account: 3, order: 1, file: 1, read: 36,
       staff_read: 10}


def digest(key):
    return hashlib.sha256(key.encode()).hexdigest()


def picture(name):
    """A grey picture of a few pixels, different for each name."""
    def chunk(kind, content):
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")

    pixels = hashlib.sha256(name.encode()).digest()
    size = (len(pixels)).to_bytes(4, "big") + (1).to_bytes(4, "big")
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x08\0\0\0\0") + chunk(b"IDAT", zlib.compress(b"\0" + pixels))
            + chunk(b"IEND", b""))
