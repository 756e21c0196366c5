import Core
import Storage

/// The counts and figures of a list, over the tables that these need and no others.
extension ResourceReader {
    /// The number of rows on all pages.
    package func count(_ selection: Selection, on connection: any Connection) throws -> Int64 {
        let rows = try connection.rows(counting(selection, upTo: nil, on: connection))
        return try rows.first?.get("count") ?? 0
    }

    /// The number of rows in each of several lists, up to a bound; PostgreSQL answers them in one round trip.
    package static func counts(
        _ lists: [(reader: ResourceReader, selection: Selection)],
        on connection: any Connection
    ) throws -> [BoundedCount] {
        let statements = try lists.map { list in
            try list.reader.counting(list.selection, upTo: BoundedCount.max, on: connection)
        }
        return try connection.rows(each: statements).map { rows in
            BoundedCount(try rows.first?.get("count") ?? 0)
        }
    }

    /// The value of every figure.
    package func sums(
        _ selection: Selection,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> [Int64?] {
        let sums = resource.sums
        let rows: [Row]
        if let (_, tables, condition) = try totals(selection, on: connection) {
            let values = sums.map { $0.ofTotals ?? $0.sql(now) }
            rows = try connection.rows("SELECT \(Self.named(values)) FROM \(tables) WHERE \(condition)")
        } else {
            let (values, condition) = (sums.map { $0.sql(now) }, selection.condition)
            let tables = resource.source.tables(for: values + [condition])
            rows = try connection.rows("SELECT \(Self.named(values)) FROM \(tables) WHERE \(condition)")
        }
        return try sums.indices.map { try rows.first?.get("s\($0)", as: Int64?.self) }
    }

    private static func named(_ values: [SQL]) -> SQL {
        values.enumerated().map { "\($1) AS \(name: "s\($0)")" as SQL }.joined(separator: ", ")
    }

    /// The statement that counts the rows, or so many of them and one more.
    private func counting(
        _ selection: Selection,
        upTo max: Int64?,
        on connection: any Connection
    ) throws -> SQL {
        if let (totals, tables, condition) = try totals(selection, on: connection) {
            return "SELECT \(totals.count) AS count FROM \(tables) WHERE \(condition)"
        }
        let condition = selection.condition
        let tables = resource.source.tables(for: [condition])
        guard let max else { return "SELECT count(*) AS count FROM \(tables) WHERE \(condition)" }
        return .counting(tables, where: condition, upTo: max)
    }

    /// The rows that stand for those of the list, with the condition on them; nil if a filter is none of theirs.
    private func totals(
        _ selection: Selection,
        on connection: any Connection
    ) throws -> (totals: ResourceTotals, tables: SQL, condition: SQL)? {
        guard let totals = resource.totals, selection.scope.isEmpty else { return nil }
        let periods = resource.filters.filter { if case .period = $0.kind { true } else { false } }
            .map(\.name)
        let others = selection.narrowings.filter { !periods.contains($0.name) }
        guard others.allSatisfy({ totals.filters.contains($0.name) }) else { return nil }
        let period = selection.period ?? ResourcePeriod(from: nil, until: nil)
        return (totals, try totals.rows(period, connection), others.map(\.condition).all)
    }
}
