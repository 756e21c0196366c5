import Storage
import Testing

struct SQLTests {
    @Test func `a value is bound and never pasted`() {
        let sql: SQL = "SELECT * FROM \(name: "of\"fers") WHERE id = \("x' OR 1=1") AND cost = \(5)"

        #expect(sql.text == "SELECT * FROM \"of\"\"fers\" WHERE id = $1 AND cost = $2")
        #expect(sql.values == [.text("x' OR 1=1"), .integer(5)])
    }

    @Test func `a piece within another keeps the order of the values`() {
        let condition: SQL = "a = \(1) AND b = \("two")"
        let sql: SQL = "SELECT \(0.5) FROM t WHERE \(condition) OR c = \(true)"

        #expect(sql.text == "SELECT $1 FROM t WHERE a = $2 AND b = $3 OR c = $4")
        #expect(sql.values == [.double(0.5), .integer(1), .text("two"), .bool(true)])
    }

    @Test func `pieces are joined with a separator between them`() {
        let pieces: [SQL] = ["a = \(1)", "b = \(2)", "c IS NULL"]

        #expect(pieces.joined(separator: " AND ").text == "a = $1 AND b = $2 AND c IS NULL")
        #expect([SQL]().joined(separator: ", ").text == "")
        #expect([pieces[0]].joined(separator: ", ") == pieces[0])
    }

    @Test func `what is appended is counted on`() {
        var sql: SQL = "SELECT \(1)"
        sql.append(", \(2)")
        sql.append(" FROM t")

        #expect(sql.text == "SELECT $1, $2 FROM t")
        #expect(sql.values == [.integer(1), .integer(2)])
    }

    @Test func `nothing is bound as NULL`() {
        let nothing: String? = nil
        let sql: SQL = "SELECT \(nothing), \(Int?.some(3))"

        #expect(sql.values == [.null, .integer(3)])
    }
}
