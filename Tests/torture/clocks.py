"""Faults of the clock."""

import datetime
import time

from torture import doors
from torture.stage import fault

DAYS = 86_400


def later(seconds):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).isoformat()


def waiting(stage, client):
    """An entry that is published in five minutes, a piece of news that apps see then, and one in the trash."""
    ids = {}
    for name in ("planned", "trashed"):
        made = client.send("POST", doors.TAGS, {"name": {"ru": name}})
        ids[name] = made.json["id"]
    planned = client.send("PUT", f"{doors.TAGS}/{ids['planned']}/schedule/publication", {"at": later(300)},
                          {"If-Match": '"1"'})
    stage.expect(planned.is_done, f"a plan: {planned}")
    removed = client.send("DELETE", f"{doors.TAGS}/{ids['trashed']}", None, {"If-Match": '"1"'})
    stage.expect(removed.is_done, f"into the trash: {removed}")
    news = client.send("POST", "/admin/api/v1/mall/news?publish=true", {
        "title": {"ru": "Завтра"}, "on_main": True, "live_from": later(300)})
    stage.expect(news.is_done, f"news: {news}")
    return ids | {"news": news.json["id"]}


def still_waiting(stage, client, ids, where):
    planned = client.send("GET", f"{doors.TAGS}/{ids['planned']}").json
    stage.expect(planned["live"] is None, f"an entry was published early ({where})")
    news = client.send("GET", f"/api/v1/news/{ids['news']}", staff=False)
    stage.expect("Завтра" not in news.text, f"an app saw news early ({where})")


def is_in_trash(stage, client, ids, where):
    trash = client.send("GET", f"{doors.TAGS}?state=trash&limit=100").json["items"]
    stage.expect(any(entry["id"] == ids["trashed"] for entry in trash), f"the trash was emptied ({where})")


@fault("clock-of-one",
       "Of three servers on one PostgreSQL one has a clock that is 10 minutes, then 32 days ahead: nothing is published early, the"
       " trash is kept, and `status` tells of the drift.",
       "У одного из трёх серверов на одной PostgreSQL часы спешат на 10 минут, потом на 32 дня: раньше срока ничего не"
       " публикуется, корзина цела, `status` говорит о расхождении.", on=("postgres",))
def clock_of_one(stage):
    right = [stage.place.serve() for _ in range(2)]
    library = stage.workshop.clock_library()
    ids = waiting(stage, right[0].client())
    for seconds, name in ((600, "10 minutes"), (32 * DAYS, "32 days")):
        wrong = stage.place.serve(LD_PRELOAD=library, AHEAD_SECONDS=str(seconds))
        with stage.load(*right, wrong) as load:
            load.more(80)
            end = time.monotonic() + 30
            drift = None
            while drift is None and time.monotonic() < end:
                drift = wrong.client().send("GET", "/admin/api/v1/status").json["health"]["clock_drift_ms"]
                time.sleep(0.5)
            load.more(40)
        stage.expect(drift is not None and abs(drift / 1000 - seconds) < 5, f"`status` says a drift of {drift} ms ({name})")
        told = stage.place.command("doctor", LD_PRELOAD=library, AHEAD_SECONDS=str(seconds)).stdout
        stage.expect("WARN  clock" in told or "FAIL  clock" in told, f"doctor says nothing of a clock {name} ahead: {told}")
        for server in (*right, wrong):
            still_waiting(stage, server.client(), ids, name)
            is_in_trash(stage, server.client(), ids, name)
        stage.expect(wrong.stop() == 0, "the server with the wrong clock did not end with 0")
    stage.settle(right[0])


@fault("clock-alone",
       "A server on SQLite is restarted with a clock that is 32 days ahead: nothing is removed by age, and doctor asks; with the"
       " right clock again all is as it was.",
       "Сервер на SQLite перезапущен с часами, которые спешат на 32 дня: по возрасту ничего не удаляется, `doctor` спрашивает; с"
       " верными часами всё как было.", on=("sqlite",))
def clock_alone(stage):
    server = stage.place.serve()
    with stage.load(server) as load:
        load.more(60)
        ids = waiting(stage, server.client())
    stage.expect(server.stop() == 0, "the server did not end with 0")
    server.more = {"LD_PRELOAD": stage.workshop.clock_library(), "AHEAD_SECONDS": str(32 * DAYS)}
    server.start()
    # The cleanup comes at the start.
    time.sleep(2)
    is_in_trash(stage, server.client(), ids, "32 days ahead")
    told = stage.place.command("doctor", **server.more).stdout
    stage.expect("--accept-clock" in told, f"doctor does not ask: {told}")
    server.stop()
    server.more = {}
    server.start()
    is_in_trash(stage, server.client(), ids, "the right clock again")
    stage.settle(server)
