import Storage
import TestSupport
import Testing

/// The promises of `read` and `write`, on every database.
struct TransactionTests {
    private struct Refusal: Error, Equatable {}

    @Test(arguments: TestDatabase.all)
    func `a write is kept`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let changed = try await database.write {
                try $0.execute("INSERT INTO things (id) VALUES (\("a")), (\("b"))")
            }

            #expect(changed == 2)
            #expect(try await database.things() == ["a", "b"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a write that throws leaves nothing behind, and its error passes unchanged`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            await #expect(throws: Refusal()) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO things (id) VALUES ('a')")
                    try connection.send("INSERT INTO things (id) VALUES ('b')")
                    throw Refusal()
                }
            }

            let kept = try await database.things()
            #expect(kept == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a savepoint that throws is undone alone`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.write { connection in
                try connection.execute("INSERT INTO things (id) VALUES ('a')")
                do {
                    try connection.savepoint {
                        try connection.execute("INSERT INTO things (id) VALUES ('b')")
                        try connection.savepoint {
                            _ = try connection.execute("INSERT INTO things (id) VALUES ('c')")
                        }
                        try connection.execute("INSERT INTO things (id) VALUES ('a')")
                    }
                    Issue.record("The second a was not refused.")
                } catch StorageError.unique {}
                try connection.savepoint {
                    _ = try connection.execute("INSERT INTO things (id) VALUES ('d')")
                }
            }

            #expect(try await database.things() == ["a", "d"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `the number of changed rows is told`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            for id in ["a", "b", "c"] { try await database.add(id) }
            let counts = try await database.write { connection in
                [
                    try connection.execute("UPDATE things SET number = 1 WHERE id <> \("a")"),
                    try connection.execute("UPDATE things SET number = 1 WHERE id = \("x")"),
                    try connection.execute("CREATE TABLE others (id INTEGER)"),
                    try connection.execute("DELETE FROM things WHERE number = 1 RETURNING id"),
                    try connection.execute("INSERT INTO things (id) VALUES ('a') ON CONFLICT DO NOTHING"),
                    try connection.execute("SELECT id FROM things"),
                ]
            }

            #expect(counts == [2, 0, 0, 2, 0, 0])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a read sees one moment`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            let (isReading, isWritten) = (Signal(), Signal())
            async let reading = database.read { connection in
                let before = try connection.rows("SELECT id FROM things").count
                isReading.send()
                isWritten.wait()
                return [before, try connection.rows("SELECT id FROM things").count]
            }
            await isReading.arrival()
            try await database.add("b")
            isWritten.send()

            #expect(try await reading == [1, 1])
            #expect(try await database.things() == ["a", "b"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a read cannot write`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            await #expect(throws: StorageError.self) {
                try await database.read { _ = try $0.execute("INSERT INTO things (id) VALUES ('a')") }
            }

            let kept = try await database.things()
            #expect(kept == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a statement with a fault is told, and the database goes on`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            for sql in ["SELEC 1", "SELECT nothing FROM things", "SELECT 1; SELECT 2", ""] as [SQL]
            where sql != "" {
                await #expect(throws: StorageError.self) { try await database.read { _ = try $0.rows(sql) } }
            }

            try await database.add("a")
            #expect(try await database.things() == ["a"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a failed statement that is hidden is not taken for a success`(kind: TestDatabase) async throws {
        guard kind == .postgres else { return }
        try await withThings(kind) { database in
            await #expect(throws: StorageError.self) {
                try await database.write { connection in
                    try connection.execute("INSERT INTO things (id) VALUES ('a')")
                    _ = try? connection.rows("SELECT nothing FROM things")
                }
            }

            let kept = try await database.things()
            #expect(kept == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `concurrent writers count exactly`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.write {
                _ = try $0.execute("INSERT INTO things (id, number) VALUES ('n', 100)")
            }
            try await atOnce(0..<20) { _ in
                for _ in 0..<10 {
                    try await database.write { connection in
                        _ = try connection.execute(
                            "UPDATE things SET number = number + \(1) WHERE id = 'n'"
                        )
                    }
                }
            }

            let number = try await database.read {
                try $0.rows("SELECT number FROM things")[0].get("number", as: Int.self)
            }
            #expect(number == 300)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one writer that fails does not touch those beside it`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("0")
            let (isHeld, isReleased) = (Signal(), Signal())
            async let first: Void = database.write { _ in
                isHeld.send()
                isReleased.wait()
            }
            await isHeld.arrival()
            // All of these wait while the first writer holds the lock, so that they share a commit on SQLite.
            let outcomes = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                for number in 1...60 {
                    group.addTask {
                        // Every third one exists already.
                        let id = number.isMultiple(of: 3) ? "0" : "\(number)"
                        do {
                            try await database.add(id)
                            return (number, true)
                        } catch StorageError.unique {
                            return (number, false)
                        }
                    }
                }
                try await Task.sleep(for: .milliseconds(30))
                isReleased.send()
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            try await first

            #expect(outcomes.allSatisfy { $0.value != $0.key.isMultiple(of: 3) })
            #expect(try await database.things().count == 41)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a closed database refuses, and the others go on`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await openedAgain(database) { closed in
                _ = try await closed.read { try $0.rows("SELECT 1") }
                try await closed.close()

                let writing = try await fault { try await closed.write { _ = try $0.rows("SELECT 1") } }
                let reading = try await fault { try await closed.read { _ = try $0.rows("SELECT 1") } }
                #expect(writing.isUnreachable)
                #expect(reading.isUnreachable)
                // Closing twice is harmless, and the hints end.
                try await closed.close()
                for await _ in closed.hints() {}
            }
            #expect(try await database.things() == [])
        }
    }
}
