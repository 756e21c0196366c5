import Core
import Storage

/// The SQL source of rows.
package struct ResourceSource: Sendable {
    /// The tables after `FROM` that decide which rows there are, with an alias and joins.
    private let base: SQL
    /// Further tables, for what names their columns.
    private let joins: [ResourceJoin]
    /// All tables after `FROM`.
    package let tables: SQL
    /// The column that identifies a row; lists are in its descending order.
    package let key: SQL
    /// A text that identifies a row, too; nil if there is none.
    let otherKey: SQL?
    package let kind: Kind

    package enum Kind: Sendable {
        /// A UUID of version 7: newer rows have greater ones.
        case id
        case number
        case text
    }

    package init(
        _ tables: SQL,
        joins: [ResourceJoin] = [],
        key: SQL,
        or otherKey: SQL? = nil,
        _ kind: Kind = .id
    ) {
        (base, self.joins, self.key, self.otherKey, self.kind) = (tables, joins, key, otherKey, kind)
        self.tables = ([tables] + joins.map(\.sql)).joined(separator: " ")
    }

    /// The tables after `FROM` for expressions that are all that is asked for.
    package func tables(for expressions: [SQL]) -> SQL {
        var (named, kept): ([SQL], [SQL]) = (expressions, [])
        // A join may name those before it.
        for join in joins.reversed() where named.contains(where: { join.isNamed(in: $0) }) {
            named.append(join.sql)
            kept.append(join.sql)
        }
        return ([base] + kept.reversed()).joined(separator: " ")
    }

    /// The condition of the row with this id.
    func names(_ id: Value) -> SQL {
        otherKey.map { "\(key) = \(id) OR \($0) = \(id)" } ?? "\(key) = \(id)"
    }

    /// The id of a row in its normalized form; nil if it is not valid.
    func known(_ id: String) -> String? {
        switch kind {
        case .id: Identifier.normalized(id)
        case .number: Int64(id).map { String($0) }
        case .text: id.utf8.contains(0) ? nil : id
        }
    }

    /// The id of a row as a value of the column; nil if it is not valid.
    func value(of id: String) -> Value? {
        guard let known = known(id) else { return nil }
        return switch kind {
        case .id, .text: .text(known)
        case .number: Int64(known).map { .integer($0) }
        }
    }
}
