import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct AgendaTests {
    private static let agenda = "/admin/api/v1/agenda"

    /// A withdrawal, a release, and a window that opens and closes, on four days.
    private static func fill(_ vitrina: Vitrina) async throws {
        let live = try await vitrina.tag("Живой")
        _ = try await vitrina.send(
            .put,
            "\(ScheduleTests.tags)/\(live)/publication",
            headers: [.ifMatch: "\"1\""]
        )
        _ = try await vitrina.plan(.withdraw, live, "2026-11-23T10:00:00Z")
        let draft = try await vitrina.tag("Новый")
        let release = try await vitrina.release("Пятница", [draft])
        let path = "\(ReleaseTests.releases)/\(release)"
        _ = try await vitrina.send(.patch, path, ["at": "2026-11-24T10:00:00Z"], headers: [.ifMatch: "\"2\""])
        let news: JSON = [
            "title": ["ru": "Каток"], "live_from": "2026-11-22T10:00:00Z",
            "live_until": "2026-11-25T10:00:00Z",
        ]
        #expect(try await vitrina.send(.post, "/admin/api/v1/mall/news?publish=true", news).status == 201)
    }

    private static func lines(_ reply: Vitrina.Reply) -> [String] {
        reply.json.items.map { entry in
            let parts = ["at", "action", "type", "title", "by"].map { entry[$0]?.string ?? "" }
            return ([String(parts[0].prefix(10))] + parts.dropFirst()).joined(separator: " ")
        }
    }

    private static let all = [
        "2026-11-22 open news Каток ", "2026-11-23 withdraw tags Живой Egor",
        "2026-11-24 release  Пятница Egor", "2026-11-25 close news Каток ",
    ]

    @Test(arguments: TestDatabase.all)
    func `everything that will change is told by time`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            try await Self.fill(vitrina)

            let week = try await vitrina.send(.get, Self.agenda, as: Vitrina.viewer)
            #expect(Self.lines(week) == Self.all)
            #expect(week.json["items"]?.array?[2]["items"]?.array?.map { $0["title"] } == ["Новый"])
            #expect(week.json["until"] == "2026-11-28T12:00:00.000000Z")
            #expect(
                Self.lines(try await vitrina.send(.get, "\(Self.agenda)?days=2")) == Array(Self.all[..<2])
            )
            let part = "from=2026-11-22T10:00:00Z&until=2026-11-24T10:00:00Z"
            #expect(
                Self.lines(try await vitrina.send(.get, "\(Self.agenda)?\(part)")) == Array(Self.all[1..<3])
            )

            // A late item is first; a finished one is no longer listed.
            vitrina.clock.now = try #require(Timestamp("2026-11-24T10:00:00Z"))
            let late = try await vitrina.send(.get, Self.agenda)
            #expect(Self.lines(late) == Array(Self.all[1...]))
            #expect(late.json.items.map { $0["state"] } == ["overdue", "overdue", "waiting"])
            _ = try await vitrina.carryOutDue()
            #expect(Self.lines(try await vitrina.send(.get, Self.agenda)) == [Self.all[3]])
        }
    }

    @Test(arguments: TestDatabase.all, [1, 2, 3, 5])
    func `pages have no gaps and no repeats, also within one moment`(
        kind: TestDatabase,
        limit: Int
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await Self.fill(vitrina)
            for name in ["a", "b", "c"] {
                _ = try await vitrina.plan(.publish, try await vitrina.tag(name), "2026-11-24T10:00:00Z")
            }
            let whole = Self.lines(try await vitrina.send(.get, Self.agenda))
            #expect(whole.count == 7)

            var lines: [String] = []
            var query: String? = "?limit=\(limit)"
            while let now = query, lines.count < 20 {
                let page = try await vitrina.send(.get, Self.agenda + now)
                lines += Self.lines(page)
                let next = page.json["next"]?.string?.replacing("+", with: "%2B").replacing("=", with: "%3D")
                query = next.map { "?limit=\(limit)&cursor=\($0)" }
            }

            #expect(lines == whole)
        }
    }

    @Test(arguments: [
        ("days=0", "days"), ("days=367", "days"), ("days=x", "days"), ("from=today", "from"),
        ("until=2026-11-21T12:00:00Z", "until"), ("until=2030-01-01T00:00:00Z", "until"),
        ("days=3&until=2026-11-23T12:00:00Z", "days"), ("limit=0", "limit"), ("limit=201", "limit"),
        ("cursor=AAAA", "cursor"), ("type=tags", "type"),
    ])
    func `a question that makes no sense is refused`(query: String, name: String) async throws {
        try await withVitrina { vitrina in
            let reply = try await vitrina.send(.get, "\(Self.agenda)?\(query)")

            #expect(reply.status == 422)
            #expect(reply.json["errors"]?.array?.first?["pointer"] == .string("#/\(name)"))
            #expect(try await vitrina.send(.get, Self.agenda, as: nil).status == 401)
        }
    }
}
