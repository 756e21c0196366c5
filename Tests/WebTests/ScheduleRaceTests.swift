import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// Races of several servers, or of a server and an editor.
struct ScheduleRaceTests {
    private static let tags = ScheduleTests.tags

    @Test(arguments: TestDatabase.all)
    func `a schedule fires once, however many servers there are`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var ids: [String] = []
            for number in 0..<25 { ids.append(try await vitrina.tag("\(number)")) }
            for id in ids { _ = try await vitrina.plan(.publish, id, "2026-11-22T10:00:00Z") }
            let other = try await vitrina.another()
            let before = try await vitrina.revision
            vitrina.clock.advance(by: .seconds(86_400))

            let counts = try await atOnce([vitrina, other, vitrina, other]) { server in
                try await server.carryOutDue().done
            }

            #expect(counts.reduce(0, +) == 25)
            #expect(try await vitrina.revision == before + 25)
            for id in ids {
                #expect(try await vitrina.actions(id) == ["published", "created"])
                #expect(try await vitrina.send(.get, "\(Self.tags)/\(id)").json["version"] == 2)
            }
            try await other.services.live.refresh()
            #expect(other.services.live.state["tags"].contents.count == 25)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a change that names no version waits for one that is under way`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let id = try await vitrina.tag("before")
            let content = try await vitrina.database.holding { connection in
                try connection.execute("UPDATE contents SET version = version + 1 WHERE id = \(id)")
            } during: {
                let type = try #require(vitrina.services.contents.types.first { $0.name == "tags" })
                let act = ContentStore.Act(author: Vitrina.editor)
                return try await vitrina.services.contents.change(id, of: type, by: .archive, as: act)
            }
            #expect(content.version == 3 && content.archivedAt != nil)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `an edit at the same moment goes along or comes too late, and nothing is lost`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            for number in 0..<12 {
                let id = try await vitrina.tag("before")
                let at = vitrina.clock.now.advanced(by: .seconds(60))
                _ = try await vitrina.plan(.publish, id, at.description)
                vitrina.clock.now = at

                async let edit = vitrina.send(
                    .patch,
                    "\(Self.tags)/\(id)",
                    ["name": ["ru": .string("after \(number)")]],
                    headers: [.ifMatch: "\"1\""]
                )
                async let report = vitrina.carryOutDue()
                let (status, done) = try await (edit.status, report.done)

                #expect(done == 1)
                let live = try await vitrina.send(.get, "\(Self.tags)/\(id)").json["live"]?["name"]?["ru"]
                let actions = try await vitrina.actions(id)
                if status == 200 {
                    #expect(live == .string("after \(number)"))
                    #expect(actions == ["published", "saved", "created"])
                } else {
                    #expect(status == 412)
                    #expect(live == "before")
                    #expect(actions == ["published", "created"])
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `what is cancelled in time stays a draft, and what is not is told`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            for _ in 0..<12 {
                let id = try await vitrina.tag("a")
                let at = vitrina.clock.now.advanced(by: .seconds(60))
                _ = try await vitrina.plan(.publish, id, at.description)
                vitrina.clock.now = at

                async let cancel = vitrina.send(.delete, "\(Self.tags)/\(id)/schedule/publication")
                async let report = vitrina.carryOutDue()
                let (status, done) = try await (cancel.status, report.done)

                let state = try await vitrina.send(.get, "\(Self.tags)/\(id)").json["state"]
                #expect(status == 200 ? done == 0 : status == 404 && done == 1)
                #expect(state == (done == 1 ? "live" : "draft"))
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a database that refuses loses nothing and turns nothing around`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let (first, second) = (try await vitrina.tag("a"), try await vitrina.tag("b"))
            _ = try await vitrina.plan(.publish, first, "2026-11-22T10:00:00Z")
            _ = try await vitrina.plan(.withdraw, first, "2026-11-23T10:00:00Z")
            _ = try await vitrina.plan(.publish, second, "2026-11-24T10:00:00Z")
            vitrina.clock.advance(by: .seconds(9 * 86_400))
            let server = try await vitrina.another(
                on: InterposedDatabase(
                    vitrina.database,
                    refusing: [.busy("for a test"), .other("for a test")]
                )
            )

            // A failure for all entries: everything waits.
            await #expect(throws: StorageError.busy("for a test")) { try await server.carryOutDue() }
            #expect(try await vitrina.actions(second) == ["created"])
            // A failure of one entry only: its later change waits too, and the change of the other entry does not.
            let report = try await server.carryOutDue()
            #expect(report.held.count == 1)
            #expect(report.done == 1)
            #expect(try await vitrina.actions(first) == ["created"])
            #expect(try await server.carryOutDue().done == 2)
            #expect(try await vitrina.actions(first) == ["unpublished", "published", "created"])
        }
    }

    /// The services themselves, with their pauses; they get no hints except from the clock.
    @Test(arguments: TestDatabase.all)
    func `each server shows its apps what is due, also without hints`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let deaf = try await vitrina.another(on: InterposedDatabase(vitrina.database))
            let slider = "/api/v1/news/with/promotions-and-event?on_main=true"
            let news = "/admin/api/v1/mall/news"
            let body: JSON = [
                "title": ["ru": "Каток открыт"], "on_main": true, "live_from": "2026-01-01T00:00:00Z",
            ]
            try await withHTTP(vitrina) { _ in
                try await withHTTP(deaf) { _ in
                    let id = try await vitrina.send(.post, news, body).id
                    let path = "\(news)/\(id)/schedule"
                    let (start, end) = ("2026-11-22T10:00:00Z", "2026-11-23T10:00:00Z")
                    _ = try await vitrina.send(.put, "\(path)/publication", ["at": .string(start)])
                    _ = try await vitrina.send(.put, "\(path)/withdrawal", ["at": .string(end)])

                    for (moment, isShown) in [(start, true), (end, false)] {
                        vitrina.clock.now = try #require(Timestamp(moment))
                        for server in [vitrina, deaf] {
                            let isTold = try await holds {
                                try await server.send(.get, slider, as: nil).text.contains("Каток") == isShown
                            }
                            #expect(isTold)
                        }
                    }

                    let history = try await vitrina.send(.get, "\(news)/\(id)/history").json["items"]?.array
                    let actions = history?.compactMap { $0["action"]?.string }
                    #expect(actions == ["unpublished", "published", "created"])
                }
            }
        }
    }
}

extension Vitrina {
    fileprivate var revision: Int64 {
        get async throws {
            try await database.read { connection in
                try connection.rows("SELECT revision FROM revisions WHERE type = 'tags'").first?.get(
                    "revision"
                ) ?? 0
            }
        }
    }
}
