import Core
import Storage

/// An order of a list, descending.
package struct ResourceOrder: Sendable {
    /// The name in the parameter `sort`.
    package let name: String
    package let title: Localized
    /// A column that is never null.
    package let sql: SQL
    package let kind: Kind
    /// A whole number that no two rows share, which decides between rows with the same value; nil for the list's key.
    let tie: SQL?

    package enum Kind: Sendable {
        case number, moment
    }

    package init(_ name: String, _ title: Localized, _ sql: SQL, _ kind: Kind, then tie: SQL? = nil) {
        (self.name, self.title, self.sql, self.kind, self.tie) = (name, title, sql, kind, tie)
    }

    /// The value of a number in a cursor: the number itself, or microseconds since 1970.
    func value(of number: Int64) -> Value? {
        switch kind {
        case .number: .integer(number)
        case .moment: Timestamp(microseconds: number).value
        }
    }

    /// The terms after `ORDER BY`.
    func terms(key: SQL) -> SQL { "\(sql) DESC, \(tie ?? key) DESC" }

    /// The number in a cursor that represents the value of a row.
    func number(_ row: Row, _ column: String) throws -> Int64 {
        switch kind {
        case .number: try row.get(column)
        case .moment: try row.get(column, as: Timestamp.self).microseconds
        }
    }
}
