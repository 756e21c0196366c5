import Storage

extension Importer {
    /// Writes the rows that the check found new or changed, each batch in one transaction.
    ///
    /// Rows that refer to later ones are first written without those references, and completed in another pass.
    func write(
        _ spool: Spool,
        _ scan: ImportScan,
        _ marks: [Mark],
        into report: inout ImportReport,
        _ progress: Progress
    ) async throws {
        do {
            let (waiting, ids) = try await writeAll(spool, scan, marks, into: &report, progress)
            try await complete(waiting, ids, spool, scan, marks, into: &report)
        } catch {
            // The error matters more; the written rows show at the next check of the revisions anyway.
            try? await store.live.refreshIfLoaded()
            throw Self.interrupted(error, after: report)
        }
        try await store.live.refreshIfLoaded()
    }

    private func writeAll(
        _ spool: Spool,
        _ scan: ImportScan,
        _ marks: [Mark],
        into report: inout ImportReport,
        _ progress: Progress
    ) async throws -> (waiting: [Int: Mark], ids: [Int: String]) {
        let planner = planner(scan)
        let names = type.row
        let top = try await store.database.read { try $0.topPosition(in: names) }
        // The first row of the file is added at the top, so there must be room for all of them.
        var place = top - placeStride * Int64(max(0, marks.count { $0 == .new } - 1))
        let total = marks.count { $0.mustBeWritten }
        var (done, told, waiting, ids) = (0, 0, [:] as [Int: Mark], [:] as [Int: String])
        var reader = ImportReader(spool, of: type, options)
        while case let rows = named(try await reader.next(Limits.importBatchSize), scan), !rows.isEmpty {
            var entries: [ImportEntry] = []
            for row in rows where row.index < marks.count && marks[row.index].mustBeWritten {
                let mark = marks[row.index]
                entries.append(ImportEntry(row: row, mark: mark, id: newID(row, scan), place: place))
                if mark == .new { place += placeStride }
            }
            guard !entries.isEmpty else { continue }
            let outcome = try await write(ImportBatch(entries: entries, importer: self, planner: planner))
            report.add(outcome)
            waiting.merge(outcome.waiting) { $1 }
            for entry in entries where entry.mark == .new && outcome.waiting[entry.row.index] != nil {
                ids[entry.row.index] = entry.id
            }
            done += entries.count
            guard done - told >= Self.progressStep || done == total else { continue }
            told = done
            try await progress(done, total, "write")
        }
        return (waiting, ids)
    }

    /// Writes these rows in full, now that all others exist; `ids` are those made for new ones.
    private func complete(
        _ waiting: [Int: Mark],
        _ ids: [Int: String],
        _ spool: Spool,
        _ scan: ImportScan,
        _ marks: [Mark],
        into report: inout ImportReport
    ) async throws {
        guard !waiting.isEmpty else { return }
        let planner = planner(scan)
        var reader = ImportReader(spool, of: type, options)
        while case let rows = named(try await reader.next(Limits.importBatchSize), scan), !rows.isEmpty {
            let entries = rows.compactMap { row in
                waiting[row.index].map { mark in
                    var row = row
                    // The entry exists since the first pass; the mark holds its expected version.
                    row.expectedVersion = nil
                    if options.key == .id { row.id = row.id ?? ids[row.index] }
                    // A new entry was counted when it was first written.
                    let isCounted = marks[row.index] != .new
                    return ImportEntry(row: row, mark: mark, id: "", place: 0, isCounted: isCounted)
                }
            }
            guard !entries.isEmpty else { continue }
            let batch = ImportBatch(entries: entries, importer: self, planner: planner, isLast: true)
            report.add(try await write(batch))
        }
    }

    private func newID(_ row: ImportRow, _ scan: ImportScan) -> String {
        row.id ?? row.slug.flatMap { scan.idsBySlug[$0] } ?? newID(row)
    }

    /// Writes in one transaction; if a row fails, once more with each row in a savepoint.
    private func write(_ batch: ImportBatch) async throws -> ImportBatch.Outcome {
        do {
            return try await store.database.write { try batch.write(on: $0, isCareful: false) }
        } catch {
            guard ImportBatch.fault(error) != nil else { throw error }
            return try await store.database.write { try batch.write(on: $0, isCareful: true) }
        }
    }

    private static func interrupted(_ error: any Error, after report: ImportReport) -> any Error {
        // An internal error is logged unchanged.
        guard let problem = Problem(known: error), problem.kind != .unexpected else { return error }
        let count = report.new + report.changed
        guard count > 0 else { return problem }
        return Problem(
            problem.kind,
            Localized(
                "\(problem.detail.ru) До этого записано строк: \(count). Повторите импорт, он продолжит.",
                "\(problem.detail.en) Before that \(count) rows were written; import it again to go on."
            ),
            faults: problem.faults,
            retryAfter: problem.retryAfter
        )
    }
}

extension ImportReport {
    fileprivate mutating func add(_ outcome: ImportBatch.Outcome) {
        new += outcome.new
        changed += outcome.changed
        incomplete += outcome.incomplete
        refused += outcome.refused.count
        for faults in outcome.refused { self.faults.add(faults) }
    }
}
