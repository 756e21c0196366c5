import Glibc

/// A statement whose values are bound and never interpolated into the text.
///
/// `"SELECT * FROM \(name: table) WHERE id = \(id)"` has one value; an identifier is interpolated with `name:`.
package struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The statement with `$1`, `$2`, … as placeholders, which both databases accept.
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
    /// The text around the values: one more than there are values.
    private var fragments: [String]

    package init(stringLiteral value: String) {
        fragments = [value]
        values = []
    }

    package init(stringInterpolation interpolation: Interpolation) {
        self = interpolation.sql
    }

    /// The values; throws if a text contains U+0000, which PostgreSQL refuses and SQLite's functions stop at.
    func keepableValues() throws(StorageError) -> [Value] {
        try Self.keepable(values, count: values.count)
    }

    /// The values of a row of `count` columns, under the same rule.
    static func keepable(_ values: [Value], count: Int) throws(StorageError) -> [Value] {
        guard values.count == count else {
            throw .other("A row of \(count) columns got \(values.count) values.")
        }
        for case .text(let text) in values where text.hasNull { throw .text }
        return values
    }

    /// Names of columns, separated by commas.
    package static func names(_ columns: [String]) -> SQL {
        columns.map { "\(name: $0)" as SQL }.joined(separator: ", ")
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

        /// A quoted table or column name; it must come from a declaration, never from input.
        package mutating func appendInterpolation(name: String) {
            sql.append(name.quoted("\""))
        }

        /// A text literal where a value cannot be bound; it must come from a declaration as well.
        package mutating func appendInterpolation(literal: String) {
            sql.append(literal.quoted("'"))
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

extension String {
    /// The text between two of these marks, which are doubled in it.
    fileprivate func quoted(_ mark: Character) -> String {
        // Almost none has one, and a search by characters costs more than the rest of a statement.
        let isPlain = !utf8.contains { $0 == mark.asciiValue }
        return "\(mark)\(isPlain ? self : replacing("\(mark)", with: "\(mark)\(mark)"))\(mark)"
    }

    /// True if the text contains U+0000.
    fileprivate var hasNull: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        } ?? utf8.contains(0)
    }
}
