import Storage

/// A kept sum of a day that differs from its entries.
package struct PointsTotalFault: Sendable, Hashable {
    package let app: String
    /// In UTC: `2026-11-21`.
    package let day: String
    package let programme: String
    package let cause: String
    /// The points and the number of entries as they are kept.
    package let kept: Int64
    package let keptLines: Int64
    /// The points and the number of the entries themselves.
    package let sum: Int64
    package let lines: Int64

    package var json: JSON {
        [
            "app": .string(app), "day": .string(day), "programme": .string(programme),
            "cause": .string(cause), "kept": .integer(kept), "kept_lines": .integer(keptLines),
            "sum": .integer(sum), "lines": .integer(lines),
        ]
    }
}

extension PointsTotalFault: JSONReadable {
    package init(json: JSON) throws(Fault) {
        app = try json.get("app")
        day = try json.get("day")
        programme = try json.get("programme")
        cause = try json.get("cause")
        kept = try json.get("kept")
        keptLines = try json.get("kept_lines")
        sum = try json.get("sum")
        lines = try json.get("lines")
    }
}

extension Connection {
    /// The entries `e` that match the condition, added up.
    func pointsTotals(where condition: SQL) throws -> [PointsTotal] {
        try rows(PointsTotal.sums(of: condition, in: dialect)).map(PointsTotal.init)
    }

    /// The kept sums that differ from these, which are those of the entries themselves.
    func pointsTotalFaults(_ totals: [PointsTotal]) throws -> [PointsTotalFault] {
        let rows = try rows("SELECT \(SQL.names(PointsTotal.columns)) FROM points_totals")
        let kept = Dictionary(try rows.map(PointsTotal.init).map { ($0.key, $0) }) { first, _ in first }
        let found = Dictionary(totals.map { ($0.key, $0) }) { first, _ in first }
        let wrong = Set(kept.keys).union(found.keys).filter { kept[$0] != found[$0] }
        return wrong.map { key in
            PointsTotalFault(
                app: key.app,
                day: PointsTotal.start(of: key.day)?.day ?? "",
                programme: key.programme,
                cause: key.cause,
                kept: kept[key]?.change ?? 0,
                keptLines: kept[key]?.lines ?? 0,
                sum: found[key]?.change ?? 0,
                lines: found[key]?.lines ?? 0
            )
        }
        .sorted { ($0.day, $0.app, $0.programme, $0.cause) < ($1.day, $1.app, $1.programme, $1.cause) }
        .prefix(PointsVerification.faultsMax).map { $0 }
    }
}
