import Storage

extension Connection {
    /// The number up to which entries are in the kept sums; nil if none are kept.
    func pointsTotalsEnd() throws -> Int64? {
        try rows("SELECT number FROM points_totals_ends").first?.get("number")
    }

    /// The entries of an app in a period, as a table in parentheses whose rows are to be added up.
    ///
    /// Its columns are `programme`, `cause`, `change`, and `lines`, the number of entries that a row stands for; all of
    /// these give points, or all take them, or none does either. Whole days are read from the kept sums, and single
    /// entries at the ends of the period and after the last one in the sums; so the ledger may have any length.
    ///
    /// - Parameters:
    ///   - app: The name of the app.
    ///   - from: The start of the period; nil for the first entry.
    ///   - until: The end, which is not in it; nil for the last entry.
    /// - Returns: The table.
    /// - Throws: `StorageError`.
    package func pointsLines(of app: String, from: Timestamp?, until: Timestamp?) throws -> SQL {
        let first = from.map { moment in
            let (day, isStart) = PointsTotal.day(of: moment)
            return isStart ? day : day + 1
        }
        let last = until.map { PointsTotal.day(of: $0).day }
        let start = first.flatMap(PointsTotal.start(of:))
        let end = last.flatMap(PointsTotal.start(of:))
        let hasDays = if let first, let last { first < last } else { true }
        guard hasDays, (from == nil) == (start == nil), (until == nil) == (end == nil) else {
            return "(\(entries(of: app, Self.within(from, until))))"
        }
        var sums: [SQL] = ["t.app = \(app)"]
        if let first { sums.append("t.day >= \(first)") }
        if let last { sums.append("t.day < \(last)") }
        // The number is bound, and not looked up by the statement: PostgreSQL would not know how few are after it, and
        // read the whole ledger.
        let kept = try pointsTotalsEnd() ?? 0
        let days = Self.within(start, end)
        // `IS TRUE` keeps the databases from using the index of the time, which would find all of the period.
        let newer = ["e.number > \(kept)"] + days.map { "(\($0)) IS TRUE" as SQL }
        var parts: [SQL] = [
            """
            SELECT t.programme, t.cause, t.change, t.lines FROM points_totals t
            WHERE \(sums.joined(separator: " AND "))
            """,
            entries(of: app, newer),
        ]
        if from != start { parts.append(entries(of: app, Self.within(from, start))) }
        if until != end { parts.append(entries(of: app, Self.within(end, until))) }
        return "(\(parts.joined(separator: " UNION ALL ")))"
    }

    private func entries(of app: String, _ conditions: [SQL]) -> SQL {
        """
        SELECT e.programme, e.cause, e.change, 1 AS lines
        FROM points_entries e JOIN points_accounts a ON a.id = e.account_id
        WHERE a.app = \(app) AND \(conditions.joined(separator: " AND "))
        """
    }

    private static func within(_ from: Timestamp?, _ until: Timestamp?) -> [SQL] {
        [from.map { "e.created_at >= \($0)" as SQL }, until.map { "e.created_at < \($0)" as SQL }]
            .compactMap { $0 }
    }
}
