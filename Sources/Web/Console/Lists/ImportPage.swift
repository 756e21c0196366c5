import Core
import HTTPTypes
import Hummingbird
import Storage

/// Imports a table: checks it first, shows the changes and the faults, and only then writes.
struct ImportPage: Sendable {
    let console: Console
    let type: ContentType
    let path: String

    /// The number of faults that the page lists; the total is shown as well.
    private static let faultsShown = 100

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(path)/import")) { _, context in
            try context.author.require(.writeContent)
            return try await show(nil, Form([]), context)
        }
        .post(RouterPath("\(path)/import")) { request, context in try await take(request, context) }
        .post(RouterPath("\(path)/import/done")) { request, context in try await tell(request, context) }
    }

    /// Records an import by the script as an action, so that undo (Z) does not revert the one before it.
    private func tell(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await request.form()
        let (new, changed) = (form["new"].flatMap { Int($0) } ?? 0, form["changed"].flatMap { Int($0) } ?? 0)
        return try await console.done(
            Localized(
                "Загружено: новых \(new), изменённых \(changed)",
                "Uploaded: \(new) new, \(changed) changed"
            ),
            to: path,
            context
        )
    }

    /// Takes a file from a form, or as the whole body from a script.
    private func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let upload = try await FormUpload(request)
        let (form, name) = (upload.fields, upload.name)
        guard let spool = upload.spool else {
            return try await show(.refused(FormUpload.noFile), form, context)
        }
        let report: ImportReport
        do {
            let importer = Importer(
                type,
                try options(form, name),
                store: console.services.contents,
                act: ContentStore.Act(author: context.author)
            )
            report = try await importer.run(spool) { _, _, _ in }
        } catch let problem as Problem where !problem.faults.isEmpty || problem.kind == .malformed {
            return try await show(.refused(problem), form, context)
        }
        guard !report.isDryRun else { return try await show(.looked(report), form, context) }
        let summary = Self.summary(report, context.language)
        return try await console.done(
            Localized("Загружено: \(summary)", "Uploaded: \(summary)"),
            to: path,
            context
        )
    }

    private func options(_ form: Form, _ name: String) throws(Problem) -> ImportOptions {
        let parameters: Form.Fields = [
            ("format", name.lowercased().hasSuffix(".json") ? "json" : "csv"),
            ("dry_run", String(form["do"] != "apply")), ("key", form["key"] == "slug" ? "slug" : "id"),
            ("publish", String(form["publish"] == "on" || form["publish"] == "true")),
        ]
        return try ImportOptions(parameters, contentType: nil, of: type)
    }

    /// The result of a file.
    private enum Outcome {
        case looked(ImportReport)
        /// Nothing was written; the faults are shown like those of a check.
        case refused(Problem)
    }

    private func show(
        _ outcome: Outcome?,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let language = context.language
        let title = Localized("Загрузка: \(type.title.ru)", "Upload: \(type.title.en)")[language]
        var page = ConsolePage("import", title: title, path: path)
        if case .refused(let problem) = outcome { page.status = problem.kind.status }
        let example = OpenAPI.prefix + path + "/export?format=csv&bom=true&separator=%3B"
        page.context = [
            "heading": .string(title), "list_path": .string(path),
            "list_title": .string(type.title[language]),
            "has_slug": .bool(type.slugField != nil), "is_by_slug": .bool(form["key"] == "slug"),
            "publishes": .bool(form["publish"] == "on" || form["publish"] == "true"),
            "example": .string(example), "api": .string("\(OpenAPI.prefix)\(path)/import"),
            "report": outcome.map { json($0, console.time(context)) } ?? .null,
        ]
        return try await console.show(page, context)
    }

    private func json(_ outcome: Outcome, _ time: HumanTime) -> JSON {
        let language = time.language
        let (problem, report, faults): (Problem?, ImportReport?, [Fault]) =
            switch outcome {
            case .looked(let report): (nil, report, report.faults.shown)
            case .refused(let problem): (problem, nil, problem.faults)
            }
        let count = report?.faults.count ?? faults.count
        let preview = report?.preview ?? []
        let changes = report.map { $0.new + $0.changed } ?? 0
        return [
            "problem": JSON(problem?.detail[language]),
            "summary": JSON(report.map { Self.summary($0, language) }),
            "fault_total": count > 0
                ? .string(
                    counted(count, language, ru: ("ошибка", "ошибки", "ошибок"), en: ("fault", "faults"))
                ) : .null,
            "faults": .array(
                faults.prefix(Self.faultsShown).map { fault in
                    [
                        "line": .string(fault.line.map { String($0) } ?? "—"),
                        "column": .string(fault.column ?? "—"), "detail": .string(fault.detail[language]),
                    ]
                }
            ),
            "more_faults": count > Self.faultsShown ? .integer(Int64(count - Self.faultsShown)) : .null,
            "may_apply": .bool(count == 0 && changes > 0), "has_preview": .bool(!preview.isEmpty),
            "preview": .array(preview.map { json($0, time) }),
            "more_changes": changes > preview.count ? .integer(Int64(changes - preview.count)) : .null,
        ]
    }

    private func json(_ preview: ImportPreview, _ time: HumanTime) -> JSON {
        let (cell, language) = (ListCell(time: time), time.language)
        let changes = preview.changes.map { change -> JSON in
            let field = type.field(change.name)
            func words(_ value: JSON?) -> String {
                guard let value, value != .null else { return "—" }
                if let text = value.string, field?.isText ?? false { return String(text.prefix(80)) }
                let parts = field.map { cell.cell(of: $0, value) }
                return ["words", "chip", "code"].lazy.compactMap { parts?[$0]?.string }.first ?? value.text
            }
            let tongue = change.language.map { " (\($0))" } ?? ""
            let rows = change.rows.map { ": \($0.summary[language])" } ?? ""
            return [
                "change_title": .string(change.title[language] + tongue + rows),
                "change_before": .string(words(change.before)),
                "change_after": .string(words(change.after)),
            ]
        }
        return [
            "preview_title": .string(preview.title), "preview_line": .integer(Int64(preview.line)),
            "preview_link": JSON(preview.id.map { "\(path)/\($0)" }), "is_new": .bool(preview.id == nil),
            "changes": .array(changes),
        ]
    }

    /// `12 новых, 3 изменённых, 1 без изменений`.
    private static func summary(_ report: ImportReport, _ language: Language) -> String {
        let (new, changed, unchanged) = (report.new, report.changed, report.unchanged)
        let parts: [(Int, Localized)] = [
            (new, Localized(plural(new, "новая", "новые", "новых"), "new")),
            (changed, Localized(plural(changed, "изменённая", "изменённые", "изменённых"), "changed")),
            (unchanged, Localized("без изменений", "unchanged")),
            (report.incomplete, Localized("неполных", "incomplete")),
            (report.refused, Localized("пропущено", "left alone")),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1[language])" }
        return told.isEmpty ? Localized("Строк нет", "No rows")[language] : told.joined(separator: ", ")
    }
}

extension Field {
    /// True if the field holds text, whose differences are per language.
    fileprivate var isText: Bool {
        switch kind {
        case .text, .localizedText, .richText: true
        case .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image, .images,
            .file,
            .reference, .references, .points, .table:
            false
        }
    }
}
