import Storage

/// One change applied to many entries.
package struct BulkChange: Sendable {
    package enum Deed: Sendable {
        case change(Edit)
        /// Moves the entries to this position one after the other, so that they keep their order.
        case move(Place)
    }

    /// The entries to change.
    package enum Selection: Sendable {
        case ids([String])
        /// All entries that match a list query.
        case filter(ContentQuery)
    }

    package let deed: Deed
    /// True for all or none; otherwise each entry is changed by itself, and failures are reported.
    package let isWhole: Bool
    /// By id as the caller named it: the version that was seen or, for a revert, the version that the change made.
    package let versions: [String: Int64]

    package init(_ deed: Deed, isWhole: Bool, versions: [String: Int64] = [:]) {
        self.deed = deed
        self.isWhole = isWhole
        self.versions = versions
    }
}

/// The result of a bulk change.
package struct BulkReport: Sendable {
    /// The number of failures that one report lists; all are counted.
    private static let bulkFailuresMax = 200

    package struct Failure: Sendable {
        /// The id as the caller named it.
        package let id: String
        package let problem: Problem
    }

    package internal(set) var changed = 0
    /// The changed entries in order, which a caller names to undo the change.
    package internal(set) var changedIDs: [String] = []
    /// The version that each of them has now, in the same order.
    package internal(set) var changedVersions: [Int64] = []
    package internal(set) var unchanged = 0
    package internal(set) var failed = 0
    /// The first of the failures.
    package internal(set) var failures: [Failure] = []

    fileprivate mutating func fail(_ id: String, _ problem: Problem) {
        failed += 1
        if failures.count < Self.bulkFailuresMax { failures.append(Failure(id: id, problem: problem)) }
    }

    fileprivate mutating func add(_ other: BulkReport) {
        changed += other.changed
        changedIDs += other.changedIDs
        changedVersions += other.changedVersions
        unchanged += other.unchanged
        failed += other.failed
        failures += other.failures.prefix(Self.bulkFailuresMax - failures.count)
    }
}

extension ContentStore {
    /// Entries that one call may change, each by itself.
    private static let bulkMax = 100_000
    /// Entries that one call may change in one transaction, all or none.
    private static let bulkWholeMax = 10_000
    /// Entries that one transaction of a longer call changes.
    private static let bulkBatch = 100

    /// The ids of all entries that match a query, page by page, in its order.
    private func ids(_ query: ContentQuery, of type: ContentType, max: Int) async throws -> [String] {
        var (query, ids) = (query, [String]())
        query.limit = Limits.pageSizeMax
        while true {
            let page = try await list(query, of: type)
            ids += page.elements.map(\.id)
            guard ids.count <= max else { throw Self.tooMany(max) }
            guard let next = page.next else { return ids }
            query = query.after(next)
        }
    }

    /// Applies one change to each of these entries; `report` receives the number done and the total.
    package func bulk(
        _ bulk: BulkChange,
        on selection: BulkChange.Selection,
        of type: ContentType,
        as act: Act,
        report: (_ done: Int, _ total: Int) async throws -> Void = { _, _ in }
    ) async throws -> BulkReport {
        try act.author.require(.writeContent)
        let max = bulk.isWhole ? Self.bulkWholeMax : Self.bulkMax
        let ids =
            switch selection {
            case .ids(let ids): ids
            case .filter(let query): try await self.ids(query, of: type, max: max)
            }
        guard ids.count <= max else { throw Self.tooMany(max) }
        if case .move = bulk.deed { try type.requireManualOrder() }
        if bulk.isWhole {
            return try await whole(bulk, on: ids, of: type, as: act) { try await report($0, ids.count) }
        }
        var result = BulkReport()
        var neighbour: String?
        for start in Swift.stride(from: 0, to: ids.count, by: Self.bulkBatch) {
            let batch = Array(ids[start..<min(start + Self.bulkBatch, ids.count)])
            let part = bulk.following(neighbour)
            result.add(try await self.batch(part, on: batch, of: type, as: act, done: nil))
            neighbour = batch.last
            try await report(start + batch.count, ids.count)
        }
        return result
    }

    /// Runs as one transaction, with progress reported now and then.
    private func whole(
        _ bulk: BulkChange,
        on ids: [String],
        of type: ContentType,
        as act: Act,
        report: (Int) async throws -> Void
    ) async throws -> BulkReport {
        let done = Locked(0)
        return try await withThrowingTaskGroup(of: BulkReport?.self) { group in
            group.addTask { try await batch(bulk, on: ids, of: type, as: act, done: done) }
            group.addTask {
                try await Task.sleep(for: .milliseconds(300))
                return nil
            }
            while let result = try await group.next() {
                if let result {
                    group.cancelAll()
                    return result
                }
                try await report(done.value)
                group.addTask {
                    try await Task.sleep(for: .milliseconds(300))
                    return nil
                }
            }
            throw CancellationError()
        }
    }

