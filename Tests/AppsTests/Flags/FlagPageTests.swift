import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// The pages of flags, as the server sends them.
struct FlagPageTests {
    private static let page = "/flags/mods-demo/google"

    /// The headers of the browser of a signed-in owner.
    private func cookie(_ vitrina: Vitrina) async throws -> HTTPFields {
        var headers = try await vitrina.browser(of: .owner)
        headers[.acceptLanguage] = "ru"
        return headers
    }

    private func post(
        _ vitrina: Vitrina,
        _ path: String,
        _ form: String = "",
        _ cookie: HTTPFields
    ) async throws -> (status: Int, text: String, location: String) {
        var headers = cookie
        headers[.contentType] = "application/x-www-form-urlencoded"
        headers[.origin] = "http://localhost"
        let reply = try await vitrina.postForm(path, form, cookie: headers)
        return (reply.status, reply.text, reply.headers[.location] ?? "")
    }

    @Test(arguments: TestDatabase.all)
    func `what others have changed in Firebase is shown beside ours, and goes only when somebody says so`(
        kind: TestDatabase
    ) async throws {
        try await withGoogle(kind) { world in
            let cookie = try await cookie(world.ours)
            let show = { (query: String) in
                try await world.ours.send(.get, Self.page + query, headers: cookie, as: nil).text
            }
            #expect(try await show("").contains("В Firebase ещё не отправляли"))
            try await world.publish(["a": "1", "b": "1"])
            #expect(try await post(world.ours, Self.page + "/push", "", cookie).status == 303)
            #expect(try await show("").contains("В Firebase то же: версия 1"))
            #expect(try await show("?compare=1").contains("Ничего: там то же самое"))

            #expect(try await world.theirs.put(.flags(["a": "theirs", "b": "1"])).status == 200)
            try await world.publish(["a": "3", "b": "1"])
            let refused = try await post(world.ours, Self.page + "/push", "", cookie)
            #expect(refused.status == 422 && refused.text.contains("ничего не перезаписано"))
            #expect(refused.text.contains("<del>theirs</del>") && refused.text.contains("<ins>3</ins>"))
            #expect(refused.text.contains("Заменить на наше"))
            #expect(try await world.values()["a"] == "theirs")

            // Both sides have changed it: the user must choose a side, and then the other side's value is in the draft.
            let clash = try await post(world.ours, Self.page + "/pull", "", cookie)
            #expect(clash.status == 422 && clash.text.contains("Чьё взять"))
            let taken = try await post(world.ours, Self.page + "/pull", "prefer=theirs", cookie)
            #expect(taken.status == 303 && taken.location == "/flags/mods-demo?dialog=publish")
            try await world.draft("discard")

            let etag = try await world.status(compare: true)["comparison"]?["etag"]?.string ?? ""
            let sent = try await post(world.ours, Self.page + "/push", "etag=\(etag.percentEncoded)", cookie)
            #expect(sent.status == 303, "\(sent.text)")
            #expect(try await world.values()["a"] == "3")
        }
    }

