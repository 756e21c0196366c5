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

    package enum Kind: Sendable {
        case number, moment
    }

    package init(_ name: String, _ title: Localized, _ sql: SQL, _ kind: Kind) {
        (self.name, self.title, self.sql, self.kind) = (name, title, sql, kind)
    }

    /// The value of a number in a cursor: the number itself, or microseconds since 1970.
    func value(of number: Int64) -> Value? {
        switch kind {
        case .number: .integer(number)
        case .moment: Timestamp(microseconds: number).value
        }
    }

    /// The number in a cursor that represents the value of a row.
    func number(_ row: Row, _ column: String) throws -> Int64 {
        switch kind {
        case .number: try row.get(column)
        case .moment: try row.get(column, as: Timestamp.self).microseconds
        }
    }
}
