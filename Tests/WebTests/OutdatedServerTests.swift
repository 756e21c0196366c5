import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A running server whose program is older than the schema.
struct OutdatedServerTests {
    private static let tags = "/admin/api/v1/mall/tags"

    /// Adds a step that this program does not know.
    private func apply(_ name: String, oldest: String, _ database: any Database) async throws {
        try await database.write { connection in
            try connection.send(
                """
                INSERT INTO migrations (name, checksum, applied_at, oldest)
                VALUES (\(name), 'x', \(Timestamp.earliest), \(oldest))
                """
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server works on with a schema to which a newer program has only added`(
        kind: TestDatabase
    ) async throws {
        try await withVitrina(kind) { vitrina in
            try await apply("9998_more", oldest: "0000", vitrina.database)
            try await vitrina.services.schema.look()

            let made = try await vitrina.send(.post, Self.tags, ["name": ["ru": "Тег"]])

            #expect(made.status == 201, "\(made.text)")
            #expect(try await vitrina.send(.get, "/readyz", as: nil).status == 200)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server that the schema has left behind refuses changes in words, and goes on reading`(
        kind: TestDatabase
    ) async throws {
        let log = LogLines()
        try await withVitrina(kind, log: log) { vitrina in
            try await apply("9999_less", oldest: "9999", vitrina.database)
            try await vitrina.services.schema.look()

            let refused = try await vitrina.send(
                .post,
                Self.tags,
                ["name": ["ru": "Тег"]],
                headers: [.acceptLanguage: "en"]
            )
            let read = try await vitrina.send(.get, Self.tags, as: Vitrina.viewer)
            let ready = try await vitrina.send(.get, "/readyz", as: nil)

            #expect(refused.status == 503)
            #expect(refused.headers[.retryAfter] == "30")
            #expect(refused.text.contains("older than the database"))
            #expect(read.status == 200)
            #expect(ready.status == 503 && ready.json["checks"]?["migrations"] == "failed")
            #expect(log.all.contains { $0.contains("9999_less") })
            // It goes on telling that it runs, so that nobody migrates further without knowing.
            try await vitrina.services.servers.tell(
                RunningServer(
                    id: "00000000-0000-7000-8000-000000000001",
                    host: "here",
                    port: 1,
                    process: 1,
                    version: "1",
                    step: Migration.newest,
                    startedAt: vitrina.clock.now,
                    seenAt: vitrina.clock.now
                )
            )
            #expect(try await vitrina.services.servers.older(than: "9999").map(\.host) == ["here"])
            #expect(try await vitrina.services.servers.older(than: Migration.newest) == [])
        }
    }

    @Test func `a failure for the schema is told as that, also before the server has looked`() async throws {
        try await withVitrina { vitrina in
            try await apply("9999_less", oldest: "9999", vitrina.database)
            try await vitrina.database.write { try $0.script("ALTER TABLE contents RENAME TO gone") }

            let read = try await vitrina.send(
                .get,
                Self.tags,
                headers: [.acceptLanguage: "en"],
                as: Vitrina.viewer
            )

            #expect(read.status == 503 && read.text.contains("older than the database"))
        }
    }
}
