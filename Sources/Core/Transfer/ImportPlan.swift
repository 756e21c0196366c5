import Storage

/// The planned change of the entry of one row.
struct ImportPlan: Sendable {
    let before: Content?
    var after: Content
    /// Nil if its bodies stay as they are.
    var action: HistoryEntry.Action?
    var isMoved = false
    let sourceVersion: Int64?
    /// The missing targets of its references, by type; uploads under `media`.
    var missing: [String: Set<String>] = [:]

    var isNew: Bool { before == nil }
    var isChange: Bool { isNew || action != nil || isMoved }

    /// True if the change is visible to apps.
    var isNoticed: Bool { before?.live != after.live || isMoved && after.live != nil }
}

/// Plans the change of a row from the present state; the check and the import share it.
struct ImportPlanner: Sendable {
    let type: ContentType
    let options: ImportOptions
    let author: Author
    let now: Timestamp
    let scan: ImportScan

    /// `id` and `place` are those of a new entry.
    func plan(
        _ row: ImportRow,
        in context: ImportContext,
        id: String,
        place: Int64
    ) -> Result<ImportPlan, Problem> {
        var drafting = Drafting(planner: self, row: row, context: context)
        guard let plan = drafting.plan(id: id, place: place), drafting.faults.isEmpty else {
            return .failure(.invalid(drafting.faults))
        }
        return .success(plan)
    }

    /// The existing entry of the row.
    func existing(_ row: ImportRow, in context: ImportContext) -> Content? {
        let id =
            switch options.key {
            case .id: row.id
            case .slug: row.slug.flatMap { context.owners[type.name]?[$0] }
            }
        return id.flatMap { context.contents[$0] }
    }

    /// The entry as a draft without its missing references.
    func stripped(_ content: Content, of missing: [String: Set<String>]) -> Content {
        var (content, body) = (content, content.fields)
        for field in type.fields where !field.targets.isEmpty {
            body[field.name] = body[field.name].flatMap { json in
                field.replacingReferences(in: json) { reference in
                    missing[reference.target]?.contains(reference.id) == true ? nil : reference.id
                }
            }
        }
        for (field, ids) in type.uploads(in: body) {
            let left = ids.filter { missing[Self.media]?.contains($0) != true }
            if case .array = body[field.name] {
                body[field.name] = left.isEmpty ? nil : .array(left.map { .string($0) })
            } else if left.isEmpty {
                body[field.name] = nil
            }
        }
        (content.draft, content.live, content.archivedAt) = (body, nil, nil)
        return content
    }

    static let media = "media"

    /// A fault of a body at a path within the row, located in the file.
    func located(_ fault: Fault, at path: String, in row: ImportRow) -> Fault {
        let steps = fault.pointer.split(separator: "/").dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        switch options.format {
        case .csv:
            return fault.at(line: row.line, column: column(steps))
        case .json:
            let rest = fault.pointer.drop { $0 == "#" }
            let names = path.split(separator: "/").map { String($0) } + steps
            return Fault("#/\(row.index)\(path)\(rest)", fault.detail)
                .at(line: row.line, column: names.isEmpty ? nil : names.joined(separator: "."))
        }
    }

    private func column(_ steps: [String]) -> String? {
        guard let first = steps.first else { return nil }
        let columns = type.transferColumns
        let exact = columns.first { $0.name == steps.prefix(2).joined(separator: ".") || $0.name == first }
        return (exact ?? columns.first { $0.member == first })?.name ?? first
    }
}
