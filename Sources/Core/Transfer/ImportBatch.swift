import Storage

/// One row that is being imported.
struct ImportEntry: Sendable {
    let row: ImportRow
    let mark: Importer.Mark
    /// The id and the position of a new entry.
    let id: String
    let place: Int64
    var isCounted = true
}

/// Rows that are written in one transaction.
struct ImportBatch: Sendable {
    struct Outcome: Sendable {
        var new = 0
        var changed = 0
        var incomplete = 0
        var refused: [[Fault]] = []
        /// By index: the row refers to entries later in the file.
        var waiting: [Int: Importer.Mark] = [:]
    }

    let entries: [ImportEntry]
    let importer: Importer
    let planner: ImportPlanner
    /// True if nothing comes later in the file.
    var isLast = false

    private var type: ContentType { importer.type }

    /// If `isCareful` is true, an error of one row is reported for this row and does not affect the others.
    func write(on connection: any Connection, isCareful: Bool) throws -> Outcome {
        var context = try connection.importContext(
            of: entries.map(\.row),
            type,
            key: importer.options.key,
            locks: true
        )
        var outcome = Outcome()
        var plans: [(entry: ImportEntry, plan: ImportPlan)] = []
        for entry in entries {
            guard let plan = plan(entry, in: context, &outcome) else { continue }
            plans.append((entry, plan))
            context.present[type.name, default: []].insert(plan.after.id)
        }
        // One revision for all of them: the history names each, so live sets find out what has changed.
        let isNoticed = plans.contains { $0.plan.isNoticed }
        let revision = isNoticed ? try connection.raiseRevision(of: type.name) : nil
        for (entry, plan) in plans {
            if isCareful {
                do {
                    try connection.savepoint {
                        try apply(plan, revision, note: entry.row.note, on: connection)
                    }
                } catch {
                    guard let faults = Self.fault(error) else { throw error }
                    outcome.refused.append(faults.map { planner.located($0, at: "", in: entry.row) })
                    outcome.waiting[entry.row.index] = nil
                    continue
                }
            } else {
                try apply(plan, revision, note: entry.row.note, on: connection)
            }
            guard entry.isCounted, plan.isChange else { continue }
            if plan.isNew { outcome.new += 1 } else { outcome.changed += 1 }
        }
        if isNoticed { connection.notify() }
        return outcome
    }

    /// The plan for a row, or nil if it has to wait or is refused.
    private func plan(
        _ entry: ImportEntry,
        in context: ImportContext,
        _ outcome: inout Outcome
    ) -> ImportPlan? {
        let row = entry.row
        let before = planner.existing(row, in: context)
        guard Importer.Mark(before) == entry.mark else {
            outcome.refused.append([overtaken(before).at(line: row.line, column: nil)])
            return nil
        }
        var plan: ImportPlan
        switch planner.plan(row, in: context, id: entry.id, place: entry.place) {
        case .failure(let problem):
            outcome.refused.append(problem.faults)
            return nil
        case .success(let success): plan = success
        }
        guard !plan.missing.isEmpty else { return plan }
        if isLast {
            if importer.options.missing == .later {
                outcome.incomplete += 1
            } else {
                outcome.refused.append([Self.unmet.at(line: row.line, column: nil)])
            }
            return nil
        }
        guard plan.isNew else {
            outcome.waiting[row.index] = entry.mark
            return nil
        }
        plan.after = planner.stripped(plan.after, of: plan.missing)
        outcome.waiting[row.index] = Importer.Mark(plan.after)
        return plan
    }

    private func apply(
        _ plan: ImportPlan,
        _ revision: Int64?,
        note: String?,
        on connection: any Connection
    ) throws {
        var after = plan.after
        let act = note.map { ContentStore.Act(author: importer.act.author, note: $0) } ?? importer.act
        if let before = plan.before {
            if let action = plan.action {
                try connection.requireStock(from: before, to: after, of: type)
                after.version += 1
                after.updatedAt = importer.now
                after.updatedBy = importer.act.author.name
                try connection.fillSlug(of: &after, since: before, type)
                _ = try connection.replace(
                    before,
                    by: after,
                    of: type,
                    action: action,
                    act: act,
                    raised: revision
                )
            }
            if plan.isMoved { try move(after, revision, act, on: connection) }
        } else {
            try connection.fillSlug(of: &after, since: nil, type)
            _ = try connection.insert(after, of: type, act: act, raised: revision)
        }
        if let source = importer.options.origin, let version = plan.sourceVersion {
            try connection.keepOrigin(
                Origin(source: source, sourceVersion: version, version: after.version),
                of: after.id
            )
        }
    }

    private func move(
        _ content: Content,
        _ revision: Int64?,
        _ act: ContentStore.Act,
        on connection: any Connection
    ) throws {
        try connection.send("UPDATE contents SET position = \(content.position) WHERE id = \(content.id)")
        var record = content
        record.updatedAt = importer.now
        _ = try connection.record(.moved, content, record, of: type, act: act, raised: revision)
    }

    // MARK: Faults of a row since the check

    private func overtaken(_ now: Content?) -> Fault {
        guard let now else {
            return Fault("#", "записи больше нет", "is about a content that has gone meanwhile")
        }
        return Fault(
            "#",
            "запись изменена, пока читали файл: версия \(now.version), \(now.updatedBy)",
            "has changed while the file was read: version \(now.version) by \(now.updatedBy)"
        )
    }

    private static let unmet = Fault(
        "#",
        "ссылается на строку, которая не записана",
        "refers to a row that was not written"
    )

    /// The faults of one row in an error; nil if the row did not cause it.
    static func fault(_ error: any Error) -> [Fault]? {
        switch error {
        case let problem as Problem:
            guard [.invalid, .conflict, .stale, .notFound].contains(problem.kind) else { return nil }
            return problem.faults.isEmpty ? [Fault("#", problem.detail)] : problem.faults
        case StorageError.unique: return [Fault("#/slug", "уже занято", "is taken")]
        case StorageError.reference:
            return [
                Fault("#", "ссылается на то, чего больше нет", "refers to something that has gone meanwhile")
            ]
        case StorageError.constraint, StorageError.text:
            return [Fault("#", "база данных не принимает значение", "has a value that the database refuses")]
        case _: return nil
        }
    }
}
