import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct ReleaseTests {
    static let releases = "/admin/api/v1/releases"
    private static let tags = ScheduleTests.tags

    @Test(arguments: TestDatabase.all)
    func `a release is filled, shown beforehand, and done at its time`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (new, old) = (try await vitrina.tag("Новое"), try await vitrina.tag("Старое"))
            let match: HTTPFields = [.ifMatch: "\"1\""]
            _ = try await vitrina.send(.put, "\(Self.tags)/\(old)/publication", headers: match)
            let created = try await vitrina.send(
                .post,
                Self.releases,
                ["title": "Чёрная пятница", "note": "скидки", "at": "2026-11-27T00:00:00Z"]
            )
            #expect(created.status == 201, "\(created.text)")
            #expect(created.headers[.location] == "\(Self.releases)/\(created.id)")
            let path = "\(Self.releases)/\(created.id)"

            _ = try await vitrina.send(.put, "\(path)/items/\(new)", ["action": "publish"])
            let filled = try await vitrina.send(.put, "\(path)/items/\(old)", ["action": "withdraw"])
            #expect(filled.status == 200, "\(filled.text)")
            #expect(filled.headers[.eTag] == "\"3\"")
            #expect(filled.json.items.map { $0["title"] } == ["Новое", "Старое"])
            #expect(filled.json.items.map { $0["ready"] } == [true, true])
            let place = try await vitrina.send(.get, "\(Self.tags)/\(new)").json["schedule"]?["release"]
            #expect(place?["title"] == "Чёрная пятница")

            vitrina.clock.now = try #require(Timestamp("2026-11-26T23:59:59.999999Z"))
            #expect(try await vitrina.carryOutDue().done == 0)
            vitrina.clock.advance(by: .microseconds(1))
            #expect(try await vitrina.carryOutDue().done == 1)

            #expect(try await vitrina.actions(new) == ["published", "created"])
            #expect(try await vitrina.actions(old) == ["unpublished", "published", "created"])
            let entry = try await vitrina.history(new).first
            #expect(entry?["note"] == "Чёрная пятница: скидки")
            #expect(entry?["door"] == "server")
            #expect(entry?["by"] == "Egor")
            let ended = try await vitrina.send(.get, "\(Self.releases)?state=published").json["items"]
            #expect(ended?.array?.map { $0["id"] } == [.string(created.id)])
            #expect(ended?.array?.first?["item_count"] == 2)
            #expect(ended?.array?.first?["items"] == nil)
            #expect(try await vitrina.send(.get, "\(Self.tags)/\(new)").json["schedule"]?["release"] == .null)
            #expect(try await vitrina.send(.put, "\(path)/items/\(new)", ["action": "publish"]).status == 409)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a release is done whole or not at all, and every fault names its item`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = [try await vitrina.tag("a"), try await vitrina.tag("b"), try await vitrina.tag("c")]
            let path = try await "\(Self.releases)/\(vitrina.release("Пробный", ids))"
            try await vitrina.save(ids[1], ["name": nil], from: 1)
            let shown = try await vitrina.send(.get, path)
            #expect(
                shown.json["items"]?.array?.compactMap { $0["ready"]?.bool }.sorted { !$0 && $1 } == [
                    false, true, true,
                ]
            )
            let before = try await vitrina.footprint

            let match: HTTPFields = [.ifMatch: "\"4\"", .acceptLanguage: "ru"]
            let refused = try await vitrina.send(.put, "\(path)/publication", headers: match)

            #expect(refused.status == 422)
            let error = refused.json["errors"]?.array?.first
            #expect(error?["pointer"] == .string("#/items/\(ids[1])/name"))
            #expect(error?["detail"] == "не заполнено")
            #expect(try await vitrina.footprint == before)
            #expect(try await vitrina.send(.get, path).json["state"] == "open")

            // The same on schedule: it fails completely, once, and staff can see it.
            _ = try await vitrina.send(
                .patch,
                path,
                ["at": "2026-11-22T10:00:00Z"],
                headers: [.ifMatch: "\"4\""]
            )
            vitrina.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await vitrina.carryOutDue().failures.count == 1)
            #expect(try await vitrina.carryOutDue().failures.isEmpty)
            #expect(try await vitrina.footprint == before)
            let failed = try await vitrina.send(.get, path, headers: [.acceptLanguage: "ru"]).json
            #expect(failed["state"] == "failed")
            #expect(failed["fault"]?["errors"]?.array?.first?["pointer"] == error?["pointer"])
            let agenda = try await vitrina.send(.get, "/admin/api/v1/agenda").json.items
            #expect(agenda.map { $0["state"] } == ["failed"])
            #expect(agenda.first?["items"]?.array?.count == 3)

            // After a correction and with a new time, it is published.
            try await vitrina.save(ids[1], ["name": ["ru": "b"]], from: 2)
            let version = failed["version"]?.integer ?? 0
            let again = try await vitrina.send(
                .patch,
                path,
                ["at": "2026-12-01T00:00:00Z"],
                headers: [.ifMatch: "\"\(version)\""]
            )
            #expect(again.json["state"] == "open")
            #expect(again.json["fault"] == .null)
            vitrina.clock.advance(by: .seconds(30 * 86_400))
            #expect(try await vitrina.carryOutDue().done == 1)
            for id in ids { #expect(try await vitrina.actions(id).first == "published") }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a content waits in one release at most`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.tag("a")
            let first = try await vitrina.release("Первый", [tag])
            vitrina.clock.advance(by: .seconds(1))
            let second = try await vitrina.release("Второй", [])
            let path = "\(Self.releases)/\(second)/items/\(tag)"

            let refused = try await vitrina.send(
                .put,
                path,
                ["action": "publish"],
                headers: [.acceptLanguage: "ru"]
            )
            #expect(refused.status == 409)
            #expect(refused.json["detail"]?.string?.contains("Первый") == true)

            let match: HTTPFields = [.ifMatch: "\"2\""]
            let cancelled = try await vitrina.send(.delete, "\(Self.releases)/\(first)", headers: match)
            #expect(cancelled.json["state"] == "cancelled")
            #expect(try await vitrina.send(.put, path, ["action": "publish"]).status == 200)
            let states = try await vitrina.send(.get, Self.releases).json["items"]?.array?.map { $0["state"] }
            #expect(states == ["open", "cancelled"])

            // A separate schedule is not an error, but a warning.
            _ = try await vitrina.plan(.publish, tag, "2026-11-22T10:00:00Z")
            let item = try await vitrina.send(.get, "\(Self.releases)/\(second)").json.items.first
            #expect(item?["warnings"]?.array?.first?["pointer"] == "#/schedule/publication")
            #expect(item?["ready"] == true)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of many who publish a release at once one does`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let ids = [try await vitrina.tag("a"), try await vitrina.tag("b")]
            let path = try await "\(Self.releases)/\(vitrina.release("Пробный", ids))"

            let statuses = try await atOnce(0..<8) { _ in
                let match: HTTPFields = [.ifMatch: "\"3\""]
                return try await vitrina.send(.put, "\(path)/publication", headers: match).status
            }

            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 412 } == 7)
            for id in ids { #expect(try await vitrina.actions(id) == ["published", "created"]) }
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).json["items"]
            #expect(audit?.array?.count { $0["action"] == "release.published" } == 1)
        }
    }
}

extension Vitrina {
    /// The id of a new release of drafts.
    func release(_ title: String, _ ids: [String]) async throws -> String {
        let id = try await send(.post, ReleaseTests.releases, ["title": .string(title)]).id
        for content in ids {
            let path = "\(ReleaseTests.releases)/\(id)/items/\(content)"
            let reply = try await send(.put, path, ["action": "publish"])
            #expect(reply.status == 200, "\(reply.text)")
        }
        return id
    }

    /// All rows that a change of an entry could add.
    fileprivate var footprint: [String] {
        get async throws {
            try await database.read { connection in
                let queries: [SQL] = [
                    "SELECT count(*) AS number FROM history", "SELECT count(*) AS number FROM tags",
                    "SELECT count(*) AS number FROM drafts",
                    "SELECT CAST(coalesce(sum(version), 0) AS bigint) AS number FROM contents",
                    "SELECT CAST(coalesce(sum(revision), 0) AS bigint) AS number FROM revisions",
                ]
                return try queries.map {
                    "\(try connection.rows($0).first?.get("number", as: Int64.self) ?? 0)"
                }
            }
        }
    }
}
