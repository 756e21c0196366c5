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
        guard !resource.plots.isEmpty else { return .null }
        let now = console.services.now()
        let first = now.advanced(by: .seconds(-86_400 * (ResourcePlot.days - 1)))
        let key = resource.source.key
        let period: SQL = "\(condition) AND \(key) >= \(first.day) AND \(key) <= \(now.day)"
        let (days, figures) = try await Lane.current.run(mayLag: resource.isReport) {
            try await console.services.database.read { connection in
                try plotted(period, on: connection)
            }
        }
        let names = (0..<ResourcePlot.days).map { first.advanced(by: .seconds(86_400 * $0)).day }
        let language = records.language
        let plots = resource.plots.enumerated().map { index, plot in
            let column = resource.columns.first { $0.name == plot.column }
            let words: @Sendable (Int64) -> String = { number in
                guard case .money(let unit) = column?.kind else { return RecordCell.grouped(number) }
                return RecordCell.money(number, unit, language)
            }
            return BarPlot(
                title: column?.title[language] ?? "",
                figure: figures[index].map(words) ?? "—",
                numbers: names.map { days[$0]?[index] ?? 0 },
                first: first,
                language: language,
                words: words
            ).json
        }
        let time = HumanTime.utc(language, now: now)
        return [
            "plots": .array(plots), "first": .string(time.day(first)), "last": .string(time.day(now)),
        ]
    }

    /// The values of each plot by the day, and the figures of the plots.
    private func plotted(
        _ condition: SQL,
        on connection: any Connection
    ) throws -> (days: [String: [Int64]], figures: [Int64?]) {
        let (key, tables, plots) = (resource.source.key, resource.source.tables, resource.plots)
        func select(_ values: [SQL]) -> SQL {
            values.enumerated().map { "\($1) AS \(name: "p\($0)")" as SQL }.joined(separator: ", ")
        }
        let values = select(
            plots.map { plot in resource.columns.first { $0.name == plot.column }?.sql ?? "NULL" }
        )
        var days: [String: [Int64]] = [:]
        for row in try connection.rows("SELECT \(key) AS row_id, \(values) FROM \(tables) WHERE \(condition)")
        {
            days[try row.get("row_id")] = try plots.indices.map {
                try row.get("p\($0)", as: Int64?.self) ?? 0
            }
        }
        let row = try connection.rows(
            "SELECT \(select(plots.map(\.figure))) FROM \(tables) WHERE \(condition)"
        ).first
        return (days, try plots.indices.map { try row?.get("p\($0)", as: Int64?.self) })
    }
}
