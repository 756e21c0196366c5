import Storage
import Testing

struct SQLTests {
    @Test func `a value is bound and never pasted`() {
        let sql: SQL = "SELECT * FROM \(name: "of\"fers") WHERE id = \("x' OR 1=1") AND cost = \(5)"

        #expect(sql.text == "SELECT * FROM \"of\"\"fers\" WHERE id = $1 AND cost = $2")
        #expect(sql.values == [.text("x' OR 1=1"), .integer(5)])
    }
}
