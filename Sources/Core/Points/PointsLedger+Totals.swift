import Storage

/// The sums of the ledger by the day, which are kept up to a number.
///
/// No movement of points writes them: one row for everybody would make each purchase wait for the one before. One
/// server after another adds what is new, in steps, and readers add the rest by themselves (`pointsLines`).
extension PointsLedger {
    /// Adds one batch of new entries to the sums if there are enough of them.
    ///
    /// It is called again and again with the same variable. Several servers may do so at once: each step begins where
    /// the one before has ended, and a server whose step was done by another changes nothing.
    ///
    /// - Parameters:
    ///   - mark: The number up to which entries will be final, as the call before has left it; nil before the first.
    ///   - countMin: The number of new entries from which on they are added.
    /// - Returns: True if a batch was added and more entries wait.
    /// - Throws: `StorageError`; a database that takes no writes for now is no error.
    package func keepTotals(
        _ mark: inout PointsMark?,
        from countMin: Int64 = Limits.pointsTotalsMin
    ) async throws -> Bool {
        let known = mark
        let (next, step) = try await database.read { connection in
            try connection.pointsTotalsStep(known, from: countMin)
        }
        mark = next
        guard let step else { return false }
        do {
            try await database.write { try $0.keep(step) }
        } catch StorageError.readOnly, StorageError.detached, StorageError.busy, StorageError.unreachable,
            StorageError.outdated, StorageError.full
        {
            return false
        }
        return !step.isLast
    }
}

extension Limits {
    /// New entries of the ledger from which on they are added to the kept sums.
    package static let pointsTotalsMin: Int64 = 1_000
    /// Entries of the ledger that are added to the kept sums at once.
    fileprivate static let pointsTotalsBatch: Int64 = 50_000
}

/// The entries between two numbers, added up.
private struct PointsTotalsStep: Sendable {
    /// The last number that was in the sums before.
    let start: Int64
    /// The last number that is in them afterwards.
    let end: Int64
    let totals: [PointsTotal]
    /// True if no final entry is left.
    let isLast: Bool
}

extension Connection {
    /// Returns the entries to add to the sums, and the mark for the next call.
    fileprivate func pointsTotalsStep(
        _ mark: PointsMark?,
        from countMin: Int64
    ) throws -> (mark: PointsMark?, step: PointsTotalsStep?) {
        // Numbers are read on the snapshot of the progress: a transaction reads one snapshot.
        let progress = try writeProgress()
        let last = try lastPointsNumber()
        let next = PointsMark(number: last, begun: progress.begun)
        // A standby that has taken over may lack the last entries, and give their numbers once more.
        guard let mark, mark.number <= last, let start = try pointsTotalsEnd() else { return (next, nil) }
        guard mark.isFinal(at: progress) else { return (mark, nil) }
        guard mark.number - start >= countMin else { return (next, nil) }
        let end = min(mark.number, start + Limits.pointsTotalsBatch)
        let totals = try pointsTotals(where: "e.number > \(start) AND e.number <= \(end)")
        let isLast = end == mark.number
        // A final number stays final, so the mark serves further batches.
        return (
            isLast ? next : mark,
            PointsTotalsStep(start: start, end: end, totals: totals, isLast: isLast)
        )
    }

    /// Adds the step to the sums; changes nothing if another server has added it.
    fileprivate func keep(_ step: PointsTotalsStep) throws {
        let count = try execute(
            "UPDATE points_totals_ends SET number = \(step.end) WHERE number = \(step.start)"
        )
        guard count == 1 else { return }
        try insert(
            step.totals.map(\.values),
            into: "points_totals",
            PointsTotal.columns,
            """
            ON CONFLICT (app, day, programme, cause, sign) DO UPDATE SET
                lines = points_totals.lines + excluded.lines, change = points_totals.change + excluded.change
            """
        )
    }
}
