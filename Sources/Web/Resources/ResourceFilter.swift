import Core
import Storage

/// One filter of a list for staff.
package struct ResourceFilter: Sendable {
    package enum Kind: Sendable {
        /// Words that occur in one of the columns, or the id of a row.
        case words(columns: [SQL], id: SQL)
        /// Rows that belong to a person of this table.
        case person(table: String, @Sendable (String) -> SQL)
        /// Rows that belong to this content entry.
        case content(@Sendable (String) -> SQL)
        /// Rows that belong to a row of another list.
        case id(@Sendable (String) -> SQL)
        case choice([ResourceOption], all: Localized)
        /// A choice that the page shows as tabs.
        case tabs([ResourceOption])
        case bool(SQL, yes: Localized, no: Localized, all: Localized)
        case number(ClosedRange<Int64>, all: Localized, SQL)
        /// A period between two moments, as `from` and `until`.
        ///
        /// A list of one is in the given order, unless another is asked for: by an index on the time.
        case period(SQL, order: ResourceOrder? = nil)
        /// The last digits of a phone, in these tables.
        case phone(tables: [String])
        /// The one row whose column has this text, in lower case.
        case name(SQL, lengthMax: Int)
    }

    package let name: String
    package let title: Localized
    package let kind: Kind
    /// The option on the command line: `--has-text`.
    package let option: String
    /// True if it is an argument of a command and not an option: the row of the parent list.
    package let isArgument: Bool

    /// The option is the name with dashes unless another one is given.
    package init(
        _ name: String,
        _ title: Localized,
        _ kind: Kind,
        option: String? = nil,
        isArgument: Bool = false
    ) {
        (self.name, self.title, self.kind, self.isArgument) = (name, title, kind, isArgument)
        self.option = option ?? name.replacing("_", with: "-")
    }

    /// The parameters that it reads.
    package var parameters: [String] {
        switch kind {
        case .words, .person, .content, .id, .choice, .tabs, .bool, .number, .phone, .name: [name]
        case .period: ["from", "until"]
        }
    }

    /// The order of a list that is narrowed by it; nil for the list's own.
    var order: ResourceOrder? { if case .period(_, let order) = kind { order } else { nil } }

    /// The period that is asked for.
    static func period(_ query: inout AdminQuery) -> ResourcePeriod {
        ResourcePeriod(from: query.moment("from"), until: query.moment("until"))
    }

    /// Reads its parameters; nil if none is given.
    func condition(_ query: inout AdminQuery, for author: Author) -> SQL? {
        switch kind {
        case .words(let columns, let id):
            return query.text(name, lengthMax: Limits.peopleTextLengthMax).flatMap { text in
                if let wanted = Identifier.normalized(text) { return "\(id) = \(wanted)" }
                return columns.compactMap { WordSearch.condition(text, inAny: $0).map { "(\($0))" } }
                    .joined(separator: " OR ")
            }
        case .person(_, let condition), .content(let condition), .id(let condition):
            return query.id(name).map(condition)
        case .choice(let options, _), .tabs(let options):
            let value = query.choice(name, options.map(\.value))
            return options.first { $0.value == value }?.sql
        case .bool(let condition, _, _, _):
            return query.bool(name).map { $0 ? condition : "NOT (\(condition))" }
        case .number(let range, _, let column):
            return query.integer(name, range).map { "\(column) = \($0)" }
        case .period(let column, _):
            let period = Self.period(&query)
            let bounds: [SQL] = [
                period.from.map { "\(column) >= \($0)" }, period.until.map { "\(column) < \($0)" },
            ].compactMap { $0 }
            return bounds.isEmpty ? nil : bounds.all
        case .name(let column, let lengthMax):
            return query.text(name, lengthMax: lengthMax).map { "\(column) = \($0.lowercased())" }
        case .phone(let tables): return query.phone(name, in: tables, for: author)
        }
    }
}

/// A value that a list can be filtered by.
package struct ResourceOption: Sendable {
    package let value: String
    package let title: Localized
    package let sql: SQL

    package init(_ value: String, _ title: Localized, _ sql: SQL) {
        (self.value, self.title, self.sql) = (value, title, sql)
    }
}
