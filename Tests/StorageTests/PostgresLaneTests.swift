import Foundation
import Storage
import TestSupport
import Testing

/// The bounds of the lanes on PostgreSQL.
@Suite(.timeLimit(.minutes(5)), .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresLaneTests {
    @Test func `each lane has its own limit, on whichever connection it runs`() async throws {
        let url = TestDatabase.postgresURL ?? ""
        var settings = PostgresSettings(url: url, sessions: 1, waitMax: .seconds(60))
        settings.appCallMax = .seconds(60)
        let database = PostgresDatabase(settings)
        let limits: [(Lane, String)] = [
            (.app, "4s"), (.heavy, "30s"), (.app, "4s"), (.staff, "15s"), (.background, "30s"), (.app, "4s"),
        ]

        for (lane, limit) in limits {
            let found: String = try await lane.run {
                try await database.read {
                    try $0.rows("SELECT current_setting('statement_timeout') AS found")[0].get("found")
                }
            }
            #expect(found == limit, "\(lane)")
        }
        try await database.close()
    }

    @Test func `a statement of an app is cancelled early, and one of long work goes on`() async throws {
        var settings = PostgresSettings(url: TestDatabase.postgresURL ?? "", sessions: 2)
        settings.appStatementTimeout = .milliseconds(300)
        settings.appCallMax = .seconds(60)
        let database = PostgresDatabase(settings)

        let refused = try await fault {
            try await Lane.app.run { try await database.read { _ = try $0.rows("SELECT pg_sleep(30)") } }
        }
        try await Lane.heavy.run { try await database.read { _ = try $0.rows("SELECT pg_sleep(1)") } }

        #expect(refused.isBusy)
        try await database.close()
    }

    @Test func `a statement that must read everything may take longer than its lane allows`() async throws {
        var settings = PostgresSettings(url: TestDatabase.postgresURL ?? "", sessions: 1)
        settings.statementTimeout = .milliseconds(200)
        let database = PostgresDatabase(settings)

        try await StatementTime.run(upTo: .seconds(60)) {
            try await Lane.heavy.run { try await database.read { _ = try $0.rows("SELECT pg_sleep(0.5)") } }
        }
        let refused = try await fault {
            try await Lane.heavy.run { try await database.read { _ = try $0.rows("SELECT pg_sleep(30)") } }
        }

        #expect(refused.isBusy)
        try await database.close()
    }

    @Test func `an app hears within seconds of a server that never says a word`() async throws {
        let server = try SilentServer()
        let database = PostgresDatabase(
            PostgresSettings(url: "postgres://nobody@127.0.0.1:\(server.port)/none", sessions: 2)
        )
        let start = ContinuousClock.now

        let refused = try await fault {
            try await Lane.app.run { try await database.read { _ = try $0.rows("SELECT 1") } }
        }

        #expect(refused.isUnreachable)
        // It is five; others share the processors.
        #expect(ContinuousClock.now - start < .seconds(12))
        try await database.close()
        withExtendedLifetime(server) {}
    }

    @Test func `a probe hears by its own end of a server that never says a word`() async throws {
        let server = try SilentServer()
        let database = PostgresDatabase(
            PostgresSettings(url: "postgres://nobody@127.0.0.1:\(server.port)/none", sessions: 2)
        )
        let start = ContinuousClock.now

        let refused = try await fault {
            try await CallEnd.run(within: .seconds(2)) {
                try await database.read { _ = try $0.rows("SELECT 1") }
            }
        }

        #expect(refused.isUnreachable)
        // It is two; others share the processors.
        #expect(ContinuousClock.now - start < .seconds(9))
        try await database.close()
        withExtendedLifetime(server) {}
    }

    @Test func `an app hears within seconds of a server that falls silent`() async throws {
        try await PostgresServer.with { server in
            let database = PostgresDatabase(PostgresSettings(url: server.url, sessions: 1))
            let read: @Sendable () async throws -> Int = {
                try await database.read { try $0.rows("SELECT pg_backend_pid() AS id")[0].get("id") }
            }
            let session = pid_t(try await read())
            kill(session, SIGSTOP)
            // A server with a stopped process cannot be stopped.
            defer { kill(session, SIGCONT) }
            let start = ContinuousClock.now

            let refused = try await fault { _ = try await Lane.app.run { try await read() } }

            #expect(refused.isUnreachable)
            #expect(ContinuousClock.now - start < .seconds(20))
            // The next call opens another connection.
            #expect(try await read() != Int(session))
            try await database.close()
        }
    }
}
