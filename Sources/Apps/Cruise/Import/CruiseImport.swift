import Core
import Storage
import Web

/// Imports the cruises of an operator's file, some rows at a time; the same file again changes nothing.
///
/// A row that cannot be imported is refused with its reason, and does not stop the others. Everything is written by the
/// importer of contents, so that rights, history and search are those of any other change.
struct CruiseImport: Sendable {
    typealias Progress = (_ done: Int, _ total: Int, _ phase: String) async throws -> Void

    /// Rows that are planned and written together.
    private static let batch = 300

    let services: Services
    let author: Author
    let options: CruiseImportOptions

    func run(_ spool: Spool, progress: Progress) async throws -> CruiseImportReport {
        try author.require(.writeContent)
        try await services.live.load()
        let file = OperatorFile(format: options.format)
        // Before anything is written, the file is known to be readable to its end.
        var total = 0
        try await file.read(spool) { total += $0.count }
        let vendor = options.vendor
        let origins = try await services.database.read { try CruiseOrigins(of: vendor, on: $0) }
        var plan = CruiseImportPlan(options, origins: origins, live: services.live.state)
        var report = CruiseImportReport(isTrial: options.isTrial)
        try await file.read(spool) { rows in
            for start in stride(from: 0, to: rows.count, by: Self.batch) {
                let part = rows[start..<min(start + Self.batch, rows.count)]
                try await take(part, &plan, &report)
                try await progress(report.rows, total, options.isTrial ? "check" : "write")
            }
        }
        plan.addDiscounts()
        try await write(plan.take(), &plan, &report, outcomes: [:])
        try await remove(plan.gone)
        return report
    }

    private func take(
        _ rows: ArraySlice<OperatorFile.Row>,
        _ plan: inout CruiseImportPlan,
        _ report: inout CruiseImportReport
    ) async throws {
        var outcomes: [String: CruiseImportPlan.Outcome] = [:]
        for row in rows {
            report.rows += 1
            switch row.content {
            case .failure(let fault): report.refuse(row.line, "", fault.detail)
            case .success(let content):
                do throws(OperatorFault) {
                    let outcome = try plan.add(content, line: row.line)
                    outcomes[plan.lastRow] = outcome
                } catch {
                    let external = content.text("id", "cruise_id", "kr_id") ?? ""
                    report.refuse(row.line, external, error.detail)
                }
            }
        }
        try await write(plan.take(), &plan, &report, outcomes: outcomes)
    }

    // MARK: Writing

    private func write(
        _ entries: [CruiseImportEntry],
        _ plan: inout CruiseImportPlan,
        _ report: inout CruiseImportReport,
        outcomes: [String: CruiseImportPlan.Outcome]
    ) async throws {
        var (outcomes, written) = (outcomes, entries)
        if !options.isTrial {
            let (done, refused) = try await write(entries)
            written = done
            for (entry, reason) in refused {
                plan.forget(entry)
                if entry.key.kind == .cruise, outcomes.removeValue(forKey: entry.row) != nil {
                    report.refuse(entry.line, entry.row, reason)
                } else {
                    report.note(entry.line, entry.row, reason)
                }
            }
        }
        for entry in written {
            report.entries[entry.type.name, default: .init()].add(isNew: entry.isNew)
        }
        for outcome in outcomes.values {
            switch outcome {
            case .new: report.new += 1
            case .changed: report.changed += 1
            case .unchanged: report.unchanged += 1
            }
        }
    }

    /// Writes the entries type by type, referenced types first; returns those that were written, and the others.
    private func write(
        _ entries: [CruiseImportEntry]
    ) async throws -> (written: [CruiseImportEntry], refused: [(CruiseImportEntry, Localized)]) {
        var (written, refused) = ([CruiseImportEntry](), [(CruiseImportEntry, Localized)]())
        for declaration in Self.types {
            let own = entries.filter { $0.type.name == declaration.type.name }
            guard !own.isEmpty else { continue }
            let (done, faulty) = try await write(own, of: declaration.type)
            written += done
            refused += faulty
        }
        guard !written.isEmpty else { return (written, refused) }
        let (kept, vendor) = (written, options.vendor)
        try await services.database.write { connection in
            for entry in kept {
                let origin = CruiseOrigins.Origin(id: entry.id, hash: entry.hash)
                try connection.keepCruiseOrigin(origin, of: entry.key, vendor: vendor)
            }
        }
        return (written, refused)
    }

    private static let types: [any ContentDeclaration.Type] = [
        CruiseCities.self, CruiseDirections.self, CruiseDestinations.self, Ships.self, CabinClasses.self,
        ShipCabins.self, Cruises.self, Excursions.self, CruiseReviews.self, Discounts.self,
    ]

    private func write(
        _ entries: [CruiseImportEntry],
        of type: ContentType
    ) async throws -> (written: [CruiseImportEntry], refused: [(CruiseImportEntry, Localized)]) {
        var (left, refused) = (entries, [(CruiseImportEntry, Localized)]())
        while !left.isEmpty {
            do {
                try await put(left, of: type)
                return (left, refused)
            } catch let problem as Problem where problem.kind == .invalid {
                // A pointer begins with the index of the row: #/12/fields/title.
                var reasons: [Int: Localized] = [:]
                for fault in problem.faults {
                    let steps = fault.pointer.split(separator: "/").dropFirst()
                    guard let index = steps.first.flatMap({ Int($0) }) else { continue }
                    let place = steps.dropFirst(2).joined(separator: ".")
                    reasons[index] =
                        reasons[index]
                        ?? Localized("\(place): \(fault.detail.ru)", "\(place) \(fault.detail.en)")
                }
                guard !reasons.isEmpty else { throw problem }
                for (index, entry) in left.enumerated() {
                    if let reason = reasons[index] { refused.append((entry, reason)) }
                }
                left = left.enumerated().filter { reasons[$0.offset] == nil }.map(\.element)
            }
        }
        return ([], refused)
    }

    private func put(_ entries: [CruiseImportEntry], of type: ContentType) async throws {
        let spool = try Spool()
        try await spool.append(JSON.array(entries.map(\.json)).bytes)
        var importOptions = ImportOptions(format: .json)
        importOptions.publishes = entries.allSatisfy(\.publishes)
        let file = options.file.isEmpty ? "" : ", \(options.file)"
        let act = ContentStore.Act(author: author, note: "\(options.vendor)\(file)")
        let importer = Importer(type, importOptions, store: services.contents, act: act)
        _ = try await importer.run(spool) { _, _, _ in }
    }

    /// Moves excursions to the trash that the operator no longer has.
    private func remove(_ gone: [CruiseOrigins.Key: String]) async throws {
        guard !options.isTrial else { return }
        for (key, id) in gone.sorted(by: { $0.key.external < $1.key.external }) {
            do {
                _ = try await services.contents.change(
                    id,
                    of: Excursions.type,
                    by: .remove(clearingReferences: true),
                    as: ContentStore.Act(author: author, note: options.vendor)
                )
            } catch let problem as Problem where [.notFound, .conflict].contains(problem.kind) {
                // Staff have removed it already.
            }
            let vendor = options.vendor
            try await services.database.write { try $0.forgetCruiseOrigin(of: key, vendor: vendor) }
        }
    }
}

extension CruiseImportReport.Counts {
    fileprivate mutating func add(isNew: Bool) {
        if isNew { new += 1 } else { changed += 1 }
    }
}
