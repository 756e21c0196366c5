import Core

/// The import file of one type for the target.
struct PromoteRows: Sendable {
    let plan: TypePromotion
    let source: Installation
    let target: Installation
    let note: String?

    private func path(in folder: String) -> String { "\(folder)/\(plan.type.name).rows.json" }

    /// Writes the rows in the order of the plan; `file` is the export of the source.
    func write(_ file: String, in folder: String) async throws {
        let items = Dictionary(plan.written.map { ($0.id, $0) }) { first, _ in first }
        var lives: [String: JSON] = [:]
        for item in plan.written where item.keepsLive {
            lives[item.id] = try await target.naming { session in
                let content = try await session.api.get(plan.type.path + [item.id], as: Content.Answer.self)
                return content.live.map { JSON.object($0) } ?? JSON.null
            }
        }
        let sink = try FileSink(path(in: folder))
        var separator = "[\n"
        try PromotePlanner.read(file) { content in
            guard let item = items[content.id] else { return }
            try sink.write(Array(separator.utf8) + row(content, item, keeping: lives[content.id]).bytes)
            separator = ",\n"
        }
        try sink.write(Array("\n]\n".utf8))
        try sink.finish()
    }

    private func row(_ content: PromotedContent, _ item: PromoteItem, keeping live: JSON?) -> JSON {
        var members: [String: JSON] = [
            "id": .string(content.id), "version": .integer(content.version),
            "if_version": .integer(item.targetVersion),
        ]
        for name in ["created_at", "created_by", "archived_at", "draft", "live"] {
            members[name] = content.json[name]
        }
        if item.state == .new { members["position"] = .integer(item.position ?? content.position) }
        if note == nil {
            let text = Localized(
                "из \(source.name), версия \(content.version)",
                "from \(source.name), version \(content.version)"
            )
            members["note"] = .string(target.session.text(text))
        }
        if let live, live != .null {
            members["live"] = live
            // A draft that equals the published version is not a draft.
            if content.draft.map({ JSON.object($0) }) == live { members["draft"] = .null }
        }
        return .object(members)
    }

    /// Returns the report of the target, which saves the origin of these entries.
    func send(from folder: String, isDryRun: Bool) async throws -> ImportReport {
        let query = [
            (name: "format", value: "json"), (name: "missing", value: "later"),
            (name: "origin", value: source.name), (name: "dry_run", value: isDryRun ? "true" : "false"),
        ]
        var call = APICall(.post, plan.type.path + ["import"], query: query).note(note)
        call.file = path(in: folder)
        return try await target.naming { [call] session in
            do {
                let progress = session.progress(plan.type.title)
                return try Failure.reading(
                    ImportReport.self,
                    try await session.api.run(call, progress: progress)
                )
            } catch var failure as Failure {
                failure.faults = plan.named(failure.faults)
                throw failure
            }
        }
    }
}

/// The result of the target's check of rows before they are written.
struct PromoteCheck: Sendable {
    let faults: [Fault]
    /// The references that the target does not have, by type; uploads are under `media`.
    let missing: [String: Set<String>]

    init(_ report: ImportReport, of plan: TypePromotion) {
        (faults, missing) = (plan.named(report.faults.shown), report.missing)
    }
}

extension TypePromotion {
    /// Returns the faults, with ids of entries instead of row numbers.
    func named(_ faults: [Fault]) -> [Fault] {
        let ids = written.map(\.id)
        return faults.map { fault in
            let steps = fault.pointer.split(separator: "/").dropFirst()
            let row = steps.first.flatMap { Int($0) } ?? fault.line.map { $0 - 2 }
            guard let row, ids.indices.contains(row) else { return fault }
            let rest = steps.first.flatMap { Int($0) } == nil ? steps : steps.dropFirst()
            let pointer = (["#", type.name, ids[row]] + rest.map { String($0) }).joined(separator: "/")
            return Fault(pointer, fault.detail)
        }
    }
}
