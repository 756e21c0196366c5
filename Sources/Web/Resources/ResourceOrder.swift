import Core
import Storage

/// A way to order a list; the greatest comes first.
package struct ResourceOrder: Sendable {
    /// As `sort` names it.
    package let name: String
    package let title: Localized
    /// A column that is never null.
    package let sql: SQL
    package let kind: Kind

    package enum Kind: Sendable {
        case number, moment
    }

    package init(_ name: String, _ title: Localized, _ sql: SQL, _ kind: Kind) {
        (self.name, self.title, self.sql, self.kind) = (name, title, sql, kind)
    }

    /// The value that a cursor names: a number, or microseconds since 1970.
    func value(of number: Int64) -> Value? {
        switch kind {
        case .number: .integer(number)
        case .moment: Timestamp(microseconds: number).value
        }
    }

    /// What a cursor names the value of a row by.
    func number(_ row: Row, _ column: String) throws -> Int64 {
        switch kind {
        case .number: try row.get(column)
        case .moment: try row.get(column, as: Timestamp.self).microseconds
        }
    }
}
