import Storage

/// Imports a file of entries: reads it once for its form, once against the database, and only then writes.
///
/// Memory holds one batch of rows, and some bytes for each row of the file.
package struct Importer: Sendable {
    /// Called after every few batches: rows done, total rows, and the phase.
    package typealias Progress = (_ done: Int, _ total: Int, _ phase: String) async throws -> Void

    let type: ContentType
    let options: ImportOptions
    let store: ContentStore
    let act: ContentStore.Act
    let now: Timestamp
    /// The claim of the request: after a crash, it gives a row without an id the same id again.
    private let claim: Claim?

    package init(_ type: ContentType, _ options: ImportOptions, store: ContentStore, act: ContentStore.Act) {
        self.type = type
        self.options = options
        self.store = store
        self.act = act
        now = store.now()
        claim = if case .claimed(let claim) = WriteMode.current.get() { claim } else { nil }
    }

    /// Throws `.invalid` with every fault, and nothing is written; a dry run reports them instead.
    package func run(_ spool: Spool, progress: Progress) async throws -> ImportReport {
        try act.author.require(.writeContent)
        return try await Lane.heavy.run { try await readTwice(spool, progress) }
    }

    private func readTwice(_ spool: Spool, _ progress: Progress) async throws -> ImportReport {
        var report = ImportReport(isDryRun: options.isDryRun)
        let scan = try await scan(spool, into: &report)
        let marks = try await check(spool, scan, into: &report, progress)
        guard !options.isDryRun else { return report }
        guard report.faults.count == 0 else { throw report.faults.problem }
        // The pass that writes reports what was really written.
        var written = ImportReport(isDryRun: false)
        written.unchanged = report.unchanged
        try await write(spool, scan, marks, into: &written, progress)
        return written
    }

    func planner(_ scan: ImportScan) -> ImportPlanner {
        ImportPlanner(type: type, options: options, author: act.author, now: now, scan: scan)
    }

    /// The state in which the check found the entry of a row, which the writing pass must find again.
    struct Mark: Sendable, Hashable {
        private let number: Int64

        private init(number: Int64) { self.number = number }

        static let nothing = Mark(number: -1)
        static let new = Mark(number: 0)
        static func version(_ version: Int64) -> Mark { Mark(number: version) }

        /// The mark of an entry in its present state.
        init(_ content: Content?) { number = content?.version ?? 0 }

        var mustBeWritten: Bool { number >= 0 }
    }

    // MARK: Check against the database

    private func check(
        _ spool: Spool,
        _ scan: ImportScan,
        into report: inout ImportReport,
        _ progress: Progress
    ) async throws -> [Mark] {
        let planner = planner(scan)
        var (marks, told) = ([Mark](), 0)
        marks.reserveCapacity(scan.count)
        var reader = ImportReader(spool, of: type, options)
        while case let rows = named(try await reader.next(Limits.importBatchSize), scan), !rows.isEmpty {
            guard marks.count < Limits.importRowsMax else { break }
            let (type, key) = (type, options.key)
            let context = try await store.database.read { connection in
                try connection.importContext(of: rows, type, key: key)
            }
            for row in rows { marks.append(check(row, in: context, planner, into: &report)) }
            guard marks.count - told >= Self.progressStep || marks.count == scan.count else { continue }
            told = marks.count
            try await progress(told, scan.count, "check")
        }
        return marks
    }

    private func check(
        _ row: ImportRow,
        in context: ImportContext,
        _ planner: ImportPlanner,
        into report: inout ImportReport
    ) -> Mark {
        let plan: ImportPlan
        switch planner.plan(row, in: context, id: Self.noID, place: 0) {
        case .failure(let problem):
            report.faults.add(problem.faults)
            return .nothing
        case .success(let success): plan = success
        }
        if !plan.missing.isEmpty, options.missing == .later {
            report.incomplete += 1
            if !report.note(missing: plan.missing) {
                let fault = Fault("#", "слишком много недостающего", "lacks too much to be told")
                report.faults.add([fault.at(line: row.line, column: nil)])
            }
        }
        report.show(plan, line: row.line, of: type)
        if plan.isNew {
            report.new += 1
        } else if plan.isChange {
            report.changed += 1
        } else {
            report.unchanged += 1
        }
        let isRemembered = options.origin != nil && row.sourceVersion != nil
        return plan.isChange || isRemembered ? Mark(plan.before) : .nothing
    }

    /// The rows with the ids by which other rows may refer to them.
    func named(_ rows: [ImportRow], _ scan: ImportScan) -> [ImportRow] {
        guard options.key == .id, claim != nil || !scan.idsBySlug.isEmpty else { return rows }
        return rows.map { row in
            var row = row
            row.id = row.id ?? row.slug.flatMap { scan.idsBySlug[$0] } ?? claim?.identifier(row.index)
            return row
        }
    }

    /// The id of the entry that a row creates; those of a file sort by its rows, so that indexes grow at one place.
    func newID(_ row: ImportRow) -> String {
        claim?.identifier(row.index) ?? Identifier.new(row.index, at: now, random: store.random)
    }

    static let progressStep = Limits.importBatchSize * 5
    /// A placeholder for the id of an entry in a dry run.
    private static let noID = "00000000-0000-0000-0000-000000000000"
}
