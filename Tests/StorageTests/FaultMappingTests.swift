import Storage
import TestSupport
import Testing

/// The database's errors in the program's own types, equal for every database if possible.
struct FaultMappingTests {
    @Test(arguments: TestDatabase.all)
    func `a value that is taken names its columns`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.write {
                _ = try $0.execute("INSERT INTO things (id, app, slug) VALUES ('a', 'mall', 'x')")
            }

            let slug = try await fault {
                try await database.write {
                    _ = try $0.execute("INSERT INTO things (id, app, slug) VALUES ('b', 'mall', 'x')")
                }
            }
            let key = try await fault { try await database.add("a") }

            #expect(slug == .unique("things.app, things.slug"))
            #expect(key == .unique("things.id"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a broken reference is told at once`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            try await database.write { _ = try $0.execute("INSERT INTO parts VALUES (1, 'a')") }

            let missing = try await fault {
                try await database.write { _ = try $0.execute("INSERT INTO parts VALUES (2, 'x')") }
            }
            let used = try await fault {
                try await database.write { _ = try $0.execute("DELETE FROM things") }
            }

            for fault in [missing, used] {
                guard case .reference = fault else { throw fault }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a rule of the table is a constraint`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let statements: [SQL] = [
                "INSERT INTO things (id, number) VALUES ('a', \(13))",
                "INSERT INTO things (id, must) VALUES ('a', NULL)",
            ]
            for sql in statements {
                let fault = try await fault { try await database.write { _ = try $0.execute(sql) } }
                guard case .constraint = fault else { throw fault }
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a full disk is told, undoes the write, and lets others read and skip theirs`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            try await database.fillDisk()

            for sql: SQL in ["INSERT INTO things (id) VALUES ('b')", "UPDATE things SET number = 1"] {
                let fault = try await fault { try await database.write { _ = try $0.execute(sql) } }
                #expect(fault.isFull, "\(fault)")
            }
            try await database.writeIfPossible { _ = try $0.execute("DELETE FROM things") }

            #expect(try await database.things() == ["a"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a text with U+0000 is refused before it is sent`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let fault = try await fault { try await database.add("a\u{0}b") }

            #expect(fault == .text)
            #expect(try await database.things() == [])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a column that is not there is named`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            let row = try await database.read { try $0.rows("SELECT id, number FROM things")[0] }

            #expect(throws: StorageError.column("slug", "is not in the answer")) {
                try row.get("slug", as: String.self)
            }
            #expect(throws: StorageError.column("number", "holds no Int")) {
                try row.get("number", as: Int.self)
            }
        }
    }

    @Test func `a file that cannot be opened is unreachable`() throws {
        let fault = #expect(throws: StorageError.self) { try SQLiteDatabase(path: "/nowhere/at/all.db") }

        #expect(fault?.isUnreachable == true)
    }

    @Test(arguments: ["what is this", "postgres://%zz"])
    func `an address that libpq cannot read is told at once`(address: String) async throws {
        let database = PostgresDatabase(PostgresSettings(url: address, retryMax: .milliseconds(200)))
        await #expect(throws: StorageError.self) { try await database.read { _ = try $0.rows("SELECT 1") } }
        try await database.close()
    }
}
