import Storage
import TestSupport
import Testing

/// Concurrent writers share one commit on SQLite, without an effect on each other.
@Suite(.timeLimit(.minutes(2)))
struct GroupCommitTests {
    /// Runs `body` with each number below `count` concurrently; returns the error of each that fails.
    private func faults(
        below count: Int,
        of body: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> [Int: StorageError] {
        try await withThrowingTaskGroup(of: (Int, StorageError?).self) { group in
            for number in 0..<count {
                group.addTask {
                    do throws(any Error) {
                        try await body(number)
                        return (number, nil)
                    } catch let error as StorageError {
                        return (number, error)
                    }
                }
            }
            return try await group.reduce(into: [:]) { faults, outcome in faults[outcome.0] = outcome.1 }
        }
    }

    /// A deferred reference is checked only by the commit, which is shared.
    @Test(arguments: TestDatabase.all)
    func `one writer that fails at the commit fails alone`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.write { connection in
                try connection.script(
                    """
                    CREATE TABLE late (
                        id BIGINT PRIMARY KEY, thing TEXT REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED
                    )
                    """
                )
            }
            try await database.add("a")

            let faults = try await faults(below: 40) { number in
                try await database.write { connection in
                    let thing = number == 7 ? "missing" : "a"
                    try connection.execute("INSERT INTO late (id, thing) VALUES (\(number), \(thing))")
                }
            }

            #expect(faults.keys.sorted() == [7])
            guard case .reference = faults[7] else {
                Issue.record("It was \(String(describing: faults[7])).")
                return
            }
            #expect(try await database.read { try $0.rows("SELECT id FROM late") }.count == 39)
        }
    }

    @Test func `one writer that undoes the whole transaction fails alone`() async throws {
        try await withThings(.sqlite) { database in
            try await database.add("taken")

            let faults = try await faults(below: 30) { number in
                try await database.write { connection in
                    let id = number == 3 ? "taken" : "\(number)"
                    try connection.execute("INSERT OR ROLLBACK INTO things (id) VALUES (\(id))")
                }
            }

            #expect(faults == [3: .unique("things.id")])
            #expect(try await database.things().count == 30)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `of many writers with one condition one wins`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            let changes = Locked(0)

            let faults = try await faults(below: 20) { number in
                let changed = try await database.write { connection in
                    try connection.execute("UPDATE things SET number = \(number + 100) WHERE number IS NULL")
                }
                changes.update { $0 += changed }
            }

            #expect(faults.isEmpty)
            #expect(changes.value == 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a read never sees half a write, and never goes back`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            try await database.add("b")
            try await database.write { try $0.script("UPDATE things SET number = 100") }
            let end = 200

            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 100..<end {
                        try await database.write { connection in
                            for id in ["a", "b"] {
                                try connection.execute(
                                    "UPDATE things SET number = number + 1 WHERE id = \(id)"
                                )
                            }
                        }
                    }
                }
                for _ in 0..<2 {
                    group.addTask {
                        var seen = 0
                        while seen < end {
                            let numbers = try await database.read { connection in
                                try connection.rows("SELECT number FROM things").map {
                                    try $0.get("number", as: Int.self)
                                }
                            }
                            let number = try #require(numbers.first)
                            try #require(numbers == [number, number] && number >= seen)
                            seen = number
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `closing waits for what runs and refuses the rest`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await openedAgain(database) { other in
                async let closed: Void = other.close()
                let faults = try await faults(below: 30) { try await other.add("\($0)") }
                try await closed

                #expect(faults.values.filter { !$0.isUnreachable }.isEmpty)
                #expect(try await database.things().count == 30 - faults.count)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a write whose task is cancelled is kept whole or not at all`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = try? await database.write { connection in
                            for part in ["a", "b"] {
                                try connection.execute(
                                    "INSERT INTO things (id) VALUES (\("\(part)\(number)"))"
                                )
                            }
                        }
                    }
                }
                group.cancelAll()
            }

            let ids = try await database.things()
            #expect(ids.count { $0.hasPrefix("a") } == ids.count { $0.hasPrefix("b") })
        }
    }
}