    @Test func `the link is set on the page, and a wrong one is told`() async throws {
        try await withGoogle { world in
            let cookie = try await cookie(world.ours)
            let wrong = try await post(world.ours, Self.page, "google_id=Нет", cookie)
            #expect(wrong.status == 422 && wrong.text.contains("id проекта Firebase"))
            #expect(try await post(world.ours, Self.page, "google_id=", cookie).status == 303)
            let page = try await world.ours.send(.get, Self.page, headers: cookie, as: nil)
            #expect(page.text.contains("Не связан с Firebase") && !page.text.contains("Отправить<"))
            #expect(try await post(world.ours, Self.page + "/push", "", cookie).status == 422)
            #expect(
                try await post(world.ours, Self.page, "google_id=other-app&push=1", cookie).status == 303
            )
            let linked = try await world.ours.send(.get, Self.page, headers: cookie, as: nil).text
            #expect(linked.contains("other-app.json"), "there is no key of it")
        }
    }

    // R113
    @Test(arguments: TestDatabase.all)
    func `today names flags past their review, and drafts that wait`(kind: TestDatabase) async throws {
        try await withFlagWire(kind) { wire in
            let cookie = try await cookie(wire.vitrina)
            let path = "/admin/api/v1/flags/demo-app"
            let note: JSON = ["title": "Старый флаг", "owner": "Павел Рой", "review_on": "2020-01-31"]
            let added: JSON = [
                "op": "add_parameter", "key": "old", "parameter": ["defaultValue": ["value": "1"]],
                "note": note,
            ]
            let settings: JSON = ["settings": ["require_approval": true]]
            let state = try await wire.vitrina.send(.get, "\(path)/draft", as: Vitrina.owner)
            let revision = "\"\(state.json["revision"]?.integer ?? 0)\""
            var draft = try await wire.vitrina.send(
                .patch,
                "\(path)/draft",
                ["edits": [added]],
                headers: [.ifMatch: revision],
                as: Vitrina.editor
            )
            #expect(draft.status == 200, "\(draft.text)")
            _ = try await wire.vitrina.send(.patch, path, settings, as: Vitrina.owner)
            var today = try await wire.vitrina.send(.get, "/", headers: cookie, as: nil).text
            #expect(today.contains("черновик ждёт согласования") && !today.contains("Старый флаг"))

            let tag: HTTPFields = [.ifMatch: "\"\(draft.json["revision"]?.integer ?? 0)\""]
            draft = try await wire.vitrina.send(
                .put,
                "\(path)/draft/approval",
                [:],
                headers: tag,
                as: Vitrina.owner
            )
            let published = try await wire.vitrina.send(
                .put,
                "\(path)/draft/publication",
                [:],
                headers: tag,
                as: Vitrina.owner
            )
            #expect(published.status == 200, "\(published.text)")
            today = try await wire.vitrina.send(.get, "/", headers: cookie, as: nil).text
            #expect(today.contains("Старый флаг") && today.contains("января\u{A0}2020, Павел Рой"))
            #expect(!today.contains("черновик ждёт согласования"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a flag is changed, published with a reason and brought back on the pages`(
        kind: TestDatabase
    ) async throws {
        try await withFlagWire(kind, settings: WebSettings(rateLimit: 0)) { wire in
            let template: JSON = ["parameters": ["a": ["defaultValue": ["value": "1"]]]]
            #expect(try await wire.change(.put, "template", ["template": template], from: 0).status == 200)
            let (page, cookie) = ("/flags/demo-app", try await cookie(wire.vitrina))
            let edit = "op=set_value&key=a&value=2&revision=0&subject=parameter/a&seen="
            let viewer = try await wire.vitrina.browser(of: .viewer)
            #expect(try await post(wire.vitrina, "\(page)/edit", edit, viewer).status == 403)
            #expect(try await post(wire.vitrina, "\(page)/edit", edit, cookie).status == 303)
            let revision = try await wire.look("draft").json["revision"]?.integer ?? 0

            let form = "version=1&note=%D0%97%D0%B0%D1%87%D0%B5%D0%BC"
            let late = try await post(wire.vitrina, "\(page)/publish", "revision=7&\(form)", cookie)
            #expect(late.status == 303 && late.location == "\(page)?dialog=publish")
            #expect(try await wire.number() == 1, "it was made from another draft")
            let published = try await post(
                wire.vitrina,
                "\(page)/publish",
                "revision=\(revision)&\(form)",
                cookie
            )
            #expect(published.status == 303 && published.location == page, "\(published.text)")
            let version = try await wire.look("versions/2").json
            #expect(version["description"]?.string == "Зачем" && version["door"]?.string == "console")
            #expect(try await wire.fetch().entries == ["a": "2"])

            let list = try await wire.vitrina.send(.get, "\(page)/versions", headers: cookie, as: nil)
            #expect(list.text.contains("Зачем") && list.text.contains("Что изменила версия 2"))
            let plan = "at=20266-11-25T10:00"
            #expect(try await post(wire.vitrina, "\(page)/versions/1/restore", plan, cookie).status == 422)
            #expect(try await post(wire.vitrina, "\(page)/versions/1/restore", "", cookie).status == 303)
            #expect(try await wire.number() == 3)
            #expect(try await wire.fetch().entries == ["a": "1"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the pages show a version whose previous one is no longer kept`(kind: TestDatabase) async throws {
        try await withFlagWire(kind, .flags(["a": "1"])) { wire in
            let template: JSON = ["parameters": ["a": ["defaultValue": ["value": "2"]]]]
            #expect(try await wire.change(.put, "template", ["template": template], from: 1).status == 200)
            try await wire.vitrina.services.database.write { connection in
                _ = try connection.execute("DELETE FROM flag_versions WHERE number = 1")
            }
            let cookie = try await cookie(wire.vitrina)
            for page in ["", "/versions", "/versions?v=2"] {
                let path = "/flags/demo-app\(page)"
                let shown = try await wire.vitrina.send(.get, path, headers: cookie, as: nil)
                #expect(shown.status == 200, "\(path)")
            }
        }
    }

    // The navigation of every page shows the number of unpublished changes.
    @Test func `the navigation counts what is not published`() async throws {
        try await withFlagWire { wire in
            let cookie = try await cookie(wire.vitrina)
            #expect(
                try await !wire.vitrina.send(.get, "/", headers: cookie, as: nil).text.contains("count hot")
            )
            let added: JSON = [
                "op": "add_parameter", "key": "fresh", "parameter": ["defaultValue": ["value": "1"]],
            ]
            let path = "/admin/api/v1/flags/demo-app/draft"
            let state = try await wire.vitrina.send(.get, path, as: Vitrina.owner)
            _ = try await wire.vitrina.send(
                .patch,
                path,
                ["edits": [added]],
                headers: [.ifMatch: "\"\(state.json["revision"]?.integer ?? 0)\""],
                as: Vitrina.owner
            )
            for page in ["/", "/flags/demo-app"] {
                let text = try await wire.vitrina.send(.get, page, headers: cookie, as: nil).text
                #expect(text.contains("не опубликовано: 1"), "\(page)")
            }
        }
    }
}
