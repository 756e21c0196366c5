import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

struct ProbeTests {
    @Test(arguments: TestDatabase.all)
    func `a server lives, and is ready where its database has every step`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let alive = try await vitrina.send(.get, "/livez", as: nil)
            #expect(alive.status == 200)
            #expect(alive.json == ["status": "ok"])

            let ready = try await vitrina.send(.get, "/readyz", as: nil)
            #expect(ready.status == 200)
            #expect(ready.json == ["status": "ok", "checks": Self.checks()])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `messages that are not sent are a warning, and leave the server ready`(
        kind: TestDatabase
    ) async throws {
        let log = LogLines()
        try await withVitrina(kind, log: log) { vitrina in
            let now = vitrina.clock.now
            _ = try await vitrina.database.write { connection in
                try Outbox.enqueue(
                    OutboxKind("test"),
                    eventID: "a",
                    payload: [:],
                    lane: "test",
                    due: now.advanced(by: .seconds(-601)),
                    at: now,
                    on: connection
                )
            }

            let reply = try await vitrina.send(.get, "/readyz", as: nil)

            #expect(reply.status == 200)
            #expect(reply.json == ["status": "ok", "checks": Self.checks(["outbox": "warning"])])
            #expect(log.all.contains { $0.contains("with a warning") && $0.contains("601 s") })
        }
    }

    /// The checks of a server that needs nothing, but for the given ones.
    private static func checks(_ others: JSON = [:]) -> JSON {
        let names = [
            "database", "migrations", "file", "disk", "outbox", "clock", "replica", "replica_lag", "ending",
        ]
        let fine = JSON.object(Dictionary(uniqueKeysWithValues: names.map { ($0, JSON.string("ok")) }))
        return fine.merged(with: others)
    }

    @Test(arguments: TestDatabase.all)
    func `a server is not ready where its database lacks a step, and says so to the log alone`(
        kind: TestDatabase
    ) async throws {
        let log = LogLines()
        try await withVitrina(kind, log: log) { vitrina in
            _ = try await vitrina.database.write { connection in
                try connection.execute("DELETE FROM migrations WHERE name = '0001_core'")
            }

            let reply = try await vitrina.send(.get, "/readyz", as: nil)

            #expect(reply.status == 503)
            let checks = Self.checks(["migrations": "failed"])
            #expect(reply.json == ["status": "unavailable", "checks": checks])
            #expect(reply.headers[.retryAfter] == "1")
            #expect(log.all.contains { $0.contains("0001_core") })
            #expect(try await vitrina.send(.get, "/livez", as: nil).status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `every answer of 500 and more is in the log with its cause`(kind: TestDatabase) async throws {
        let log = LogLines()
        try await withVitrina(kind, log: log) { vitrina in
            try await vitrina.database.write { try $0.script("ALTER TABLE contents RENAME TO gone") }
            let failed = try await vitrina.send(.get, "/admin/api/v1/mall/tags", as: Vitrina.viewer)
            #expect(failed.status == 500)
            #expect(log.all.contains { $0.hasPrefix("error request failed") && $0.contains("contents") })

            try await vitrina.database.close()
            let away = try await vitrina.send(.get, "/admin/api/v1/mall/tags", as: Vitrina.viewer)
            #expect(away.status == 503)
            #expect(log.all.contains { $0.hasPrefix("warning request failed") && $0.contains("503") })
        }
    }
}
