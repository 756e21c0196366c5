"""Faults of the server's process."""

import signal
import subprocess
import threading
import time

from torture import doors
from torture.client import Client, Lost, Refused
from torture.stage import fault
from torture.witness import MAYBE


@fault("kill",
       "A server that is killed (SIGKILL) amid writes, three times, has every change that it acknowledged.",
       "Сервер трижды убит (SIGKILL) посреди записи: каждое подтверждённое изменение на месте.")
def kill(stage):
    server = stage.place.serve()
    with stage.load(server, commands=True) as load:
        for _ in range(3):
            load.more(150 + stage.seed % 50)
            server.kill()
            server.start()
            stage.is_back(server)
        load.more(20)
    stage.settle(server)


@fault("pause",
       "A server that stands still for six seconds (SIGSTOP) goes on where it was; a call that was under way may get 503, "
       "since an app's has five seconds; nothing is done twice.",
       "Сервер замер на шесть секунд (SIGSTOP): он продолжает с того же места; начатый запрос может получить 503, так как "
       "запросу приложения даётся пять секунд; дважды ничего не сделано.",
       in_slice=("sqlite",))
def pause(stage):
    server = stage.place.serve()
    with stage.load(server, may_503=True) as load:
        load.more(50)
        server.signal(signal.SIGSTOP)
        time.sleep(6)
        server.signal(signal.SIGCONT)
        stage.is_back(server)
        load.more(50)
    stage.settle(server)


@fault("stop",
       "A server that is asked to end (SIGTERM) under load ends with 0, and answers every request that it has begun.",
       "Сервер под нагрузкой просят завершиться (SIGTERM): он завершается с кодом 0 и отвечает на каждый начатый запрос.")
def stop(stage):
    server = stage.place.serve()
    # A connection for each request, and no second try: a change that was done without an answer is a request cut off.
    with stage.load(server, persistent=False, repeats=False) as load:
        for _ in range(3):
            load.more(60)
            began = time.monotonic()
            code = server.stop()
            stage.expect(code == 0, f"it ended with {code}")
            took = time.monotonic() - began
            stage.note(f"ended in {took:.2f} s", f"завершился за {took:.2f} с")
            server.start()
        load.more(20)
    stage.settle(server)
    unanswered = stage.witness.count(MAYBE)
    stage.note(f"{stage.witness.cut} of {unanswered} requests without an answer were done",
               f"запросов без ответа: {unanswered}, из них выполнено: {stage.witness.cut}")
    stage.expect(stage.witness.cut == 0, f"{stage.witness.cut} requests were done, and cut off before their answer")


@fault("two-writers",
       "Of writers who change one entry at once, each version has one; the others are told (412).",
       "Несколько сотрудников сразу меняют одну запись: у каждой версии один автор, остальные узнают об этом (412).")
def two_writers(stage):
    server = stage.place.serve()
    with stage.load(server, weights={doors.shared: 1}) as load:
        load.more(300)
    stage.settle(server)
    entry = stage.place.cast["people"][0]["tag"]
    version = server.client().send("GET", f"{doors.TAGS}/{entry}").json["version"]
    kept = load.acknowledged()
    stage.expect(version == kept + 1, f"version {version} after {kept} changes that were acknowledged")
    told = stage.witness.statuses[412]
    stage.note(f"{told} of {kept + told} were told 412", f"412 получили {told} из {kept + told}")


@fault("import-killed",
       "An import whose server is killed in its middle is sent again with its key, and makes each row once.",
       "Посреди импорта сервер убит; импорт отправлен снова с тем же ключом, и каждая строка появляется один раз.")
def import_killed(stage):
    server = stage.place.serve()
    count = 4_000
    table = "\n".join(["name.ru"] + [f"imported {number}" for number in range(count)]).encode()
    headers = {"Content-Type": "text/csv", "Idempotency-Key": "the-import"}

    def there():
        answer = server.client().send("GET", f"{doors.TAGS}/export")
        return [line.split(",")[3] for line in answer.text.splitlines() if ",imported " in line]

    sent = threading.Thread(target=ignored, args=(server.client(), "POST", f"{doors.TAGS}/import?format=csv", table, headers))
    sent.start()
    reader = server.client()
    while not reader.send("GET", f"{doors.TAGS}?q=imported&limit=1").json["items"]:
        time.sleep(0.01)
    server.kill()
    sent.join()
    server.start()
    stage.is_back(server)
    half = len(there())
    stage.expect(half < count, "the import was over before the server was killed")
    began = time.monotonic()
    while True:
        answer = server.client().send("POST", f"{doors.TAGS}/import?format=csv", table, headers)
        if answer.status != 409 or time.monotonic() - began > 90:
            break
        stage.expect(answer.headers.get("Retry-After"), "409 without Retry-After")
        time.sleep(1)
    stage.expect(answer.status == 200, f"sent again: {answer}")
    rows = there()
    stage.expect(len(rows) == len(set(rows)) == count, f"{len(rows)} rows, {len(set(rows))} different, of {count}")
    took = time.monotonic() - began
    stage.note(f"{half} of {count} rows were there after the kill, all after {took:.0f} s",
               f"после сбоя было строк: {half} из {count}, все — через {took:.0f} с")
    stage.settle(server)


