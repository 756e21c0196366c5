import Foundation
import Storage
import TestSupport
import Testing

/// Connections of which each transaction may get another one; `Tests/cluster` has a real PgBouncer between.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresPoolerTests {
    @Test func `a shared connection keeps no statement, and each transaction has the driver's settings`()
        async throws
    {
        let hostile = "-c timezone=Asia/Tokyo -c datestyle=German -c synchronous_commit=off"
        let options = hostile.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let url = (TestDatabase.postgresURL ?? "") + "?options=" + options
        let limits: [(Lane, String)] = [(.app, "4s"), (.heavy, "30s"), (.staff, "15s"), (.app, "4s")]
        for isShared in [true, false] {
            var settings = PostgresSettings(url: url, sessions: 1)
            settings.isShared = isShared
            settings.appCallMax = .seconds(60)
            let database = PostgresDatabase(settings)

            for (lane, limit) in limits {
                let row = try await lane.run {
                    try await database.read { connection in
                        try connection.rows(
                            """
                            SELECT \(Timestamp.latest) AS at, \([UInt8](0...255)) AS bytes,
                                current_setting('statement_timeout') AS found,
                                current_setting('synchronous_commit') AS durable
                            """
                        )[0]
                    }
                }
                #expect(try row.get("at") == Timestamp.latest)
                #expect(try row.get("bytes") == [UInt8](0...255))
                #expect(try row.get("found") == limit)
                #expect(try row.get("durable") == "on")
            }
            let count: Int = try await database.read { connection in
                try connection.rows("SELECT count(*) AS count FROM pg_prepared_statements")[0].get("count")
            }
            // A plain server is taken for no pooler: there, statements are prepared.
            #expect((count == 0) == isShared)
            try await database.close()
        }
    }

    @Test func `writes, savepoints and long answers work on a shared connection`() async throws {
        try await withShared { database in
            try await database.write { connection in
                try connection.script("CREATE TABLE t (id bigint PRIMARY KEY, word text)")
            }
            try await database.write { connection in
                for id in 0..<2000 { try connection.send("INSERT INTO t VALUES (\(id), \("word \(id)"))") }
                #expect(throws: StorageError.self) {
                    try connection.savepoint {
                        try connection.send("INSERT INTO t VALUES (2000, 'two thousand')")
                        try connection.send("INSERT INTO t VALUES (1, 'again')")
                    }
                }
                try connection.insert([[.integer(3000), .null]], into: "t", ["id", "word"], "")
            }
            let refused = try await fault {
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1, 'again')") }
            }

            let (sum, count) = try await database.read { connection in
                var sum = 0
                try connection.forEach("SELECT id FROM t ORDER BY id") { row in
                    let id: Int = try row.get("id")
                    sum += id
                }
                let count: Int = try connection.rows("SELECT count(*) AS count FROM t")[0].get("count")
                return (sum, count)
            }
            #expect(sum == 1999 * 2000 / 2 + 3000)
            #expect(count == 2001)
            guard case .unique = refused else { throw refused }
        }
    }

    @Test func `what an administrator keeps from changes is read on a shared connection, and not written to`()
        async throws
    {
        try await withShared { database in
            let name = try await database.write { connection in
                try connection.script("CREATE TABLE t (id bigint PRIMARY KEY)")
                return try connection.rows("SELECT current_database()::text AS name")[0]
                    .get("name", as: String.self)
            }
            let write: @Sendable () async throws -> Void = {
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
            }
            try await database.write { connection in
                try connection.script("ALTER DATABASE \"\(name)\" SET default_transaction_read_only = on")
            }
            // Connections that are open keep the default that they have begun with.
            try await database.write { connection in
                try connection.script("SET default_transaction_read_only = on")
            }

            let refused = try await fault(write)
            let count = try await database.read { try $0.rows("SELECT id FROM t").count }

            #expect(refused.isReadOnly)
            #expect(count == 0)
        }
    }

    /// Runs `body` on an empty database of its own, through one connection that counts as shared.
    private func withShared(_ body: (any Database) async throws -> Void) async throws {
        try await PostgresTemplate.withCopy(isMigrated: false) { url in
            var settings = PostgresSettings(url: url, sessions: 1, waitMax: .seconds(60))
            settings.isShared = true
            let database = PostgresDatabase(settings)
            try await database.closing { try await body(database) }
        }
    }
}
