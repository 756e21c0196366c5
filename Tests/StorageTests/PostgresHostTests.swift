import Foundation
import Storage
import TestSupport
import Testing

/// Addresses with several hosts, and servers that take no writes.
@Suite(.timeLimit(.minutes(5)), .serialized, .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresHostTests {
    /// Nothing listens at port 1.
    private static let dead = "127.0.0.1:1"

    @Test func `the next host is used if one is dead, and a standby for reads`() async throws {
        try await PostgresServer.with { server in
            let url = server.url.replacing("@127.0.0.1:", with: "@\(Self.dead),127.0.0.1:")
            try #require(url.contains(Self.dead))
            let database = PostgresDatabase(PostgresSettings(url: url, sessions: 2))
            try await database.write { try $0.script("CREATE TABLE t (id bigint PRIMARY KEY)") }
            try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }

            try await server.becomeStandby()

            let count = try await database.read { try $0.rows("SELECT id FROM t").count }
            let refused = try await fault {
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (2)") }
            }
            #expect(count == 1)
            #expect(refused.isReadOnly)
            // A write that may be skipped fails nobody.
            try await database.writeIfPossible { _ = try $0.execute("INSERT INTO t VALUES (3)") }
            try await database.close()
        }
    }

    @Test func `an address that says which host is meant is taken at its word`() async throws {
        try await PostgresServer.with { server in
            try await server.becomeStandby()
            let hosts = server.url.replacing("@127.0.0.1:", with: "@\(Self.dead),127.0.0.1:")
            for (target, isRead) in [("read-write", false), ("standby", true)] {
                let database = PostgresDatabase(
                    PostgresSettings(
                        url: "\(hosts)?target_session_attrs=\(target)",
                        sessions: 1,
                        retryMax: .milliseconds(300)
                    )
                )
                let rows = try? await database.read { try $0.rows("SELECT 1 AS one").count }
                #expect((rows == 1) == isRead, "\(target)")
                try await database.close()
            }
        }
    }

    @Test func `a database that an administrator keeps from changes is read, and written to afterwards`()
        async throws
    {
        try await PostgresTemplate.withCopy(isMigrated: false) { url in
            let open = PostgresDatabase(PostgresSettings(url: url, sessions: 1))
            let name = try await open.write { connection in
                try connection.script("CREATE TABLE t (id bigint PRIMARY KEY)")
                return try connection.rows("SELECT current_database()::text AS name")[0]
                    .get("name", as: String.self)
            }
            try await open.write { connection in
                try connection.script("ALTER DATABASE \"\(name)\" SET default_transaction_read_only = on")
            }
            // Connections that were open before may still write.
            let closed = PostgresDatabase(PostgresSettings(url: url, sessions: 2))
            let write: @Sendable () async throws -> Void = {
                try await closed.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
            }

            let refused = try await fault(write)
            #expect(refused.isReadOnly)
            #expect(try await closed.read { try $0.rows("SELECT id FROM t").count } == 0)
            try await open.write { connection in
                try connection.script("ALTER DATABASE \"\(name)\" RESET default_transaction_read_only")
            }
            try await write()

            #expect(try await closed.read { try $0.rows("SELECT id FROM t").count } == 1)
            try await closed.close()
            try await open.close()
        }
    }
}
