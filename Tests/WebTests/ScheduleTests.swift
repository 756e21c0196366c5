import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct ScheduleTests {
    static let tags = "/admin/api/v1/mall/tags"
    static let tomorrow = "2026-11-22T10:00:00.000000Z"

    @Test(arguments: TestDatabase.all)
    func `a draft is published at its time, as it is then, in the name of its planner`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.tag("Кофе")
            let note: HTTPFields = [try #require(.init("X-Note")): "%D0%BF%D0%BE%D1%80%D0%B0"]
            let planned = try await vitrina.plan(.publish, tag, Self.tomorrow, headers: note)
            #expect(planned.status == 200, "\(planned.text)")
            #expect(planned.json["version"] == 1)
            #expect(planned.json["schedule"]?["publication"]?["at"] == .string(Self.tomorrow))
            #expect(planned.json["schedule"]?["publication"]?["by"] == "Egor")
            #expect(planned.json["schedule"]?["withdrawal"] == .null)
            let list = try await vitrina.send(.get, Self.tags).json.items.first
            #expect(list?["schedule"]?["publication"]?["at"] == .string(Self.tomorrow))
            try await vitrina.save(tag, ["name": ["ru": "Кофе и чай"]], from: 1)

            vitrina.clock.now = try #require(Timestamp("2026-11-22T09:59:59.999999Z"))
            let early = try await vitrina.carryOutDue()
            #expect(early.done == 0)
            #expect(early.next == Timestamp(Self.tomorrow))
            vitrina.clock.advance(by: .microseconds(1))
            #expect(try await vitrina.carryOutDue().done == 1)
            #expect(try await vitrina.carryOutDue().done == 0)

            let after = try await vitrina.send(.get, "\(Self.tags)/\(tag)").json
            #expect(after["state"] == "live")
            #expect(after["version"] == 3)
            #expect(after["live"] == ["name": ["ru": "Кофе и чай"]])
            #expect(after["schedule"] == ["publication": nil, "withdrawal": nil, "release": nil])
            #expect(after["updated_by"] == "Egor")
            let entry = try await vitrina.history(tag).first
            #expect(entry?["action"] == "published")
            #expect(entry?["by"] == "Egor")
            #expect(entry?["door"] == "server")
            #expect(entry?["note"] == "пора")
            #expect(entry?["at"] == .string(Self.tomorrow))
            // The apps of this server see it before any other work is done.
            #expect(vitrina.services.live.state["tags"][tag]?.text("name", .ru) == "Кофе и чай")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what was missed while no server ran is done in its order`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (first, second) = (try await vitrina.tag("a"), try await vitrina.tag("b"))
            #expect(try await vitrina.plan(.publish, first, "2026-11-22T10:00:00Z").status == 200)
            #expect(try await vitrina.plan(.withdraw, first, "2026-11-23T10:00:00Z").status == 200)
            #expect(try await vitrina.plan(.publish, second, "2026-11-22T12:00:00Z").status == 200)

            vitrina.clock.advance(by: .seconds(30 * 86_400))
            let report = try await vitrina.carryOutDue()

            #expect(report.done == 3)
            #expect(report.next == nil)
            #expect(try await vitrina.actions(first) == ["unpublished", "published", "created"])
            #expect(try await vitrina.actions(second) == ["published", "created"])
            let order = try await vitrina.database.read { connection in
                try connection.rows(
                    "SELECT content_id, action FROM history WHERE door = 'server' ORDER BY id"
                )
                .map {
                    "\(try $0.get("content_id", as: String.self)) \(try $0.get("action", as: String.self))"
                }
            }
            #expect(order == ["\(first) published", "\(second) published", "\(first) unpublished"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a publication that cannot be done fails where people look, once, and holds nothing back`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            let (broken, whole) = (try await vitrina.tag("a"), try await vitrina.tag("b"))
            _ = try await vitrina.plan(.publish, broken, "2026-11-22T10:00:00Z")
            _ = try await vitrina.plan(.publish, whole, "2026-11-22T10:00:01Z")
            try await vitrina.save(broken, ["name": nil], from: 1)

            vitrina.clock.advance(by: .seconds(3 * 86_400))
            let report = try await vitrina.carryOutDue()
            #expect(report.done == 1)
            #expect(report.failures.count == 1)
            #expect(try await vitrina.carryOutDue().failures.isEmpty)

            let after = try await vitrina.send(
                .get,
                "\(Self.tags)/\(broken)",
                headers: [.acceptLanguage: "ru"]
            )
            let failed = after.json["schedule"]?["publication"]
            #expect(failed?["failed_at"]?.string == vitrina.clock.now.description)
            #expect(failed?["fault"]?["type"] == "/problems/invalid")
            #expect(failed?["fault"]?["errors"] == [["pointer": "#/name", "detail": "не заполнено"]])
            #expect(after.json["version"] == 2)
            let entry = try await vitrina.history(broken).first
            #expect(entry?["action"] == "failed")
            #expect(entry?["note"]?.string?.contains("name не заполнено") == true)
            let agenda = try await vitrina.send(.get, "/admin/api/v1/agenda").json.items
            #expect(agenda.map { $0["state"] } == ["failed"])
            #expect(try await vitrina.actions(whole).first == "published")

            // Corrected and scheduled again, it is published.
            try await vitrina.save(broken, ["name": ["ru": "Чай"]], from: 2)
            let again = try await vitrina.plan(.publish, broken, "2026-12-01T10:00:00Z")
            #expect(again.json["schedule"]?["publication"]?["fault"] == .null)
            vitrina.clock.advance(by: .seconds(30 * 86_400))
            #expect(try await vitrina.carryOutDue().done == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is done by hand needs no clock any more`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let path = try await "\(Self.tags)/\(vitrina.tag("a"))"
            let id = String(path.split(separator: "/").last ?? "")
            func schedule(_ reply: Vitrina.Reply) -> [JSON?] {
                ["publication", "withdrawal"].map { reply.json["schedule"]?[$0]?["at"] }
            }
            let (soon, later): (JSON, JSON) = ("2026-11-22T10:00:00.000000Z", "2026-11-23T10:00:00.000000Z")
            _ = try await vitrina.plan(.publish, id, soon.string ?? "")
            _ = try await vitrina.plan(.withdraw, id, later.string ?? "")

            let published = try await vitrina.send(.put, "\(path)/publication", headers: [.ifMatch: "\"1\""])
            #expect(schedule(published) == [nil, later])
            _ = try await vitrina.send(.patch, path, ["name": ["ru": "b"]], headers: [.ifMatch: "\"2\""])
            #expect(schedule(try await vitrina.plan(.publish, id, soon.string ?? "")) == [soon, later])
            let discarded = try await vitrina.send(.delete, "\(path)/draft", headers: [.ifMatch: "\"3\""])
            #expect(schedule(discarded) == [nil, later])
            let taken = try await vitrina.send(.delete, "\(path)/publication", headers: [.ifMatch: "\"4\""])
            #expect(schedule(taken) == [nil, nil])

            _ = try await vitrina.plan(.publish, id, soon.string ?? "")
            _ = try await vitrina.plan(.withdraw, id, later.string ?? "")
            _ = try await vitrina.send(.delete, path, headers: [.ifMatch: "\"5\""])
            #expect(schedule(try await vitrina.send(.get, path)) == [nil, nil])
            #expect(try await vitrina.plan(.publish, id, soon.string ?? "").status == 409)
            vitrina.clock.advance(by: .seconds(9 * 86_400))
            #expect(try await vitrina.carryOutDue().done == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is archived, or has no draft any more, waits for nothing`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let id = try await vitrina.tag("a")
            let path = "\(Self.tags)/\(id)"
            _ = try await vitrina.send(.put, "\(path)/publication", headers: [.ifMatch: "\"1\""])
            try await vitrina.save(id, ["name": ["ru": "b"]], from: 2)
            _ = try await vitrina.plan(.publish, id, "2026-11-22T10:00:00Z")
            _ = try await vitrina.plan(.withdraw, id, "2026-11-23T10:00:00Z")

            // The live version becomes the working copy again, so there is nothing to publish.
            let match: HTTPFields = [.ifMatch: "\"3\""]
            let restored = try await vitrina.send(.put, "\(path)/draft", ["from_version": 2], headers: match)
            #expect(restored.json["has_draft"] == false, "\(restored.text)")
            #expect(restored.json["schedule"]?["publication"] == .null)
            #expect(restored.json["schedule"]?["withdrawal"] != .null)

            let archived = try await vitrina.send(.put, "\(path)/archive", headers: [.ifMatch: "\"4\""])
            #expect(archived.json["schedule"]?["withdrawal"] == .null, "\(archived.text)")
            #expect(try await vitrina.plan(.publish, id, "2026-11-22T10:00:00Z").status == 409)
            vitrina.clock.advance(by: .seconds(9 * 86_400))
            #expect(try await vitrina.carryOutDue().done == 0)
        }
    }

    @Test func `a schedule can be moved and cancelled`() async throws {
        try await withVitrina { vitrina in
            let tag = try await vitrina.tag("a")
            let path = "\(Self.tags)/\(tag)/schedule/publication"
            _ = try await vitrina.plan(.publish, tag, "2026-11-22T10:00:00Z")
            let moved = try await vitrina.plan(.publish, tag, "2026-11-25T10:00:00+03:00")
            #expect(moved.json["schedule"]?["publication"]?["at"] == "2026-11-25T07:00:00.000000Z")

            let cancelled = try await vitrina.send(.delete, path)
            #expect(cancelled.status == 200)
            #expect(cancelled.json["schedule"]?["publication"] == .null)
            #expect(try await vitrina.send(.delete, path).status == 404)
            let audit = try await vitrina.send(.get, "/admin/api/v1/audit", as: Vitrina.owner).json["items"]
            #expect(
                audit?.array?.compactMap { $0["action"]?.string } == [
                    "schedule.cancelled", "schedule.set", "schedule.set",
                ]
            )
        }
    }
}

extension Vitrina {
    /// The id of a new draft.
    @discardableResult
    func tag(_ name: String) async throws -> String {
        try await send(.post, ScheduleTests.tags, ["name": ["ru": .string(name)]]).id
    }

    func plan(
        _ action: Schedule.Action,
        _ id: String,
        _ at: String,
        headers: HTTPFields = [:]
    ) async throws -> Reply {
        let path = "\(ScheduleTests.tags)/\(id)/schedule/\(action.noun)"
        return try await send(.put, path, ["at": .string(at)], headers: headers)
    }

    func save(_ id: String, _ patch: JSON, from version: Int64) async throws {
        let match: HTTPFields = [.ifMatch: "\"\(version)\""]
        let reply = try await send(.patch, "\(ScheduleTests.tags)/\(id)", patch, headers: match)
        #expect(reply.status == 200, "\(reply.text)")
    }

    func history(_ id: String) async throws -> [JSON] {
        try await send(.get, "\(ScheduleTests.tags)/\(id)/history").json.items
    }

    func actions(_ id: String) async throws -> [String] {
        try await history(id).compactMap { $0["action"]?.string }
    }
}
