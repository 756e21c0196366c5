import Storage
import TestSupport
import Testing

/// Statements whose answers are read together.
struct PipelineTests {
    private struct Refusal: Error, Equatable {}

    @Test(arguments: TestDatabase.all)
    func `statements that nobody waits for are kept, in their order`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            // More than one answer of the server holds.
            let count = 200
            let seen = try await database.write { connection in
                for number in 0..<count {
                    try connection.send("INSERT INTO things (id, number) VALUES (\("id \(number)"), 0)")
                }
                try connection.send("UPDATE things SET number = 7")
                return try connection.rows("SELECT count(*) AS count FROM things WHERE number = 7")[0]
                    .get("count", as: Int.self)
            }
            try await database.write { try $0.send("DELETE FROM things WHERE id = 'id 0'") }

            #expect(seen == count)
            #expect(try await database.things().count == count - 1)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `each of several statements gets its rows`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let rows = try await database.write { connection in
                try connection.send("INSERT INTO things (id, number) VALUES ('a', 1), ('b', 2)")
                return try connection.rows(each: [
                    "SELECT id FROM things ORDER BY id", "SELECT id FROM things WHERE number = \(3)",
                    "SELECT number FROM things WHERE id = \("b")",
                ])
            }

            #expect(rows.map { $0.map { $0[0] } } == [[.text("a"), .text("b")], [], [.integer(2)]])
            #expect(try await database.read { try $0.rows(each: []).count } == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a failure of one that nobody waits for is told, and nothing is kept`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            for isLast in [true, false] {
                let fault = try await fault {
                    try await database.write { connection in
                        try connection.send("INSERT INTO things (id) VALUES ('b')")
                        try connection.send("INSERT INTO things (id) VALUES ('a')")
                        // New to the session: it is not prepared after the failure, and works the next time.
                        try connection.send("INSERT INTO things (id, number) VALUES ('c', \(isLast ? 1 : 2))")
                        if !isLast { _ = try connection.rows("SELECT id, number FROM things") }
                    }
                }
                guard case .unique = fault else { throw fault }
                #expect(try await database.things() == ["a"])
            }
            try await database.write { connection in
                try connection.send("INSERT INTO things (id, number) VALUES ('c', \(2))")
                _ = try connection.rows("SELECT id, number FROM things")
            }
            #expect(try await database.things() == ["a", "c"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `in a savepoint, the failure of one that nobody waits for is undone alone`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            try await database.write { connection in
                try connection.send("INSERT INTO things (id) VALUES ('a')")
                #expect(throws: StorageError.self) {
                    try connection.savepoint {
                        try connection.send("INSERT INTO things (id) VALUES ('b')")
                        try connection.send("INSERT INTO things (id) VALUES ('a')")
                    }
                }
                #expect(throws: Refusal()) {
                    try connection.savepoint {
                        try connection.send("INSERT INTO things (id) VALUES ('c')")
                        throw Refusal()
                    }
                }
                try connection.savepoint { try connection.send("INSERT INTO things (id) VALUES ('d')") }
            }

            #expect(try await database.things() == ["a", "d"])
        }
    }

    @Test(.enabled(if: TestDatabase.postgresURL != nil))
    func `a collision of one that nobody waits for is tried again`() async throws {
        try await withThings(.postgres) { database in
            let runs = Locked(0)
            try await database.write { connection in
                let run = runs.update {
                    $0 += 1
                    return $0
                }
                try connection.script(
                    """
                    CREATE OR REPLACE FUNCTION collide() RETURNS int LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$
                    """
                )
                try connection.send("INSERT INTO things (id) VALUES (\("run \(run)"))")
                if run < 3 { try connection.send("SELECT collide()") }
            }

            #expect(runs.value == 3)
            #expect(try await database.things() == ["run 3"])
        }
    }
}
