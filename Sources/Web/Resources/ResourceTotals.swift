import Storage

/// Rows each of which stands for many rows of a list, so that counts and figures need not read all of these.
///
/// They serve while every filter that is given is one of theirs. The aggregates of the figures are over them as over
/// the rows themselves (`ResourceSum.ofTotals`).
package struct ResourceTotals: Sendable {
    /// The names of the filters whose conditions hold for these rows, too.
    let filters: Set<String>
    /// The number of rows of the list that they stand for, as an aggregate.
    let count: SQL
    /// The rows of a period, as a table in parentheses with the alias of the list; both ends are open if none is given.
    let rows: @Sendable (ResourcePeriod, any Connection) throws -> SQL

    package init(
        filters: Set<String>,
        count: SQL,
        rows: @escaping @Sendable (ResourcePeriod, any Connection) throws -> SQL
    ) {
        (self.filters, self.count, self.rows) = (filters, count, rows)
    }
}

/// The time between two moments, of which one or both may be missing.
package struct ResourcePeriod: Sendable, Hashable {
    package let from: Timestamp?
    /// It is not in the period.
    package let until: Timestamp?
}