    private func batch(
        _ bulk: BulkChange,
        on ids: [String],
        of type: ContentType,
        as act: Act,
        done: Locked<Int>?
    ) async throws -> BulkReport {
        let (now, types) = (now(), types)
        return try await write { connection in
            var (report, isNoticed, bulk) = (BulkReport(), false, bulk)
            try connection.lock(ids, of: type)
            if case .move = bulk.deed { try connection.lockRow(of: type) }
            for (index, id) in ids.enumerated() {
                done?.update { $0 = index }
                do {
                    let outcome = try connection.savepoint {
                        try connection.perform(bulk, on: id, of: type, among: types, as: act, at: now)
                    }
                    isNoticed = outcome.isNoticed || isNoticed
                    if outcome.isChanged {
                        report.changed += 1
                        report.changedIDs.append(outcome.content.id)
                        report.changedVersions.append(outcome.content.version)
                    } else {
                        report.unchanged += 1
                    }
                    bulk = bulk.following(outcome.content.id)
                } catch let problem as Problem {
                    report.fail(id, problem)
                } catch StorageError.unique {
                    report.fail(id, .slugTaken(type))
                }
            }
            if bulk.isWhole, report.failed > 0 { throw Problem.bulk(report, of: ids) }
            return (report, isNoticed)
        }
    }

    private static func tooMany(_ max: Int) -> Problem {
        Problem(
            .tooLarge,
            Localized("Больше \(max) записей за раз нельзя.", "At most \(max) entries at once.")
        )
    }
}

extension BulkChange {
    /// The change for the next batch: a move continues after this id.
    fileprivate func following(_ id: String?) -> BulkChange {
        guard case .move = deed, let id else { return self }
        return BulkChange(.move(.after(id)), isWhole: isWhole, versions: versions)
    }
}

extension Connection {
    /// Locks these entries until this transaction ends, in a fixed order, so that two calls cannot deadlock.
    fileprivate func lock(_ ids: [String], of type: ContentType) throws {
        guard dialect == .postgres else { return }
        let (uuids, slugs) = (
            ids.compactMap(Identifier.normalized), ids.filter { Identifier.normalized($0) == nil }
        )
        for (column, keys) in [("id", uuids.sorted()), ("slug", slugs.sorted())] {
            for start in stride(from: 0, to: keys.count, by: Limits.pageSizeMax) {
                let part = keys[start..<min(start + Limits.pageSizeMax, keys.count)]
                let list = part.map { "\($0)" as SQL }.joined(separator: ", ")
                _ = try rows(
                    """
                    SELECT id FROM contents WHERE type = \(type.name) AND \(name: column) IN (\(list))
                    ORDER BY \(name: column) FOR UPDATE
                    """
                )
            }
        }
    }

    fileprivate func perform(
        _ bulk: BulkChange,
        on id: String,
        of type: ContentType,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Edit.Outcome {
        let version = bulk.versions[id]
        switch bulk.deed {
        case .change(.revert(_, let keepsDraft)):
            let edit = Edit.revert(version: version, keepsDraft: keepsDraft)
            return try perform(edit, on: id, of: type, among: types, as: act, at: now)
        case .change(let edit):
            let act = ContentStore.Act(author: act.author, version: version, note: act.note)
            return try perform(edit, on: id, of: type, among: types, as: act, at: now)
        case .move(let place):
            return Edit.Outcome(
                content: try move(id, of: type, to: place, as: act, at: now),
                isChanged: true,
                isNoticed: true
            )
        }
    }
}

extension Problem {
    /// The problem that lists every entry that could not be changed, by its index in the request.
    fileprivate static func bulk(_ report: BulkReport, of ids: [String]) -> Problem {
        let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
        let faults = report.failures.flatMap { failure in
            let place = places[failure.id].map { "#/ids/\($0)" } ?? "#/ids"
            let detail = failure.problem.detail
            let fields = failure.problem.faults.map { fault in
                Fault(
                    place,
                    Localized(
                        "\(failure.id): \(fault.pointer.dropFirst(2)): \(fault.detail.ru)",
                        "\(failure.id): \(fault.pointer.dropFirst(2)): \(fault.detail.en)"
                    )
                )
            }
            let whole = Fault(place, Localized("\(failure.id): \(detail.ru)", "\(failure.id): \(detail.en)"))
            return fields.isEmpty ? [whole] : fields
        }
        let count = report.failed
        return Problem(
            .conflict,
            Localized(
                "Ничего не изменено: \(count) \(plural(count, "запись", "записи", "записей")) не получается.",
                count == 1
                    ? "Nothing was changed: 1 content fails." : "Nothing was changed: \(count) contents fail."
            ),
            faults: faults
        )
    }
}
