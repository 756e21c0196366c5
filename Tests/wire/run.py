"""Lets public clients of Firebase Remote Config and of OFREP speak to a real server.

usage: run.py [VITRINA]
    VITRINA   the program ($VITRINA_PROGRAM or .build/debug/vitrina)

It runs on SQLite and, where VITRINA_TEST_POSTGRES names a PostgreSQL, on that as well.
"""

import gzip
import http.client
import io
import json
import logging
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import firebase_admin
import firebase_admin.credentials
import firebase_admin.remote_config
import firebase_remote_config as rc
import firebase_remote_config.client
import google.auth.exceptions
import google.oauth2.credentials
import jsonschema
from firebase_remote_config import exceptions
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.flag_evaluation import Reason

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
SCHEMAS = json.loads((HERE / "ofrep.json").read_text())
PROJECT = {"id": "demo", "number": 123456789012, "app": "demo", "environment": "production", "title": "Demo"}


class Server:
    """A server on an empty database with one project, a key of its apps and a token of its staff."""

    def __init__(self, program, folder, **settings):
        self.program = program
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VITRINA_")}
        self.environment = kept | {
            "VITRINA_DATA": folder, "VITRINA_PORT": "0", "VITRINA_RATE_LIMIT": "0", "VITRINA_CONTEXT": "none",
            "LANG": "C.UTF-8", "LANGUAGE": "en",
        } | settings
        self.command("migrate")
        self.command("staff", "add", "--email", "o@x.ru", "--name", "Olga", "--role", "owner", "--password-stdin",
                     text="correct horse battery\n")
        made = self.command("tokens", "create", "--name", "wire", "--role", "owner", "--for", "o@x.ru", "--json")
        self.token = json.loads(made)["token"]
        self.process = subprocess.Popen([program, "serve"], cwd=TOP, env=self.environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        line = ""
        while "http://" not in line:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("wire: the server has not started")
        self.url = "http://127.0.0.1:" + line.rsplit(":", 1)[1].split("/", 1)[0].strip()
        if self.call("GET", "/admin/api/v1/flags/demo", staff=True)[0] == 404:
            self.made("/admin/api/v1/flags", PROJECT)
        self.key = self.made("/admin/api/v1/flags/demo/keys", {"name": "wire"})["key"]

    def command(self, *arguments, text=None):
        done = subprocess.run([self.program, *arguments], input=text, text=True, capture_output=True, cwd=TOP,
                              env=self.environment, check=False)
        if done.returncode:
            sys.exit(f"wire: vitrina {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def call(self, method, path, body=None, headers=None, staff=False):
        """Status, headers and text of an answer."""
        headers = {"Content-Type": "application/json"} | (headers or {})
        if staff:
            headers["Authorization"] = f"Bearer {self.token}"
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        url = path if path.startswith("http") else self.url + path
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def made(self, path, body):
        status, _, text = self.call("POST", path, body, staff=True)
        assert status == 201, text
        return json.loads(text)

    def put(self, template):
        status, _, text = self.call("PUT", "/v1/projects/demo/remoteConfig", template, {"If-Match": "*"}, staff=True)
        assert status == 200, text

    def end(self):
        self.process.terminate()
        self.process.wait()


def refuses(error, act):
    try:
        act()
    except error as refusal:
        return str(refusal)
    raise AssertionError(f"{error.__name__} was expected")


# R13, R15, R19, R21, R22, R24, R26, R45, D58; of R44 the part that the Admin SDKs share with this client.
def management(server):
    firebase_remote_config.client.FIREBASE_REMOTE_CONFIG_URL = server.url + "/v1/projects"
    credentials = google.oauth2.credentials.Credentials(token=server.token)
    client = rc.RemoteConfigClient(credentials, "demo")
    config = client.get_remote_config()
    assert config.template.conditions == [] and config.etag == "etag-123456789012-0"
    config.template.parameters["title"] = rc.RemoteConfigParameter(
        defaultValue=rc.RemoteConfigParameterValue(value="Hello"), valueType=rc.ParameterValueType.STRING)
    checked = client.validate_remote_config(config)
    assert checked.etag.endswith("-0") and checked.template.version is None
    assert client.get_remote_config().template.parameters == {}
    first = client.update_remote_config(config)
    assert first.etag == "etag-123456789012-1" and first.template.version.versionNumber == "1"
    assert first.template.version.updateUser.email == "o@x.ru"
    message = refuses(exceptions.VersionMismatchError, lambda: client.update_remote_config(config))
    assert "Expected version 0, found 1 for project: 123456789012" in message, message
    forced = rc.RemoteConfig(template=first.template, etag="*")
    forced.template.parameters["title"].defaultValue.value = "Bonjour"
    assert client.update_remote_config(forced).template.version.updateType.value == "FORCED_UPDATE"
    broken = client.get_remote_config()
    broken.template.parameters["1st"] = broken.template.parameters["title"]
    refuses(exceptions.ValidationError, lambda: client.validate_remote_config(broken))
    refuses(exceptions.ValidationError, lambda: client.update_remote_config(broken))
    back = client.rollback("1")
    assert back.template.version.updateType.value == "ROLLBACK" and back.template.version.rollbackSource == "1"
    assert back.template.parameters["title"].defaultValue.value == "Hello"
    refuses(exceptions.UnexpectedError, lambda: client.rollback("99"))
    listed = client.list_versions(page_size=2)
    assert [version.versionNumber for version in listed.versions] == ["3", "2"]
    rest = client.list_versions(page_size=2, page_token=listed.nextPageToken)
    assert [version.versionNumber for version in rest.versions] == ["1"] and rest.nextPageToken is None
    assert client.get_remote_config("2").template.parameters["title"].defaultValue.value == "Bonjour"
    stranger = rc.RemoteConfigClient(google.oauth2.credentials.Credentials(token=server.key), "demo")
    # Google's library requests another token after 401 only.
    refuses(google.auth.exceptions.RefreshError, stranger.get_remote_config)


TEMPLATE = {
    "conditions": [
        {"name": "gold", "expression": "app.customSignal['plan'].exactlyMatches(['gold'])"},
        {"name": "half", "expression": "percent('seed') <= 50"},
    ],
    "parameters": {
        "title": {"defaultValue": {"value": "Hello"}, "conditionalValues": {"gold": {"value": "Gold"}}},
        "is_on": {"defaultValue": {"value": "true"}, "valueType": "BOOLEAN"},
        "count": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"},
        "delay": {"defaultValue": {"value": "2"}, "conditionalValues": {"gold": {"value": "0.5"}},
                  "valueType": "NUMBER"},
        "texts": {"defaultValue": {"value": "{\"ru\":\"Да\"}"}, "valueType": "JSON"},
        "list": {"defaultValue": {"value": "[1]"}, "valueType": "JSON"},
        "split": {"defaultValue": {"value": "a"}, "conditionalValues": {"half": {"value": "b"}}},
        "own": {"defaultValue": {"useInAppDefault": True}},
    },
}


# R17, R84, R85, R86, R87, R88, R90, R96
def provider(server):
    server.put(TEMPLATE)
    headers = {"Authorization": f"Bearer {server.key}"}
    api.set_provider(OFREPProvider(server.url, headers_factory=lambda: headers, timeout=60))
    client = api.get_client()
    nobody, gold = EvaluationContext(), EvaluationContext("u1", {"plan": "gold"})
    assert client.get_string_value("title", "?", nobody) == "Hello"
    details = client.get_string_details("title", "?", gold)
    assert (details.value, details.variant, details.reason) == ("Gold", "gold", Reason.TARGETING_MATCH), details
    assert details.flag_metadata["condition"] == "gold"
    assert client.get_boolean_value("is_on", False, gold) is True
    assert client.get_integer_value("count", 0, gold) == 3
    assert client.get_float_details("delay", 9.0, nobody).value == 2.0
    assert client.get_float_details("delay", 9.0, nobody).error_code is None
    assert client.get_float_value("delay", 9.0, gold) == 0.5
    assert client.get_object_value("texts", {}, gold) == {"ru": "Да"}
    assert client.get_object_value("list", [], gold) == [1]
    assert client.get_string_value("own", "built in", gold) == "built in"
    reasons = {client.get_string_details("split", "?", EvaluationContext(f"u{number}")).reason for number in range(40)}
    assert reasons == {Reason.SPLIT, Reason.STATIC}, reasons
    assert client.get_string_details("none", "?", gold).error_code.value == "FLAG_NOT_FOUND"
    stranger = OFREPProvider(server.url, headers_factory=lambda: {"Authorization": "Bearer x"}, timeout=60)
    refuses(Exception, lambda: stranger.resolve_string_details("title", "?"))


def valid(text, name):
    jsonschema.validate(json.loads(text), {"$ref": f"#/$defs/{name}", "$defs": SCHEMAS["$defs"]})
    return json.loads(text)


# R17, R18, R85, R89, R90, R92, R95
def answers(server):
    flags, key = "/ofrep/v1/evaluate/flags", {"X-API-Key": server.key}
    contexts = [{}, {"context": {}}, {"context": {"targetingKey": "u1", "plan": "gold", "platform": "ios"}}]
    for context in contexts:
        for name in TEMPLATE["parameters"]:
            status, headers, text = server.call("POST", f"{flags}/{name}", context, key)
            assert headers["Content-Type"].startswith("application/json")
            valid(text, "success" if status == 200 else "failure")
            assert status == 200, text
        status, headers, text = server.call("POST", flags, context, key)
        assert status == 200 and len(valid(text, "bulk")["flags"]) == len(TEMPLATE["parameters"])
        again = server.call("POST", flags, context, key | {"If-None-Match": headers["ETag"]})
        assert again[0] == 304 and again[2] == "", again
    assert valid(server.call("POST", f"{flags}/none", {}, key)[2], "not_found")["key"] == "none"
    for body in [b"{", b'{"context":[]}']:
        status, _, text = server.call("POST", f"{flags}/title", body, key)
        assert status == 400 and valid(text, "failure")["key"] == "title"
        status, _, text = server.call("POST", flags, body, key)
        assert status == 400 and valid(text, "bulk_failure")
    status, headers, text = server.call("GET", "/ofrep/v1/configuration", None, key)
    assert status == 200 and valid(text, "configuration")
    again = server.call("GET", "/ofrep/v1/configuration", None, key | {"If-None-Match": headers["ETag"]})
    assert again[0] == 304 and again[2] == "", again
    refusals(server, flags, key)


def refusals(server, flags, key):
    """Whatever is refused has a reason."""
    shut = server.made("/admin/api/v1/flags/demo/keys", {"name": "shut"})
    assert server.call("DELETE", f"/admin/api/v1/flags/demo/keys/{shut['id']}", staff=True)[0] in (200, 204)
    asked = [
        (401, "POST", flags, {}, {"X-API-Key": "x"}), (401, "POST", f"{flags}/title", {}, {}),
        (403, "POST", flags, {}, {"X-API-Key": shut["key"]}), (403, "POST", f"{flags}/title", {}, {"X-API-Key": shut["key"]}),
        (401, "GET", "/ofrep/v1/configuration", None, {}), (401, "GET", "/ofrep/v1/events?ticket=x", None, {}),
        (404, "GET", "/ofrep/v1/none", None, key), (404, "GET", flags, None, key),
        (413, "POST", flags, b" " * (1 << 20), key),
    ]
    for expected, method, path, body, headers in asked:
        status, headers, text = server.call(method, path, body, headers)
        assert status == expected, (expected, status, path, text)
        assert headers["Content-Type"].startswith("application/json")
        valid(text, "general")


# R91, R95
def limits(place):
    """A server that lets nobody ask much."""
    server = place.server(VITRINA_RATE_LIMIT="10")
    try:
        for path in ["/ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags/title"]:
            for _ in range(1_000):
                status, headers, text = server.call("POST", path, {}, {"X-API-Key": server.key})
                if status == 429:
                    break
            assert status == 429 and 1 <= int(headers["Retry-After"]) <= 60, (status, text)
            valid(text, "general")
    finally:
        server.end()


# R72: an address has ten times the limit, for every kind of answer.
def fetches(place):
    server = place.server(VITRINA_RATE_LIMIT="10", VITRINA_TRUSTED_PROXIES="1")
    path = f"/v1/projects/demo/namespaces/firebase:fetch?key={server.key}"
    try:
        for status in [200, 400, 401]:
            if status == 401:
                settings = {"settings": {"require_installation_token": True}}
                assert server.call("PATCH", "/admin/api/v1/flags/demo", settings, staff=True)[0] == 200
            # The counters restart with each minute, so all of it must happen in one: if it does not, another address
            # begins with the next minute.
            for attempt in range(20):
                minute, answers = time.time() // 60, []
                headers = {"X-Forwarded-For": f"192.0.{attempt}.{status - 199}"}
                while len(answers) < 101 and time.time() // 60 == minute:
                    app = {"appId": "1:1:ios:a", "appInstanceId": f"c{status}-{attempt}-{len(answers)}"}
                    answers.append(server.call("POST", path, b"{" if status == 400 else app, headers)[0])
                if time.time() // 60 == minute:
                    break
            assert answers == [status] * 100 + [429], (status, answers)
    finally:
        server.end()


OPERATORS = {
    "contains": "app.customSignal['{}'].contains(['1', 'go', 'Пете'])",
    "lacks": "app.customSignal['{}'].notContains(['1', 'go'])",
    "is": "app.customSignal['{}'].exactlyMatches(['7', ' gold ', '2.10'])",
    "fits": "app.customSignal['{}'].matches(['^[0-9]+$', 'ol'])",
    "lt": "app.customSignal['{}'] < 7", "le": "app.customSignal['{}'] <= 7", "eq": "app.customSignal['{}'] == 7",
    "ne": "app.customSignal['{}'] != 7", "gt": "app.customSignal['{}'] > 7", "ge": "app.customSignal['{}'] >= 7",
    "vlt": "version(app.customSignal['{}']) < '2.10'", "vle": "version(app.customSignal['{}']) <= '2.10'",
    "veq": "version(app.customSignal['{}']) == '2.10'", "vne": "version(app.customSignal['{}']) != '2.10'",
    "vgt": "version(app.customSignal['{}']) > '2.10'", "vge": "version(app.customSignal['{}']) >= '2.10'",
}
SHARES = ["percent <= 50", "percent > 25.5", "percent between 20 and 60", "percent('seed') <= 33.333333",
          "percent('seed') > 90", "percent('s-1') between 0 and 50 && app.customSignal['a'].contains(['1'])", "true",
          "false"]
SIGNALS = ["7", "7.0", "6.99", "-7", "gold", "golden", " gold", "Санкт-Петербург", "2.9", "2.10", "2.10.0", "2.10.0.1",
           "1"]


class StaffToken(firebase_admin.credentials.Base):
    """A token of a member of staff in the place of Google's credentials."""

    def __init__(self, token):
        self.token = token

    def get_credential(self):
        return google.oauth2.credentials.Credentials(token=self.token)


# R53, R60, R61: the evaluator of Firebase's own Admin SDK, unmodified, decides as this server does.
def admin_sdk(server):
    expressions = [text.format("a") for text in OPERATORS.values()] + SHARES
    names = [f"c{number}" for number in range(len(expressions))]
    template = {
        "conditions": [{"name": name, "expression": text} for name, text in zip(names, expressions)],
        "parameters": {f"p_{name}": {"defaultValue": {"value": "no"}, "conditionalValues": {name: {"value": "yes"}}}
                       for name in names} | {
            "first": {"defaultValue": {"value": "none"},
                      "conditionalValues": {name: {"value": name} for name in names}},
            "own": {"defaultValue": {"useInAppDefault": True}},
        },
    }
    path = "/v1/projects/demo/namespaces/firebase-server"
    status, _, text = server.call("PUT", f"{path}/remoteConfig", template, {"If-Match": "*"}, staff=True)
    assert status == 200, text
    status, headers, text = server.call("GET", f"{path}/serverRemoteConfig", staff=True)
    assert status == 200 and headers["ETag"], text
    # It warns about each signal that is no number.
    logging.getLogger("firebase_admin").setLevel(logging.ERROR)
    app = firebase_admin.initialize_app(StaffToken(server.token), {"projectId": "demo"}, name=uuid.uuid4().hex)
    sdk = firebase_admin.remote_config.init_server_template(app, {"own": "built in"}, text)
    decided = 0
    for number in range(200):
        user = f"user-{number}"
        context = {"randomization_id": user}
        body = {"appId": "1:123456789012:web:abc", "appInstanceId": user}
        # Every tenth sends no signals.
        if number % 10:
            signal = SIGNALS[number % len(SIGNALS)]
            context["a"], body["customSignals"] = signal, {"a": signal}
        status, _, text = server.call("POST", f"{path}:fetch?key={server.key}", body)
        assert status == 200, text
        ours, theirs = json.loads(text)["entries"], sdk.evaluate(context)
        assert "own" not in ours and theirs.get_string("own") == "built in"
        for key, value in ours.items():
            assert theirs.get_string(key) == value, (key, context, value, theirs.get_string(key))
            decided += 1
    print("  decided alike", decided)


# R43: a transcript of what Firebase's command line sends to a server over TLS; it is not the program itself.
def command_line(server):
    form = urllib.parse.urlencode({"refresh_token": server.token, "client_id": "c", "client_secret": "s",
                                   "grant_type": "refresh_token", "scope": "email openid"}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, text = server.call("POST", "/oauth2/v3/token", form, kind)
    assert status == 200, text
    access = json.loads(text)
    assert access["access_token"] and access["expires_in"] > 0
    bearer = {"Authorization": f"Bearer {access['access_token']}"}

    def ask(method, path, body=None, **headers):
        status, found, text = server.call(method, path, body, bearer | headers)
        assert status == 200, (method, path, status, text)
        return json.loads(text), found

    project, _ = ask("GET", "/v1/projects/demo")
    number = project["projectNumber"]
    wanted = {"permissions": ["cloudconfig.configs.get", "cloudconfig.configs.update"]}
    assert ask("POST", f"/v1/projects/{number}:testIamPermissions", wanted)[0] == wanted
    template, headers = ask("GET", "/v1/projects/demo/remoteConfig")
    before = int(template["version"]["versionNumber"])
    template["parameters"]["title"]["defaultValue"]["value"] = "Deployed"
    deployed, _ = ask("PUT", f"/v1/projects/{number}/remoteConfig", template, **{"If-Match": headers["ETag"]})
    assert deployed["version"]["updateUser"]["email"] == "o@x.ru", deployed["version"]
    listed, _ = ask("GET", "/v1/projects/demo/remoteConfig:listVersions?pageSize=10")
    assert listed["versions"][0]["versionNumber"] == str(before + 1)
    back, _ = ask("POST", f"/v1/projects/demo/remoteConfig:rollback?versionNumber={before}")
    assert back["version"]["rollbackSource"] == str(before)
    wrong = server.call("POST", "/oauth2/v3/token", form.replace(server.token.encode(), b"x"), kind)
    assert wrong[0] == 400 and json.loads(wrong[2])["error"] == "invalid_grant", wrong


# R74, R77, R93: a publication is streamed within a second.
def events(server):
    taken = []
    # On a busy machine the publication itself, or a thread of this program, may take longer than that.
    for _ in range(8):
        taken.append(published(server))
        if max(taken[-1].values()) < 1:
            print("  told after", {name: f"{1000 * seconds:.0f} ms" for name, seconds in taken[-1].items()})
            return
    raise AssertionError(taken)


def published(server):
    """Publishes; answers how long it takes until clients are told, and until one that is behind is."""
    bulk = json.loads(server.call("POST", "/ofrep/v1/evaluate/flags", {}, {"X-API-Key": server.key})[2])
    times, told = {}, {}

    def follow(name, request, end):
        with urllib.request.urlopen(request, timeout=120) as stream:
            for line in stream:
                if end in line:
                    times[name] = time.monotonic()
                    told[name] = line.decode().removeprefix("data: ")
                    return

    number = int(bulk["metadata"]["version"])
    sse = urllib.request.Request(bulk["eventStreams"][0]["url"], headers={"Last-Event-ID": str(number)})
    body = json.dumps({"project": "123456789012", "namespace": "firebase", "lastKnownVersionNumber": str(number),
                       "appId": "1:1:ios:a", "sdkVersion": "12", "appInstanceId": "c1"}).encode()
    google = urllib.request.Request(
        server.url + "/v1/projects/123456789012/namespaces/firebase:streamFetchInvalidations", body,
        {"X-Goog-Api-Key": server.key, "Content-Type": "application/json"}, method="POST")
    threads = [threading.Thread(target=follow, args=("sse", sse, b"refetchEvaluation"), daemon=True),
               threading.Thread(target=follow, args=("google", google, f'"{number + 1}"'.encode()), daemon=True)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    began = time.monotonic()
    server.put(TEMPLATE)
    for thread in threads:
        thread.join(120)
    assert set(times) == {"sse", "google"}, times
    taken = {name: at - began for name, at in times.items()}
    event = valid(told["sse"], "event")
    newest = f"?flagConfigEtag={event['etag']}&flagConfigLastModified={event['lastModified']}"
    bulk = server.call("POST", "/ofrep/v1/evaluate/flags" + newest, {}, {"X-API-Key": server.key})[2]
    assert valid(bulk, "bulk")["metadata"]["version"] == number + 1, bulk
    # A client with an older version gets an event at once, and an app with this version does not.
    behind = time.monotonic()
    follow("google", google, f'"{number + 1}"'.encode())
    return taken | {"behind": times["google"] - behind}


class Place:
    """Where one server after another keeps what it has: a folder, and a database in it or on PostgreSQL."""

    def __init__(self, program, folder, postgres):
        self.program, self.folder, self.postgres = program, folder, postgres
        self.databases = []

    def server(self, **settings):
        folder = tempfile.mkdtemp(dir=self.folder)
        if self.postgres:
            name = f"vitrina_wire_{uuid.uuid4().hex}"
            self.psql(f"CREATE DATABASE {name}")
            self.databases.append(name)
            url = urllib.parse.urlsplit(self.postgres)._replace(path="/" + name)
            settings["VITRINA_POSTGRES"] = urllib.parse.urlunsplit(url)
        return Server(self.program, folder, **settings)

    def remove(self):
        for name in self.databases:
            self.psql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def psql(self, statement):
        subprocess.run(["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", statement,
                        self.postgres], check=True, stdout=subprocess.DEVNULL, timeout=300)


class KeptOpen(io.BufferedReader):
    """What one answer after another is read from, each of which closes it."""

    def close(self):
        pass


# R1, R2, R3, R10, R64: answers keep the order of their requests, however these arrive.
def connection(server):
    server.put(TEMPLATE)
    path = "/v1/projects/demo/namespaces/firebase:fetch"
    app = {"appId": "1:123456789012:ios:abc", "appInstanceId": "cAAAAAAAAAAAAAAAAAAAAA"}
    body = json.dumps(app).encode()
    common = f"Host: 127.0.0.1\r\nX-Goog-Api-Key: {server.key}\r\n"

    def fetch(body, *fields, key=server.key):
        head = [f"POST {path}?key={key} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}", *fields]
        return "\r\n".join(head + ["", ""]).encode() + body

    def chunked(body):
        head = f"POST {path} HTTP/1.1\r\n{common}Transfer-Encoding: chunked\r\n\r\n".encode()
        return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)

    missing = f"GET /v1/projects/none/remoteConfig HTTP/1.1\r\n{common}\r\n".encode()
    known = server.call("POST", f"{path}?key={server.key}", app)[1]["ETag"]
    asked = [
        (fetch(body), 200, "UPDATE"), (chunked(body), 200, "UPDATE"), (fetch(b"{'app_id': ", key="no"), 403, None),
        (fetch(b"{"), 400, None), (fetch(body, f"If-None-Match: {known}"), 200, "NO_CHANGE"), (missing, 401, None),
        (fetch(gzip.compress(body)), 200, "UPDATE"), (fetch(body + b" " * 20_000), 200, "UPDATE"),
        (fetch(b""), 400, None), (fetch(body), 200, "UPDATE"),
    ]
    data = b"".join(request for request, _, _ in asked)
    for size in [len(data), 7]:
        with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1]))) as stream:
            sender = threading.Thread(target=lambda: [
                stream.sendall(data[start:start + size]) for start in range(0, len(data), size)])
            sender.start()
            file, heads = KeptOpen(socket.SocketIO(stream, "r")), []
            for number, (_, status, state) in enumerate(asked):
                answer = http.client.HTTPResponse(stream)
                answer.fp = file
                answer.begin()
                text = answer.read()
                assert answer.status == status, (number, answer.status, text)
                assert json.loads(text).get("state") == state, (number, text)
                if state == "UPDATE":
                    heads.append(sorted(name for name, _ in answer.getheaders()))
            sender.join()
        assert all(head == heads[0] for head in heads), heads


def check(place):
    server = place.server()
    try:
        for test in [management, provider, answers, events, connection, admin_sdk, command_line]:
            test(server)
            print("wire:", test.__name__)
    finally:
        server.end()
    for test in [limits, fetches]:
        test(place)
        print("wire:", test.__name__)


def main(program=os.environ.get("VITRINA_PROGRAM") or str(TOP / ".build/debug/vitrina")):
    for postgres in [None, os.environ.get("VITRINA_TEST_POSTGRES")]:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(program, folder, postgres)
            try:
                check(place)
            finally:
                place.remove()
        if not os.environ.get("VITRINA_TEST_POSTGRES"):
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
