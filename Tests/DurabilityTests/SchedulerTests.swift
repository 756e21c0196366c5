import Core
import Foundation
import Storage
import TestSupport
import Testing

/// A schedule runs exactly once, even after a crash of its programs.
@Suite(.serialized)
struct SchedulerTests {
    private static let tags = "/admin/api/v1/mall/tags"
    private static let count = 150

    @Test(arguments: TestDatabase.all)
    func `what a kill interrupts is done once by the next server`(kind: TestDatabase) async throws {
        try await withPlace(kind) { place in
            let program = try await RunningProgram(on: place)
            let ids: [String]
            do {
                ids = try await plan(Self.count, on: program, at: place)
                // Some are done, and the others are in progress.
                #expect(try await holds { try await live(program) > 0 })
                try await program.kill()
            } catch {
                try await program.kill()
                throw error
            }

            try await withProgram(on: place) { again in
                #expect(try await holds { try await live(again) == Self.count })
                try await requireOnce(ids, on: again)
            }
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `of three servers on one database one does it`() async throws {
        try await withPlace(.postgres) { place in
            try await withProgram(on: place) { one in
                try await withProgram(on: place) { two in
                    try await withProgram(on: place) { three in
                        let ids = try await plan(60, on: one, at: place)

                        for server in [one, two, three] {
                            #expect(try await holds { try await live(server) == 60 })
                        }
                        try await requireOnce(ids, on: two)
                    }
                }
            }
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a change is seen on the other server also while nobody can listen`() async throws {
        try await withPlace(.postgres) { place in
            try await withProgram(on: place) { one in
                try await withProgram(on: place) { other in
                    let database = PostgresDatabase(
                        PostgresSettings(url: TestDatabase.postgresURL ?? "", sessions: 1)
                    )
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask {
                            while !Task.isCancelled {
                                try await cutListeners(on: database)
                                try await Task.sleep(for: .milliseconds(10))
                            }
                        }
                        for number in 0..<3 {
                            let title = "Каток \(number) открыт"
                            let news: JSON = [
                                "title": ["ru": .string(title)], "on_main": true,
                                "live_from": "2026-01-01T00:00:00Z",
                            ]
                            let path = "/admin/api/v1/mall/news?publish=true"
                            #expect(try await one.send("POST", path, news).status == 201)
                            let slider = "/api/v1/news/with/promotions-and-event?on_main=true"
                            let isTold = try await holds {
                                try await other.send("GET", slider).text.contains(title)
                            }
                            #expect(isTold)
                        }
                        group.cancelAll()
                    }
                    try await database.close()
                }
            }
        }
    }

    /// Ends every session that listens to the changes of a program.
    private func cutListeners(on database: PostgresDatabase) async throws {
        _ = try await database.write { connection in
            try connection.rows(
                """
                SELECT pg_terminate_backend(pid) AS is_cut FROM pg_stat_activity
                WHERE query = 'LISTEN "vitrina"' AND datname = current_database()
                """
            )
        }
    }

    /// Schedules drafts for tomorrow, then makes all of them due.
    private func plan(_ count: Int, on program: RunningProgram, at place: Place) async throws -> [String] {
        let day = Int64(Date().timeIntervalSince1970) + 86_400
        let tomorrow = try #require(Timestamp(seconds: day)).description
        let ids = try await onThread {
            let connection = try HTTPConnection(to: program)
            return try (0..<count).map { number in
                let tag: JSON = ["name": ["ru": .string("\(number)")]]
                let id = try #require(try connection.send("POST", Self.tags, tag).json["id"]?.string)
                let path = "\(Self.tags)/\(id)/schedule/publication"
                let planned = try connection.send("PUT", path, ["at": .string(tomorrow)])
                try #require(planned.status == 200, "\(planned.text)")
                return id
            }
        }
        let now = try #require(Timestamp(seconds: day - 86_400))
        try await place.change("UPDATE schedules SET at = \(now)")
        return ids
    }

    private func live(_ program: RunningProgram) async throws -> Int {
        let page = try await program.send("GET", "\(Self.tags)?state=live&limit=200").json
        return page["items"]?.array?.count ?? 0
    }

    /// Each is published, by one row of history and at the next version, and nothing is pending.
    private func requireOnce(_ ids: [String], on program: RunningProgram) async throws {
        let wrong = try await onThread {
            let connection = try HTTPConnection(to: program)
            return try ids.filter { id in
                let content = try connection.send("GET", "\(Self.tags)/\(id)").json
                let history = try connection.send("GET", "\(Self.tags)/\(id)/history").json["items"]?.array
                let actions = history?.compactMap { $0["action"]?.string }
                return content["version"] != 2 || actions != ["published", "created"]
                    || content["schedule"]?["publication"] != .null
            }
        }
        #expect(wrong.isEmpty)
    }
}
