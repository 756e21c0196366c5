import Core
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

struct HistoryRetentionTests {
    @Test(arguments: TestDatabase.all)
    func `old entries go, the newest of each content stay`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let tag = try await vitrina.make("tags", ["name": ["ru": "0"]])
            let quiet = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let path = "/admin/api/v1/mall/tags/\(tag)"
            for number in 1...14 {
                let body: JSON = ["name": ["ru": .string("\(number)")]]
                let reply = try await vitrina.send(
                    .patch,
                    path + "?publish=true",
                    body,
                    headers: version(number)
                )
                try #require(reply.status == 200)
            }
            #expect(try await vitrina.services.contents.forgetHistory(olderThan: .seconds(86_400)) == 0)
            vitrina.clock.advance(by: .seconds(2 * 86_400))

            #expect(try await vitrina.services.contents.forgetHistory(olderThan: .seconds(86_400)) == 5)

            let left = try await vitrina.send(.get, path + "/history").json.items
            #expect(left.count == ContentStore.versionsKeptMin)
            #expect(left.last?["version"] == 6)
            let other = try await vitrina.send(.get, "/admin/api/v1/mall/tags/\(quiet)/history")
            #expect(other.json.items.count == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `history is removed by its retention alone, whose pass ends with it`(kind: TestDatabase) async throws
    {
        try await withVitrina(kind) { vitrina in
            _ = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            let now = vitrina.clock.now
            let old: SQL = "INSERT INTO history_passes (before) VALUES (\(now.advanced(by: .seconds(-60))))"
            let open: SQL = "INSERT INTO history_passes (before) VALUES (\(Timestamp.latest))"
            var attempts: [[SQL]] = [
                ["DELETE FROM history"], [old, "DELETE FROM history", "DELETE FROM history_passes"],
                // A transaction without a commit saves nothing.
                [open, "DELETE FROM history"], [open],
            ]
            switch kind {
            case .sqlite: attempts.append(["INSERT OR REPLACE INTO history SELECT * FROM history"])
            case .postgres: attempts += [["TRUNCATE history"], ["TRUNCATE points_entries CASCADE"]]
            }
            for attempt in attempts {
                await #expect(throws: StorageError.self, "\(attempt)") {
                    try await vitrina.database.write { connection in
                        for statement in attempt { try connection.execute(statement) }
                    }
                }
            }
            let counts = try await vitrina.database.rowCounts()
            #expect(counts["history"] == 1 && counts["history_passes"] == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a server that slept meanwhile sees every change`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let sleeper = LiveContents(types: vitrina.services.contents.types, database: vitrina.database) {
                _ in
            }
            let tag = try await vitrina.make("tags", ["name": ["ru": "0"]])
            try await sleeper.load()
            let gone = try await vitrina.make("tags", ["name": ["ru": "Кофе"]])
            // Only the removed history shows that the entry was ever published.
            let history = "/admin/api/v1/mall/tags/\(gone)"
            for number in 1...12 {
                let body: JSON = ["name": ["ru": .string("\(number)")]]
                _ = try await vitrina.send(.patch, history, body, headers: version(number))
            }
            vitrina.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await vitrina.services.contents.forgetHistory(olderThan: .seconds(86_400)) > 0)

            try await sleeper.refresh()

            #expect(sleeper.state["tags"][tag] != nil)
            #expect(sleeper.state["tags"][gone] != nil)
        }
    }
}
