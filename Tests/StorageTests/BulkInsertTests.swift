import Storage
import TestSupport
import Testing

/// Many rows that are inserted at once.
struct BulkInsertTests {
    private static let columns = [
        "id", "app", "slug", "number", "ratio", "is_on", "data", "at", "json", "day",
    ]

    private func line(_ id: String, app: Value = .null, number: Value = .null) -> [Value] {
        [.text(id), app, .text(id), number, .null, .null, .null, .null, .null, .null]
    }

    private func add(_ lines: [[Value]], on connection: any Connection) throws {
        try connection.insert(lines, into: "things", Self.columns, "")
    }

    private func number(_ number: Int) -> String { String(String(100_000 + number).dropFirst()) }

    @Test(arguments: TestDatabase.all)
    func `values of every kind are kept, and null in any place`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            let at = try #require(Timestamp(microseconds: 1_700_000_000_000_000))
            try await database.write { connection in
                try add(
                    [
                        line("a"),
                        [
                            .text("b"), .text("app"), .text("b"), .integer(-7), .double(0.5), .bool(true),
                            .bytes([0, 255]), .timestamp(at), .text(#"{"a":1}"#), .text("2024-05-13"),
                        ],
                        line("c", app: .text(#"{"\a", NULL}"#), number: .integer(.max)),
                    ],
                    on: connection
                )
            }

            let rows = try await database.read { try $0.rows("SELECT * FROM things ORDER BY id") }
            #expect(rows.count == 3)
            #expect(try rows[0].get("number", as: Value.self) == .null)
            #expect(try rows[1].get("number", as: Int64.self) == -7)
            #expect(try rows[1].get("ratio", as: Double.self) == 0.5)
            #expect(try rows[1].get("is_on", as: Bool.self))
            #expect(try rows[1].get("data", as: [UInt8].self) == [0, 255])
            #expect(try rows[1].get("at", as: Timestamp.self) == at)
            #expect(try rows[2].get("number", as: Int64.self) == .max)
            #expect(try rows[2].get("app", as: String.self) == #"{"\a", NULL}"#)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `as many rows as there are, also none`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await database.write { try add([], on: $0) }
            try await database.write { connection in
                try add((0..<2_500).map { line(number($0)) }, on: connection)
                // The connection is as before.
                try connection.execute("INSERT INTO things (id) VALUES (\("z"))")
            }

            let things = try await database.things()
            #expect(things.count == 2_501)
            #expect(things.last == "z")
        }
    }

    @Test(arguments: TestDatabase.all)
    func `one that fails leaves nothing behind, and the connection can be used again`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            let lines = (0..<30).map { line(number($0)) } + [line("z", number: .integer(13))] + [line("zz")]
            for _ in 0..<3 {
                let fault = try await fault {
                    try await database.write { try add(lines, on: $0) }
                }
                #expect(fault.description.contains("rule"))
            }
            try await database.write { connection in
                _ = try? connection.savepoint { try add(lines, on: connection) }
                try add([line("last")], on: connection)
            }

            #expect(try await database.things() == ["last"])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `rows that are there are replaced, and of two with one key the last counts`(
        kind: TestDatabase
    ) async throws {
        try await withThings(kind) { database in
            try await database.write { connection in
                try add([line("a", app: .text("first"), number: .integer(1)), line("b")], on: connection)
                let rows: [[Value]] = [
                    [.text("a"), .text("second"), .integer(2)], [.text("c"), .null, .integer(3)],
                    [.text("a"), .text("third"), .integer(4)],
                ]
                try connection.put(
                    rows,
                    into: "things",
                    ["id", "app", "number"],
                    keys: ["id"],
                    keeping: ["app"]
                )
            }

            let rows = try await database.read {
                try $0.rows("SELECT id, app, number FROM things ORDER BY id")
            }
            #expect(try rows.map { try $0.get("id", as: String.self) } == ["a", "b", "c"])
            #expect(try rows[0].get("app", as: String.self) == "first")
            #expect(try rows.map { try $0.get("number", as: Int64?.self) } == [4, nil, 3])
            let fault = try await fault {
                try await database.write {
                    try $0.put([[.text("a")]], into: "things", ["id"], keys: ["slug"])
                }
            }
            #expect(fault.description.contains("key"))
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a row with too few values and a text with zero are refused`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            for list in [[.text("a")], line("a\0b")] as [[Value]] {
                _ = try await fault { try await database.write { try add([list], on: $0) } }
            }

            #expect(try await database.things() == [])
        }
    }
}
