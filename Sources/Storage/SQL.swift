/// A statement whose values are bound, never pasted.
///
/// `"SELECT * FROM \(name: table) WHERE id = \(id)"` has one value; a name must be asked for by `name:`.
package struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The statement with `$1`, `$2`, … where the values go; both databases read this form.
    package var text: String {
        guard !values.isEmpty else { return fragments[0] }
        var text = fragments[0]
        for (index, fragment) in fragments.dropFirst().enumerated() {
            text += "$\(index + 1)"
            text += fragment
        }
        return text
    }

    package private(set) var values: [Value]
    /// One more than there are values: what stands before, between and after them.
    private var fragments: [String]

    package init(stringLiteral value: String) {
        fragments = [value]
        values = []
    }

    package init(stringInterpolation interpolation: Interpolation) {
        self = interpolation.sql
    }

    /// The values, of which no text contains U+0000: PostgreSQL refuses it and SQLite's functions end there.
    func keepableValues() throws(StorageError) -> [Value] {
        for case .text(let text) in values where text.utf8.contains(0) { throw .text }
        return values
    }

    package mutating func append(_ other: SQL) {
        fragments[fragments.count - 1] += other.fragments[0]
        fragments += other.fragments.dropFirst()
        values += other.values
    }

    private mutating func append(_ text: String) {
        fragments[fragments.count - 1] += text
    }

    private mutating func bind(_ value: Value) {
        values.append(value)
        fragments.append("")
    }

    package struct Interpolation: StringInterpolationProtocol {
        fileprivate var sql: SQL = ""

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) {
            sql.append(literal)
        }

        package mutating func appendInterpolation(_ value: some Storable) {
            sql.bind(value.value)
        }

        package mutating func appendInterpolation<T: Storable>(_ value: T?) {
            sql.bind(value.value)
        }

        package mutating func appendInterpolation(_ other: SQL) {
            sql.append(other)
        }

        /// A table or column, quoted; it must come from a declaration, never from input.
        package mutating func appendInterpolation(name: String) {
            sql.append("\"\(name.replacing("\"", with: "\"\""))\"")
        }

        /// A text within the statement, for the places where a value cannot be bound; from a declaration too.
        package mutating func appendInterpolation(literal: String) {
            sql.append("'\(literal.replacing("'", with: "''"))'")
        }
    }
}

extension Sequence<SQL> {
    package func joined(separator: SQL) -> SQL {
        var result: SQL = ""
        for (index, element) in enumerated() {
            if index > 0 { result.append(separator) }
            result.append(element)
        }
        return result
    }
}
