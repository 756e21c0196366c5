import Core
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import Web

/// What a server says of its read replica; `PostgresReplicaTests` have a real one.
struct ReplicaStatusTests {
    /// A database with a read replica in a state that the test gives.
    private struct Replicated: WrappingDatabase {
        let base: any Database
        let status: Locked<ReplicaStatus>
        let looks = Locked(0)
        /// True for each read that the replica might have answered.
        let lags = Locked<[Bool]>([])

        var statistics: DatabaseStatistics {
            let own = base.statistics
            return DatabaseStatistics(
                pools: own.pools,
                writes: own.writes,
                replica: .init(status: status.value, answered: 3, passedOn: 2)
            )
        }

        func lookAtReplica() async { looks.update { $0 += 1 } }

        func read<R: Sendable>(
            _ body: @escaping @Sendable (any Connection) throws -> R
        ) async throws -> R {
            lags.update { $0.append(Lane.mayLag) }
            return try await base.read(body)
        }
    }

    /// A status, the name of the check that warns of it, and a part of its words.
    private static let states: [(ReplicaStatus, String?, Localized)] = [
        (
            ReplicaStatus(.ok, lag: .milliseconds(12)), nil,
            Localized("отстаёт на 12 мс", "12 ms behind at most")
        ),
        (
            ReplicaStatus(.behind, lag: .milliseconds(25_300), reason: "It is 25.3 seconds behind."),
            "replica_lag", Localized("отстала на 25,3 с", "is 25.3 s behind")
        ),
        (
            ReplicaStatus(.behind, reason: "It lacks a migration."), "replica_lag",
            Localized("отстала,", "is behind")
        ),
        (ReplicaStatus(.away, reason: "No route."), "replica", Localized("недоступна", "is away")),
        (
            ReplicaStatus(.noStandby, reason: "The server is no standby."), "replica",
            Localized("не реплика", "no standby")
        ),
    ]

    @Test(arguments: states)
    func `a replica that is not used is named by each report on the server, which stays ready`(
        status: ReplicaStatus,
        warning: String?,
        words: Localized
    ) async throws {
        try await withVitrina { vitrina in
            let database = Replicated(base: vitrina.database, status: Locked(status))
            let server = try await vitrina.another(on: database)

            let ready = try await server.send(.get, "/readyz", as: nil)
            #expect(ready.status == 200)
            for name in ["replica", "replica_lag"] {
                #expect(ready.json["checks"]?[name]?.string == (name == warning ? "warning" : "ok"))
            }

            let answer = try await server.send(.get, "/admin/api/v1/status", as: Vitrina.viewer)
            let replica = answer.json["health"]?["replica"]
            #expect(replica?["state"]?.string == status.state.rawValue)
            #expect(replica?["lag_ms"]?.integer == status.lag.map { Int64($0 / .milliseconds(1)) })
            #expect(database.looks.value == 1)
            let read = try ReplicaFinding(json: replica ?? .null)
            #expect(read == ReplicaFinding(status))
            #expect(read.text.ru.contains(words.ru) && read.text.en.contains(words.en))

            let text = try MetricsText(try await server.send(.get, "/metrics", as: Vitrina.owner).text)
            for state in ReplicaStatus.State.allCases {
                let name = "vitrina_database_replica_state{state=\"\(state.rawValue)\"}"
                #expect(text[name] == (state == status.state ? 1 : 0))
            }
            #expect(text["vitrina_database_replica_lag_seconds"] == status.lag.map { $0 / .seconds(1) })
            #expect(text[#"vitrina_database_reports_total{server="replica"}"#] == 3)
            #expect(text[#"vitrina_database_reports_total{server="primary"}"#] == 2)
        }
    }

    @Test func `the page of health names the replica`() async throws {
        try await withVitrina { vitrina in
            let database = Replicated(base: vitrina.database, status: Locked(ReplicaStatus(.away)))
            let server = try await vitrina.another(on: database)
            let person = try await vitrina.browser(of: .viewer)

            let page = try await server.send(.get, "/system/health", headers: person, as: nil)

            #expect(page.status == 200)
            #expect(page.text.contains("The read replica") || page.text.contains("Реплика для чтения"))
            // Without one there is no line about it.
            let plain = try await vitrina.send(.get, "/system/health", headers: person, as: nil)
            #expect(!plain.text.contains("The read replica") && !plain.text.contains("Реплика для чтения"))
        }
    }

    @Test func `exports, sums and checks may be some seconds old, and nothing else`() async throws {
        try await withVitrina { vitrina in
            let database = Replicated(base: vitrina.database, status: Locked(ReplicaStatus(.ok, lag: .zero)))
            let server = try await vitrina.another(on: database)
            func mayLag(_ path: String) async throws -> Bool {
                database.lags.update { $0 = [] }
                let reply = try await server.send(.get, path, as: Vitrina.owner)
                #expect(reply.status == 200, "\(path): \(reply.text)")
                return database.lags.value.contains(true)
            }
            let api = "/admin/api/v1"

            for path in [
                "mall/tags/export", "mall/points/export", "mall/points/verify", "mall/points/sums",
                "cruise/books",
                "cruise/statistics", "mall/users/export",
            ] {
                #expect(try await mayLag("\(api)/\(path)"), "\(path)")
            }
            // A search sees the last changes, since it adds them to its index itself; JSON goes to another installation.
            for path in [
                "mall/tags", "mall/tags/export?q=tea", "mall/tags/export?format=json", "mall/points",
                "mall/users", "status", "cruise/orders",
            ] {
                #expect(try await !mayLag("\(api)/\(path)"), "\(path)")
            }
        }
    }
}
