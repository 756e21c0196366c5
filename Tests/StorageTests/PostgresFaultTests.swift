import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)), .enabled(if: TestDatabase.postgresURL != nil))
struct PostgresFaultTests {
    /// A session with the shortest waits, in the schema of `database`.
    private func beside(_ database: any Database, sessions: Int = 1) async throws -> PostgresDatabase {
        let schema = try await database.read {
            try $0.rows("SELECT current_schema()::text AS s")[0].get("s", as: String.self)
        }
        return PostgresDatabase(
            PostgresSettings(
                url: TestDatabase.postgresURL ?? "",
                schema: schema,
                sessions: sessions,
                waitMax: .milliseconds(100)
            )
        )
    }

    @Test(arguments: [true, false])
    func `a connection that is lost in the middle is replaced, and all of the body runs again`(
        isTold: Bool
    ) async throws {
        try await withThings(.postgres) { database in
            let runs = Locked(0)
            try await database.write { connection in
                let run = runs.update {
                    $0 += 1; return $0
                }
                try connection.execute("INSERT INTO things (id) VALUES (\("run \(run)"))")
                guard run == 1 else { return }
                let terminate: SQL = "SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)"
                // The transaction is repeated even if its body hides or replaces the error.
                if isTold { _ = try connection.rows(terminate) } else { _ = try? connection.rows(terminate) }
            }

            #expect(try await database.things() == ["run 2"])
        }
    }

    @Test func `connections that were lost while nobody used them are replaced`() async throws {
        try await withThings(.postgres) { database in
            let other = try await beside(database)
            let backend = try await other.write { connection in
                try connection.execute("INSERT INTO things (id) VALUES ('a')")
                return try connection.rows("SELECT pg_backend_pid() AS pid")[0].get("pid", as: Int.self)
            }
            _ = try await database.read {
                try $0.rows("SELECT pg_terminate_backend(CAST(\(backend) AS integer))")
            }
            try await other.add("b")
            try await other.close()

            #expect(try await database.things() == ["a", "b"])
        }
    }

    @Test(arguments: [false, true])
    func `a connection that is lost during the commit is told, and nothing runs again`(
        hasFailedBefore: Bool
    ) async throws {
        try await withThings(.postgres) { database in
            try await database.write { connection in
                try connection.script(
                    """
                    CREATE FUNCTION end_it() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
                    CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON parts DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION end_it();
                    """
                )
            }
            try await database.add("a")
            let runs = Locked(0)
            let fault = try await fault {
                try await database.write { connection in
                    runs.update { $0 += 1 }
                    if hasFailedBefore {
                        #expect(throws: StorageError.self) {
                            try connection.savepoint {
                                try connection.send("INSERT INTO things (id) VALUES ('a')")
                            }
                        }
                    }
                    try connection.send("INSERT INTO parts VALUES (1, 'a')")
                }
            }

            #expect(fault.mayBeKept)
            #expect(runs.value == 1)
            #expect(try await database.read { try $0.rows("SELECT id FROM parts").count } == 0)
        }
    }

    @Test func `of two transactions that wait for each other one runs again`() async throws {
        try await withThings(.postgres) { database in
            for id in ["a", "b"] { try await database.add(id) }
            let signals = [Signal(), Signal()]
            let runs = Locked(0)
            try await atOnce([["a", "b"], ["b", "a"]].enumerated()) { own, order in
                let isFirst = Locked(true)
                try await database.write { connection in
                    runs.update { $0 += 1 }
                    try connection.execute(
                        "UPDATE things SET number = COALESCE(number, 0) + 1 WHERE id = \(order[0])"
                    )
                    if isFirst.update({ isFirst in
                        defer { isFirst = false }; return isFirst
                    }) {
                        signals[own].send()
                        signals[1 - own].wait()
                    }
                    try connection.execute(
                        "UPDATE things SET number = COALESCE(number, 0) + 1 WHERE id = \(order[1])"
                    )
                }
            }

            let numbers = try await database.read { try $0.rows("SELECT number FROM things").map { $0[0] } }
            #expect(numbers == [.integer(2), .integer(2)])
            #expect(runs.value >= 3)
        }
    }

    @Test func `a transaction that gets no session is busy`() async throws {
        try await withThings(.postgres) { database in
            let small = try await beside(database)
            let (isHeld, isReleased) = (Signal(), Signal())
            async let holding: Void = small.write { _ in
                isHeld.send()
                isReleased.wait()
            }
            await isHeld.arrival()

            #expect(try await fault { try await small.add("a") }.isBusy)
            isReleased.send()
            try await holding
            try await small.add("b")
            try await small.close()
            #expect(try await database.things() == ["b"])
        }
    }

    @Test func `a task that is cancelled stops waiting for a session`() async throws {
        try await withThings(.postgres) { database in
            let small = try await beside(database)
            let (isHeld, isReleased) = (Signal(), Signal())
            async let holding: Void = small.write { _ in
                isHeld.send()
                isReleased.wait()
            }
            await isHeld.arrival()
            await withTaskGroup { group in
                group.addTask { await #expect(throws: (any Error).self) { try await small.add("a") } }
                group.cancelAll()
            }
            isReleased.send()
            try await holding
            try await small.close()

            #expect(try await database.things() == [])
        }
    }

    @Test func `a lock or a statement that takes too long is busy`() async throws {
        try await withThings(.postgres) { database in
            var settings = PostgresSettings(url: TestDatabase.postgresURL ?? "", sessions: 1)
            settings.statementTimeout = .seconds(1)
            let impatient = PostgresDatabase(settings)

            #expect(
                try await fault { try await impatient.read { _ = try $0.rows("SELECT pg_sleep(60)") } }.isBusy
            )
            // A migration has more time than other statements.
            try await impatient.write { try $0.script("SELECT pg_sleep(1.5)") }
            _ = try await impatient.read { try $0.rows("SELECT 1") }
            try await impatient.close()
        }
    }

    @Test func `a server that is not there is unreachable, in bounded time`() async throws {
        let settings = PostgresSettings(
            url: "postgres://nobody@127.0.0.1:1/none",
            retryMax: .milliseconds(300)
        )
        let database = PostgresDatabase(settings)
        let faults = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do { try await database.add("a") } catch {
                        return (error as? StorageError)?.isUnreachable == true
                    }
                    return false
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }

        #expect(faults == 20)
        try await database.close()
    }
}
