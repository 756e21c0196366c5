import Foundation
import TestSupport
import Testing

@testable import Storage

/// A hot standby that answers reports, beside a real primary.
@Suite(.timeLimit(.minutes(5)), .serialized, .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresReplicaTests {
    private static let isStandby: @Sendable (any Connection) throws -> Bool = { connection in
        try connection.rows("SELECT pg_is_in_recovery() AS found")[0].get("found")
    }

    @Test func `the replica answers reports, and the primary everything else`() async throws {
        try await withReplica { database, _ in
            try await reports(on: database, areAnsweredByReplica: true)

            let plain = try await Lane.heavy.run { try await database.read(Self.isStandby) }
            let shared = try await Lane.heavy.run(mayLag: true) {
                try await Lane.background.run { try await database.read(Self.isStandby) }
            }
            let written = try await Lane.heavy.run(mayLag: true) {
                try await database.write(Self.isStandby)
            }

            #expect(!plain && !shared && !written)
            let replica = try #require(database.statistics.replica)
            #expect(replica.answered >= 1)
            #expect(database.statistics.pools.map(\.name) == ["transactions", "replica"])
        }
    }

    @Test func `a replica that is too far behind is passed over, and an idle primary is not far ahead`()
        async throws
    {
        try await withReplica(lagMax: .seconds(1)) { database, standby in
            try await reports(on: database, areAnsweredByReplica: true)
            try await Task.sleep(for: .seconds(2))
            try await comes(.ok, to: database)

            try await withDirect(standby) { direct in
                try await direct.read { _ = try $0.rows("SELECT pg_wal_replay_pause()::text AS done") }
                try await database.write { _ = try $0.execute("INSERT INTO t VALUES (2)") }
                try await comes(.behind, to: database)

                #expect(try await count(on: database) == 2)
                let lag = try #require(database.statistics.replica?.status.lag)
                #expect(lag > .seconds(1))

                try await direct.read { _ = try $0.rows("SELECT pg_wal_replay_resume()::text AS done") }
                try await comes(.ok, to: database)
                try await reports(on: database, areAnsweredByReplica: true)
                #expect(try await count(on: database) == 2)
            }
        }
    }

    @Test func `a replica that lacks a migration is passed over, however near it is`() async throws {
        try await withReplica(lagMax: .seconds(3600)) { database, standby in
            try await reports(on: database, areAnsweredByReplica: true)

            try await withDirect(standby) { direct in
                try await direct.read { _ = try $0.rows("SELECT pg_wal_replay_pause()::text AS done") }
                try await database.write { _ = try $0.execute("INSERT INTO migrations VALUES ('0002_more')") }
                try await comes(.behind, to: database)

                #expect(database.statistics.replica?.status.reason == "It lacks a migration.")
                try await reports(on: database, areAnsweredByReplica: false)
                try await direct.read { _ = try $0.rows("SELECT pg_wal_replay_resume()::text AS done") }
                try await comes(.ok, to: database)
            }
        }
    }

    @Test func `a replica that is away costs a report nothing but the attempt`() async throws {
        try await withReplica { database, standby in
            try await reports(on: database, areAnsweredByReplica: true)

            try await standby.stop()
            let first = try await Lane.heavy.run(mayLag: true) { try await database.read(Self.isStandby) }
            try await comes(.away, to: database)
            let second = try await Lane.heavy.run(mayLag: true) { try await database.read(Self.isStandby) }
            try await standby.startAgain()

            #expect(!first && !second)
            #expect((database.statistics.replica?.passedOn ?? 0) >= 2)
            try await comes(.ok, to: database)
            try await reports(on: database, areAnsweredByReplica: true)
        }
    }

    @Test func `another database of the standby is not used, and is named`() async throws {
        try await PostgresServer.with { primary in
            try await prepare(primary)
            try await primary.withStandby { standby in
                var settings = PostgresSettings(url: primary.url, sessions: 2, waitMax: .seconds(60))
                settings.replica = standby.url.replacing("/postgres", with: "/template1")
                let database = PostgresDatabase(settings)
                try await database.closing {
                    try await comes(.noStandby, to: database)

                    let reason = try #require(database.statistics.replica?.status.reason)
                    #expect(reason.contains("template1") && reason.contains("postgres"))
                }
            }
        }
    }

    @Test func `a replica that takes writes answers nothing more, also before the next look`() async throws {
        try await withReplica { database, standby in
            try await reports(on: database, areAnsweredByReplica: true)
            try await withDirect(standby) { direct in
                let wasStandby = try await direct.read(Self.isStandby)
                await database.lookAtReplica()
                try await direct.read { _ = try $0.rows("SELECT pg_promote()::text AS done") }
                try await direct.write { _ = try $0.execute("INSERT INTO t VALUES (2)") }

                #expect(wasStandby)
                #expect(try await count(on: database) == 1)
            }
            try await comes(.noStandby, to: database)
        }
    }

    @Test func `a replica whose disk is full leaves a report to the primary`() async throws {
        try await withReplica { database, _ in
            try await reports(on: database, areAnsweredByReplica: true)

            let place = try await Lane.heavy.run(mayLag: true) {
                try await database.read { connection in
                    let isStandby = try Self.isStandby(connection)
                    if isStandby { throw StorageError.full("It is a test.") }
                    return isStandby
                }
            }

            #expect(!place)
            #expect(database.statistics.replica?.status.state == .away)
        }
    }

    @Test func `a server that is no standby of the primary is not used`() async throws {
        try await PostgresServer.with { primary in
            try await prepare(primary)
            try await PostgresServer.with { stranger in
                try await prepare(stranger)
                try await stranger.becomeStandby()
                for url in [primary.url, stranger.url] {
                    var settings = PostgresSettings(url: primary.url, sessions: 2, waitMax: .seconds(60))
                    settings.replica = url
                    let database = PostgresDatabase(settings)
                    try await comes(.noStandby, to: database)

                    #expect(try await count(on: database) == 1)

                    let replica = try #require(database.statistics.replica)
                    #expect(replica.answered == 0 && replica.passedOn == 1)
                    try await database.close()
                }
            }
        }
    }

    /// The replica cancels a statement that holds up its replaying, and ends a connection that does so between two.
    @Test(arguments: [true, false])
    func `a report that the replica cannot finish is answered by the primary`(isRunning: Bool) async throws {
        try await withReplica { database, standby in
            try await reports(on: database, areAnsweredByReplica: true)
            let (process, places, mayGoOn) = (Locked<Int64?>(nil), Locked<[Bool]>([]), Locked(isRunning))
            async let report = Lane.heavy.run(mayLag: true) {
                try await database.read { connection -> Int64 in
                    let isStandby = try Self.isStandby(connection)
                    places.update { $0.append(isStandby) }
                    let rows = try connection.rows("SELECT count(*) AS count, pg_backend_pid() AS id FROM t")
                    guard isStandby else { return try rows[0].get("count") }
                    let id: Int64 = try rows[0].get("id")
                    process.update { $0 = id }
                    while !mayGoOn.value { usleep(10_000) }
                    _ = try connection.rows("SELECT pg_sleep(\(isRunning ? 60 : 0))::text AS done")
                    return 0
                }
            }
            // Before the implicit wait for the report, should something fail.
            defer { mayGoOn.update { $0 = true } }
            _ = try await holds { process.value != nil }
            let id = try #require(process.value)
            try await database.write { try $0.script("ALTER TABLE t ADD COLUMN word text") }
            if !isRunning {
                try await withDirect(standby) { direct in
                    let isThere: SQL = "SELECT pid FROM pg_stat_activity WHERE pid = \(id)"
                    _ = try await holds { try await direct.read { try $0.rows(isThere).isEmpty } }
                }
            }
            mayGoOn.update { $0 = true }

            let found = try await report
            #expect(found == 1)
            #expect(places.value == [true, false])
        }
    }

    @Test func `a statement that is cancelled for the sake of replaying may be run again`() {
        func failure(_ state: String, _ message: String) -> PostgresFailure {
            PostgresFailure(state: state, message: message, detail: nil, table: nil, constraint: nil)
        }

        #expect(failure("40001", "canceling statement due to conflict with recovery").isConflict)
        #expect(failure("57014", "canceling statement due to conflict with recovery").isConflict)
        #expect(!failure("57014", "canceling statement due to statement timeout").isConflict)
    }

    // MARK: The servers

    /// Runs `body` with a primary that has a row, and a standby of it as its read replica.
    private func withReplica(
        lagMax: Duration = .seconds(60),
        _ body: (_ database: PostgresDatabase, _ standby: PostgresServer) async throws -> Void
    ) async throws {
        try await PostgresServer.with { primary in
            try await prepare(primary)
            try await primary.withStandby { standby in
                var settings = PostgresSettings(url: primary.url, sessions: 4, waitMax: .seconds(60))
                (settings.replica, settings.replicaLagMax) = (standby.url, lagMax)
                let database = PostgresDatabase(settings)
                try await database.closing {
                    // A standby that has replayed no transaction yet does not know how far it is behind.
                    try await database.write { try $0.script("CREATE TABLE replayed ()") }
                    try await body(database, standby)
                }
            }
        }
    }

    private func prepare(_ server: PostgresServer) async throws {
        try await withDirect(server) { direct in
            try await direct.write { connection in
                try connection.script("CREATE TABLE migrations (name text); CREATE TABLE t (id bigint)")
                try connection.script("INSERT INTO migrations VALUES ('0001_core'); INSERT INTO t VALUES (1)")
            }
        }
    }

    /// Runs `body` with a connection to the server itself.
    private func withDirect(
        _ server: PostgresServer,
        _ body: (PostgresDatabase) async throws -> Void
    ) async throws {
        let direct = PostgresDatabase(PostgresSettings(url: server.url, sessions: 1))
        try await direct.closing { try await body(direct) }
    }

    // MARK: Waiting

    private func count(on database: PostgresDatabase) async throws -> Int64 {
        try await Lane.heavy.run(mayLag: true) {
            try await database.read { try $0.rows("SELECT count(*) AS count FROM t")[0].get("count") }
        }
    }

    private func reports(on database: PostgresDatabase, areAnsweredByReplica wanted: Bool) async throws {
        let areAnswered = try await holds {
            let isStandby = try await Lane.heavy.run(mayLag: true) { try await database.read(Self.isStandby) }
            return isStandby == wanted
        }
        try #require(areAnswered)
    }

    /// Looks until the replica is found in this state.
    private func comes(_ state: ReplicaStatus.State, to database: PostgresDatabase) async throws {
        let hasCome = try await holds {
            await database.lookAtReplica()
            return database.statistics.replica?.status.state == state
        }
        try #require(hasCome)
    }
}
