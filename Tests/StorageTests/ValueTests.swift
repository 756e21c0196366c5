import Storage
import TestSupport
import Testing

/// A stored value is read unchanged, on every database.
struct ValueTests {
    /// Stores a value in a column and reads it.
    private func roundTrip<T: Storable & Equatable>(
        _ value: T,
        _ column: String,
        on kind: TestDatabase
    ) async throws -> T {
        let results = Locked<[T]>([])
        try await withThings(kind) { database in
            let result = try await database.write { connection in
                try connection.execute("INSERT INTO things (id, \(name: column)) VALUES ('a', \(value))")
                return try connection.rows("SELECT \(name: column) FROM things")[0].get(column, as: T.self)
            }
            results.update { $0 = [result] }
        }
        return try #require(results.value.first)
    }

    @Test(arguments: TestDatabase.all, [0, 1, -1, .min, .max, 1 << 53 + 1] as [Int64])
    func `an integer`(kind: TestDatabase, integer: Int64) async throws {
        #expect(try await roundTrip(integer, "number", on: kind) == integer)
    }

    @Test(
        arguments: TestDatabase.all,
        [0, 0.1, -1.5, 1e-300, .pi, .greatestFiniteMagnitude, .infinity, -.infinity]
    )
    func `a fraction`(kind: TestDatabase, double: Double) async throws {
        #expect(try await roundTrip(double, "ratio", on: kind) == double)
    }

    @Test(arguments: TestDatabase.all, [true, false, nil])
    func `yes, no and nothing`(kind: TestDatabase, bool: Bool?) async throws {
        #expect(try await roundTrip(bool, "is_on", on: kind) == bool)
    }

    @Test(
        arguments: TestDatabase.all,
        ["", "'\"\\;--", "$1", "Ёлка", "👩‍👩‍👧 🏳️‍🌈 𐍈", "e\u{301}", "\u{1}\t\n\r\u{7f}", "null"]
    )
    func `a text`(kind: TestDatabase, text: String) async throws {
        let kept = try await roundTrip(text, "slug", on: kind)
        #expect(Array(kept.utf8) == Array(text.utf8))
    }

    @Test(arguments: TestDatabase.all)
    func `a text of a megabyte`(kind: TestDatabase) async throws {
        let text = String(repeating: "шарж ", count: 120_000)
        #expect(try await roundTrip(text, "must", on: kind) == text)
    }

    @Test(arguments: TestDatabase.all, [0, 1, 256, 1_000_000])
    func `bytes`(kind: TestDatabase, count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let kept = try await roundTrip(bytes, "data", on: kind)
        #expect(kept == bytes ? true : false)
    }

    @Test(
        arguments: TestDatabase.all,
        [
            "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z",
            "1883-11-18T12:00:00.000001Z", "2024-05-13T10:00:00.123456Z", "2024-02-29T00:00:00.100000Z",
        ]
    )
    func `a moment to the microsecond`(kind: TestDatabase, text: String) async throws {
        let timestamp = try #require(Timestamp(text))
        #expect(try await roundTrip(timestamp, "at", on: kind) == timestamp)
    }

    @Test(arguments: TestDatabase.all)
    func `a document, an identifier and a day travel as text`(kind: TestDatabase) async throws {
        let uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
        #expect(try await roundTrip(uuid, "uuid", on: kind) == uuid)
        #expect(try await roundTrip("2024-05-13", "day", on: kind) == "2024-05-13")
        #expect(try await roundTrip(#"{"a": [1, "ё"]}"#, "json", on: kind) == #"{"a": [1, "ё"]}"#)
    }

    @Test(arguments: TestDatabase.all)
    func `what stands in no column keeps its type`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let row = try await database.read { connection in
                try connection.rows(
                    "SELECT \(7) AS n, \("x") AS t, \(0.5) AS d, COUNT(*) AS c, NULL AS missing"
                )[0]
            }

            #expect(try row.get("n") == 7)
            #expect(try row.get("t") == "x")
            #expect(try row.get("d") == 0.5)
            #expect(try row.get("c") == 1)
            #expect(try row.get("missing") == Int?.none)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a hundred values in one statement`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let ids = (100..<200).map(String.init)
            let values = ids.enumerated().map { "(\($1), \("\($0)"))" as SQL }.joined(separator: ", ")
            try await database.write { _ = try $0.execute("INSERT INTO things (id, json) VALUES \(values)") }

            #expect(try await database.things() == ids)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `more statements than are kept prepared`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let kept = try await database.read { connection in
                for _ in 0..<2 {
                    for number in 0..<700 {
                        let column = "c\(number)"
                        let row = try connection.rows("SELECT \(number) AS \(name: column)")[0]
                        #expect(try row.get(column) == number)
                    }
                }
                guard connection.dialect == .postgres else { return 0 }
                return try connection.rows("SELECT count(*) AS n FROM pg_prepared_statements")[0].get(
                    "n",
                    as: Int.self
                )
            }
            #expect(kept <= 256)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a prepared statement sees a column that was added`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.add("a")
            let all: SQL = "SELECT * FROM things WHERE id = \("a")"
            _ = try await database.write { try $0.rows(all) }
            try await database.write {
                try $0.script("ALTER TABLE things ADD COLUMN added TEXT DEFAULT 'new'")
            }

            let row = try await database.write { try $0.rows(all)[0] }
            #expect(try row.get("added") == "new")
        }
    }
}
