/// The faults of a file: all are counted, and the first ones are stored.
package struct ImportFaults: Sendable {
    package private(set) var count = 0
    private var first: [Fault] = []

    mutating func add(_ faults: some Sequence<Fault>) {
        for fault in faults {
            count += 1
            if first.count < Limits.importFaultsMax { first.append(fault) }
        }
    }

    /// In the order of the file.
    package var shown: [Fault] {
        first.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
        }.map(\.element)
    }

    /// The problem of an import that wrote nothing because of these faults.
    var problem: Problem {
        Problem(
            .invalid,
            Localized(
                "\(count) \(plural(count, "ошибка", "ошибки", "ошибок")) в файле, ничего не записано.",
                "The file has \(count) \(count == 1 ? "fault" : "faults"); nothing was written."
            ),
            faults: shown
        )
    }
}

/// The change that an import would make to one entry.
package struct ImportPreview: Sendable {
    /// Nil for a new entry.
    package let id: String?
    package let line: Int
    package let title: String
    /// The changes of its working copy.
    package let changes: [ContentDiff.Change]

    func json(in language: Language) -> JSON {
        [
            "id": JSON(id), "line": .integer(Int64(line)), "title": .string(title),
            "changes": .array(changes.map { $0.json(in: language) }),
        ]
    }
}

/// The result of an import, or of its dry run.
package struct ImportReport: Sendable {
    /// Missing ids that a dry run reports, for an import of several files.
    private static let importMissingMax = 100_000
    /// Changes that a dry run of an import previews.
    private static let importPreviewMax = 20

    package internal(set) var new = 0
    package internal(set) var changed = 0
    package internal(set) var unchanged = 0
    /// Rows whose entries changed while the file was being imported; they were skipped.
    package internal(set) var refused = 0
    /// Rows that wait for entries or uploads which do not exist yet.
    package internal(set) var incomplete = 0
    package let isDryRun: Bool
    package internal(set) var faults = ImportFaults()
    /// The first changes that a dry run would make.
    package internal(set) var preview: [ImportPreview] = []
    /// The ids of missing targets, by type; uploads under `media`.
    package internal(set) var missing: [String: Set<String>] = [:]

    init(isDryRun: Bool) {
        self.isDryRun = isDryRun
    }

    /// The numbers of rows.
    package var summary: JSON {
        [
            "new": .integer(Int64(new)), "changed": .integer(Int64(changed)),
            "unchanged": .integer(Int64(unchanged)), "refused": .integer(Int64(refused)),
            "incomplete": .integer(Int64(incomplete)),
        ]
    }

    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "dry_run": .bool(isDryRun),
            "summary": summary,
            "faults": .array(faults.shown.map { $0.json(in: language) }),
            "fault_count": .integer(Int64(faults.count)),
        ]
        if isDryRun { members["preview"] = .array(preview.map { $0.json(in: language) }) }
        if !missing.isEmpty {
            members["missing"] = .object(missing.mapValues { .array($0.sorted().map { .string($0) }) })
        }
        return .object(members)
    }

    /// Adds a change to the preview, as long as there is room.
    mutating func show(_ plan: ImportPlan, line: Int, of type: ContentType) {
        guard isDryRun, preview.count < Self.importPreviewMax, plan.isChange else { return }
        let (before, after) = (plan.before?.fields ?? [:], plan.after.fields)
        preview.append(
            ImportPreview(
                id: plan.before?.id,
                line: line,
                title: type.title(of: after),
                changes: plan.isNew ? [] : type.changes(from: before, to: after)
            )
        )
    }

    /// Adds missing ids; false if there are too many to report.
    mutating func note(missing ids: [String: Set<String>]) -> Bool {
        missing.merge(ids) { $0.union($1) }
        return missing.values.reduce(0) { $0 + $1.count } <= Self.importMissingMax
    }
}

extension ImportReport: JSONReadable {
    private struct Summary: JSONReadable {
        let new, changed, unchanged, refused, incomplete: Int

        init(json: JSON) throws(Fault) {
            new = try json.get("new")
            changed = try json.get("changed")
            unchanged = try json.get("unchanged")
            refused = try json.get("refused")
            incomplete = try json.get("incomplete")
        }
    }

    package init(json: JSON) throws(Fault) {
        self.init(isDryRun: try json.get("dry_run"))
        let summary: Summary = try json.get("summary")
        (new, changed, unchanged) = (summary.new, summary.changed, summary.unchanged)
        (refused, incomplete) = (summary.refused, summary.incomplete)
        faults = try ImportFaults(json: json)
        preview = try json.get("preview", as: [ImportPreview]?.self) ?? []
        missing = try json.get("missing", as: [String: [String]]?.self)?.mapValues { Set($0) } ?? [:]
    }
}

extension ImportFaults: JSONReadable {
    /// Reads them from the report of an import.
    package init(json: JSON) throws(Fault) {
        first = try json.get("faults")
        count = try json.get("fault_count")
    }
}

extension ImportPreview: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        line = try json.get("line")
        title = try json.get("title")
        changes = try json.get("changes")
    }
}