def ignored(client, *arguments):
    try:
        client.send(*arguments)
    except (Lost, Refused):
        pass


@fault("backup-killed",
       "A backup that is killed leaves none that looks whole; the next one is, and is restored.",
       "Копия прервана (SIGKILL): ничто не выдаёт себя за целую; следующая цела и восстанавливается.")
def backup_killed(stage):
    server = stage.place.serve()
    with stage.load(server) as load:
        load.more(40)
        place, target = stage.place, str(stage.place.folder) + "-backups"
        for wait in (0.15, 0.4, 0.8):
            process = subprocess.Popen([place.program, "backup", "create"], env=place.environment(
                {"VITRINA_BACKUP_TO": target}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(wait)
            process.kill()
            process.wait()
        listed = place.command("backup", "list", "--from", target, "--json")
        whole = place.command("backup", "verify", "latest", VITRINA_BACKUP_TO=target).returncode == 0
        began = time.monotonic()
        made = place.command("backup", "create", VITRINA_BACKUP_TO=target)
        # The killed one has its lease until it runs out.
        while made.returncode == 75 and time.monotonic() - began < 60:
            time.sleep(2)
            made = place.command("backup", "create", VITRINA_BACKUP_TO=target)
        stage.expect(made.returncode == 0, f"backup create: {made.returncode} {made.stderr[-300:]}")
        took = time.monotonic() - began
        stage.note(f"the next backup was made after {took:.1f} s", f"следующая копия сделана через {took:.1f} с")
        stage.expect(listed.returncode in (0, 66) or not whole, f"backup list: {listed.stderr[-200:]}")
    verified = place.command("backup", "verify", "latest", "--trial", VITRINA_BACKUP_TO=target)
    stage.expect(verified.returncode == 0, f"backup verify: {verified.stderr[-300:]} {verified.stdout[-300:]}")
    stage.settle(server)
    server.stop()
    restore_killed(stage, target)


def restore_killed(stage, target):
    """Into a new place; killed twice in the middle, then to its end."""
    place = stage.place.empty(stage)
    words = ["backup", "restore", "latest", "--from", target]
    for wait in (0.1, 0.5):
        process = subprocess.Popen([place.program, *words], env=place.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.kill()
        process.wait()
    done = place.command(*words)
    stage.expect(done.returncode == 0, f"backup restore after two kills: {done.returncode} {done.stderr[-400:]}")
    if done.returncode == 0:
        stage.check_itself(place)


@fault("servers",
       "Of three servers on one PostgreSQL one is killed, then each is restarted in turn: they agree within a second, and a request"
       " that is sent again to another server is done, once.",
       "Из трёх серверов на одной PostgreSQL один убит, потом каждый по очереди перезапущен: за секунду они показывают одно и то"
       " же, а запрос, повторённый другому серверу, выполнен, и один раз.", on=("postgres",))
def servers(stage):
    three = [stage.place.serve() for _ in range(3)]
    with stage.load(*three) as load:
        load.more(60)
        three[0].kill()
        load.more(30)
        three[0].start()
        for server in three:
            code = server.stop()
            stage.expect(code == 0, f"a server ended with {code}")
            load.more(20)
            server.start()
        load.more(30)
    stage.expect(stage.witness.count(MAYBE) == 0 or all(
        record.kind in ("change", "flags", "account") for record in stage.witness.records if record.state == MAYBE),
        "a request with a key was not done although it was sent again")
    worst = 0.0
    for number in range(20):
        worst = max(worst, agreement(three, number))
    stage.expect(worst <= 1.5, f"the servers agreed after {worst:.2f} s only")
    stage.note(f"agreed within {worst:.2f} s", f"одно и то же показали за {worst:.2f} с")
    stage.settle(three[1])


def agreement(three, number):
    """Seconds until all servers show an app what one has acknowledged."""
    name = f"agreed {number}"
    made = three[number % 3].client().send("POST", "/admin/api/v1/mall/news?publish=true", {
        "title": {"ru": name}, "on_main": True, "live_from": "2020-01-01T00:00:00Z"})
    assert made.is_done, made
    began, clients = time.monotonic(), [Client(server.port) for server in three]
    while not all(client.send("GET", f"/api/v1/news/{made.json['id']}").text.count(name) for client in clients):
        if time.monotonic() - began > 20:
            return 20.0
        time.sleep(0.01)
    return time.monotonic() - began
