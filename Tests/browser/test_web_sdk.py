"""A transcript of what Firebase's SDK for JavaScript asks from a page on the web; the SDK itself is not in it."""

import http.server
import threading

from harness import until

PROJECT = "/flags/mods-demo"

# The requests of the SDK (remote-config.md 4.3 and 4.4), with the headers that cause a preflight.
SDK = """async ({url, project, number, key}) => {
    const install = async () => {
        const answer = await fetch(`${url}/v1/projects/${project}/installations`, {
            method: 'POST',
            headers: {'Content-Type': 'application/json', Accept: 'application/json', 'x-goog-api-key': key,
                      'x-firebase-client': 'eyJ2ZXJzaW9uIjoyLCJoZWFydGJlYXRzIjpbXX0'},
            body: JSON.stringify({fid: 'cJs0123456789-_3456789', authVersion: 'FIS_v2', appId, sdkVersion: 'w:0.6.9'})})
        return answer.json()
    }
    const renew = async (made) => {
        const answer = await fetch(`${url}/v1/projects/${project}/installations/${made.fid}/authTokens:generate`, {
            method: 'POST',
            headers: {'Content-Type': 'application/json', Accept: 'application/json', 'x-goog-api-key': key,
                      Authorization: 'FIS_v2 ' + made.refreshToken},
            body: JSON.stringify({installation: {sdkVersion: 'w:0.6.9', appId}})})
        return answer.json()
    }
    const forget = async (made) => {
        const answer = await fetch(`${url}/v1/projects/${project}/installations/${made.fid}`, {
            method: 'DELETE',
            headers: {'Content-Type': 'application/json', Accept: 'application/json', 'x-goog-api-key': key,
                      Authorization: 'FIS_v2 ' + made.refreshToken}})
        return {status: answer.status, body: await answer.json()}
    }
    const ask = async (etag) => {
        const answer = await fetch(`${url}/v1/projects/${project}/namespaces/firebase:fetch?key=${key}`, {
            method: 'POST',
            headers: {'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'If-None-Match': etag || '*'},
            body: JSON.stringify({sdk_version: '12.4.0', app_instance_id: made.fid,
                                  app_instance_id_token: token.token, app_id: appId, language_code: 'ru-RU',
                                  custom_signals: {plan: 'gold'}})})
        return {status: answer.status, etag: answer.headers.get('ETag'), body: await answer.json()}
    }
    const follow = async (version) => {
        const answer = await fetch(`${url}/v1/projects/${number}/namespaces/firebase:streamFetchInvalidations?key=${key}`, {
            method: 'POST',
            headers: {'X-Goog-Api-Key': key, 'X-Goog-Firebase-Installations-Auth': token.token,
                      'Content-Type': 'application/json', Accept: 'application/json', 'Content-Encoding': 'gzip',
                      'If-None-Match': '*'},
            body: JSON.stringify({project: number, namespace: 'firebase', lastKnownVersionNumber: version, appId,
                                  sdkVersion: '12.4.0', appInstanceId: made.fid})})
        const reader = answer.body.getReader(), decoder = new TextDecoder()
        window.isOpen = true
        let text = ''
        for (;;) {
            const {done, value} = await reader.read()
            if (done) return null
            text += decoder.decode(value, {stream: true})
            // As the SDK cuts: from the first brace to the first that closes.
            const [from, to] = [text.indexOf('{'), text.indexOf('}')]
            if (from >= 0 && to > from) {
                reader.cancel()
                return JSON.parse(text.slice(from, to + 1))
            }
        }
    }
    const appId = `1:${number}:web:0a1b2c`
    const made = await install(), token = await renew(made)
    const first = await ask(null), again = await ask(first.etag)
    window.told = {made, token, first, again}
    follow(first.body.templateVersion).then(async (message) => {
        window.told.message = message
        window.told.after = await ask(first.etag)
        window.told.forgotten = await forget(made)
    })
}"""


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>App</title>")

    def log_message(self, *arguments):
        pass


