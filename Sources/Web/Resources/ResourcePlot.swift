import Core
import Hummingbird
import Storage

/// A plot above a list whose rows are days: one of its columns over the last thirty days.
///
/// The key of the list is the day in UTC: `2026-11-21`.
package struct ResourcePlot: Sendable {
    static let days = 30

    /// The name of a column of kind number or money.
    let column: String
    /// An aggregate with an integer result over these days, which stands beside the title.
    let figure: SQL

    package init(_ column: String, figure: SQL) { (self.column, self.figure) = (column, figure) }
}

extension ResourcePages {
    /// The plots of the list for the template `records`; null if it has none.
    func plots(_ condition: SQL, _ records: Records) async throws -> JSON {
        let columns = resource.plots.compactMap { plot in
            resource.columns.first { $0.name == plot.column }.map { (plot: plot, column: $0) }
        }
        guard !columns.isEmpty else { return .null }
        let now = console.services.now()
        let first = now.advanced(by: .seconds(-86_400 * (ResourcePlot.days - 1)))
        let key = resource.source.key
        let period: SQL = "\(condition) AND \(key) >= \(first.day) AND \(key) <= \(now.day)"
        let tables = resource.source.tables
        let values = columns.enumerated().map { "\($1.column.sql) AS \(name: "p\($0)")" as SQL }
        let figures = columns.enumerated().map { "\($1.plot.figure) AS \(name: "p\($0)")" as SQL }
        let (rows, whole) = try await console.services.database.read { connection in
            (
                try connection.rows(
                    "SELECT \(key) AS row_id, \(values.joined(separator: ", ")) FROM \(tables) WHERE \(period)"
                ),
                try connection.rows(
                    "SELECT \(figures.joined(separator: ", ")) FROM \(tables) WHERE \(period)"
                ).first
            )
        }
        let names = (0..<ResourcePlot.days).map { first.advanced(by: .seconds(86_400 * $0)).day }
        let places = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        let (language, time) = (records.language, HumanTime.utc(records.language, now: now))
        let plots = try columns.enumerated().map { index, part -> JSON in
            var numbers = [Int64](repeating: 0, count: ResourcePlot.days)
            for row in rows {
                guard let place = places[try row.get("row_id")] else { continue }
                numbers[place] = try row.get("p\(index)", as: Int64?.self) ?? 0
            }
            let words: @Sendable (Int64) -> String = { number in
                if case .money(let unit) = part.column.kind {
                    return RecordCell.money(number, unit, language)
                }
                return RecordCell.grouped(number)
            }
            return BarPlot(
                title: part.column.title[language],
                figure: try whole?.get("p\(index)", as: Int64?.self).map(words) ?? "—",
                numbers: numbers,
                first: first,
                language: language,
                words: words
            ).json
        }
        return [
            "plots": .array(plots), "first": .string(time.day(first)), "last": .string(time.day(now)),
        ]
    }
}
