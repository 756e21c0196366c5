import Storage
import Testing

struct RowTests {
    private let row = Row(
        columns: Row.Columns(["id", "name", "gone", "id"]),
        values: [.integer(300), .text("Anna"), .null, .integer(4)]
    )

    @Test func `a value is read as what the context asks for`() throws {
        let id: Int64 = try row.get("id")
        let gone: String? = try row.get("gone")

        #expect(id == 300)
        #expect(gone == nil)
        #expect(try row.get("name", as: String?.self) == "Anna")
        #expect(row[3] == .integer(4))
    }

    @Test func `a column that is not there is a fault`() {
        #expect(throws: StorageError.column("nick", "is not in the answer")) {
            try row.get("nick", as: Int.self)
        }
    }

    @Test func `a value of another type is a fault`() {
        #expect(throws: StorageError.column("name", "holds no Int")) { try row.get("name", as: Int.self) }
        #expect(throws: StorageError.self) { try row.get("gone", as: Int.self) }
        #expect(throws: StorageError.self) { try row.get("name", as: Int?.self) }
        #expect(throws: StorageError.self) { try row.get("id", as: [UInt8].self) }
    }

    @Test func `SQLite's integers are read as what they stand for`() {
        #expect(Bool(Value.integer(0)) == false)
        #expect(Bool(Value.integer(1)) == true)
        #expect(Double(Value.integer(2)) == 2)
        #expect(Timestamp(Value.integer(0)) == Timestamp(seconds: 0))
        #expect(Timestamp(Value.integer(.max)) == nil)
    }
}