# R83, R16, R63, R74, R81, R82, R111, as a transcript
def test_an_app_on_the_web_needs_no_google(b):
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        origin = f"http://127.0.0.1:{site.server_port}"
        project = b.api("GET", PROJECT)
        key = b.api("POST", PROJECT + "/keys", {"name": "Сайт"})["key"]
        context = b.chromium.new_context()
        context.set_default_timeout(120_000)
        b.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda m: m.type == "error" and b.note(m.text))
        page.on("pageerror", lambda error: b.note(f"script: {error}"))
        page.on("request", lambda r: not r.url.startswith((b.url, origin)) and b.note(f"asks {r.url}"))
        page.goto(origin)
        page.evaluate(SDK, {"url": b.url, "project": project["id"], "number": project["number"], "key": key})
        told = page.evaluate("window.told")
        assert told["made"]["fid"] == "cJs0123456789-_3456789" and told["token"]["expiresIn"] == "604800s", told
        first = told["first"]
        assert first["status"] == 200 and first["body"]["state"] == "UPDATE" and first["body"]["entries"], first
        assert first["etag"].startswith("etag-mods-demo-firebase-fetch-"), first
        assert told["again"]["body"] == {"state": "NO_CHANGE", "templateVersion": first["body"]["templateVersion"]}
        until(lambda: page.evaluate("window.isOpen"))
        b.api("DELETE", PROJECT + "/draft", version=b.api("GET", PROJECT + "/draft")["revision"])
        edit = {"op": "set_value", "key": "paywall_close_delay", "value": "9"}
        revision = b.api("GET", PROJECT + "/draft")["revision"]
        revision = b.api("PATCH", PROJECT + "/draft", {"edits": [edit]}, version=revision)["revision"]
        b.api("PUT", PROJECT + "/draft/publication", {}, version=revision)
        after = until(lambda: page.evaluate("window.told.after"))
        version = page.evaluate("window.told.message.latestTemplateVersionNumber")
        assert int(version) > int(first["body"]["templateVersion"]), version
        assert after["body"]["templateVersion"] == version and after["body"]["state"] == "UPDATE", after
        assert after["body"]["entries"]["paywall_close_delay"] == edit["value"], after
        assert until(lambda: page.evaluate("window.told.forgotten")) == {"status": 200, "body": {}}
    finally:
        site.shutdown()


# A client that fetches again only after its interval, like the SDK with minimumFetchIntervalMillis.
CLIENT = """({url, key, interval}) => {
    const client = {asked: 0, at: null, values: {}}
    client.value = async name => {
        if (client.at === null || Date.now() - client.at >= interval) {
            const answer = await fetch(url, {
                method: 'POST', headers: {'Content-Type': 'application/json'},
                body: JSON.stringify({app_id: '1:1:web:a', app_instance_id: 'cJs0123456789-_3456789'})})
            const body = await answer.json()
            client.values = body.entries || client.values
            client.at = Date.now()
            client.asked++
        }
        return client.values[name]
    }
    window.client = client
}"""


# D67
def test_a_paywall_chosen_in_the_console_reaches_an_app_after_its_interval(b):
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        project = b.api("GET", PROJECT)
        key = b.api("POST", PROJECT + "/keys", {"name": "Сайт"})["key"]
        context = b.chromium.new_context()
        context.set_default_timeout(120_000)
        b.contexts.append(context)
        app = context.new_page()
        app.clock.install()
        app.goto(f"http://127.0.0.1:{site.server_port}")
        url = f"{b.url}/v1/projects/{project['id']}/namespaces/firebase:fetch?key={key}"
        app.evaluate(CLIENT, {"url": url, "key": key, "interval": 12 * 3600 * 1000})
        value = lambda: app.evaluate("window.client.value('paywall_variant')")
        assert value() == "standard"
        b.api("DELETE", PROJECT + "/draft", version=b.api("GET", PROJECT + "/draft")["revision"])
        page = b.page()
        page.goto(b.url + PROJECT)
        page.click("#ed-paywall_variant button[value=extended]")
        page.click("#publish-now button")
        page.wait_for_selector(".toast:has-text('Опубликовано')")
        assert value() == "standard" and app.evaluate("window.client.asked") == 1
        app.clock.fast_forward("12:00:01")
        assert value() == "extended" and app.evaluate("window.client.asked") == 2
    finally:
        site.shutdown()
