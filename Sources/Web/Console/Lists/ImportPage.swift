import Core
import Foundation
import HTTPTypes
import Hummingbird

/// Brings a table in: looks first, says what would change and what is wrong, and only then writes.
struct ImportPage: Sendable {
    let console: Console
    let type: ContentType
    let path: String

    /// Faults that the page lists; the number of all is told.
    private static let faultsShown = 100

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(path)/import")) { _, context in
            try context.author.require(.writeContent)
            return try await show(nil, Form([]), context)
        }
        .post(RouterPath("\(path)/import")) { request, context in try await take(request, context) }
        .post(RouterPath("\(path)/import/done")) { request, context in try await tell(request, context) }
    }

    /// A script has uploaded a table: what came of it is an act like others, so that Z does not undo the one before.
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

    /// The file comes as a form has it, or alone as a script sends it.
    private func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let (form, body, name): (Form, RequestBody, String)
        if MultipartForm.isSent(by: request) {
            let sent = try await MultipartForm(request)
            guard let file = sent.files.first(where: { $0.field == "file" }) else {
                let report: JSON = [
                    "problem": .string(Localized("Выберите файл.", "Choose a file.")[context.language])
                ]
                return try await show(report, sent.fields, context, status: .unprocessableContent)
            }
            (form, body, name) = (sent.fields, RequestBody(file.spool), file.name)
        } else {
            form = Form(request.query)
            (body, name) = (request.body, form["name"] ?? "")
        }
        let isDryRun = form["do"] != "apply"
        let report: JSON
        do {
            let response = try await console.api(context).respond(
                .post,
                "\(path)/import",
                Self.query(form, name, isDryRun: isDryRun),
                [:],
                body
            )
            report = try JSON(parsing: try await response.body.collected())
        } catch let problem as Problem where !problem.faults.isEmpty || problem.kind == .malformed {
            return try await show(
                Self.report(problem, context.language),
                form,
                context,
                status: problem.kind.status
            )
        }
        guard !isDryRun else { return try await show(report, form, context) }
        let summary = Self.summary(report["summary"], context.language)
        return try await console.done(
            Localized("Загружено: \(summary)", "Uploaded: \(summary)"),
            to: path,
            context
        )
    }

    private static func query(_ form: Form, _ name: String, isDryRun: Bool) -> AdminAPI.Query {
        [
            ("format", name.lowercased().hasSuffix(".json") ? "json" : "csv"), ("dry_run", String(isDryRun)),
            ("key", form["key"] == "slug" ? "slug" : "id"),
            ("publish", String(form["publish"] == "on" || form["publish"] == "true")),
        ]
    }

    /// Nothing was written: the faults as a dry run would have told them.
    private static func report(_ problem: Problem, _ language: Language) -> JSON {
        [
            "problem": .string(problem.detail[language]),
            "fault_count": .integer(Int64(problem.faults.count)),
            "faults": .array(problem.faults.map { $0.json(in: language) }),
        ]
    }

    private func show(
        _ report: JSON?,
        _ form: Form,
        _ context: ConsoleContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let language = context.language
        let title = Localized("Загрузка: \(type.title.ru)", "Upload: \(type.title.en)")[language]
        var page = ConsolePage("import", title: title, path: path)
        page.status = status
        let example = OpenAPI.prefix + path + "/export?format=csv&bom=true&separator=%3B"
        page.context = [
            "heading": .string(title), "list_path": .string(path),
            "list_title": .string(type.title[language]),
            "has_slug": .bool(type.slugField != nil), "is_by_slug": .bool(form["key"] == "slug"),
            "publishes": .bool(form["publish"] == "on" || form["publish"] == "true"),
            "example": .string(example), "api": .string("\(OpenAPI.prefix)\(path)/import"),
            "report": report.map { reportJSON($0, language) } ?? .null,
        ]
        return try await console.show(page, context)
    }

    private func reportJSON(_ report: JSON, _ language: Language) -> JSON {
        let count = report["fault_count"]?.integer ?? 0
        let faults = report["faults"]?.array ?? []
        let preview = report["preview"]?.array ?? []
        let summary = report["summary"]
        let changes = (summary?["new"]?.integer ?? 0) + (summary?["changed"]?.integer ?? 0)
        return [
            "problem": report["problem"] ?? .null,
            "summary": summary.map { .string(Self.summary($0, language)) } ?? .null,
            "fault_total": count > 0
                ? .string(
                    counted(
                        Int(count),
                        language,
                        ru: ("ошибка", "ошибки", "ошибок"),
                        en: ("fault", "faults")
                    )
                ) : .null,
            "faults": .array(faults.prefix(Self.faultsShown).map { fault($0) }),
            "more_faults": count > Self.faultsShown ? .integer(count - Int64(Self.faultsShown)) : .null,
            "may_apply": .bool(count == 0 && changes > 0), "has_preview": .bool(!preview.isEmpty),
            "preview": .array(preview.map { self.preview($0, language) }),
            "more_changes": changes > Int64(preview.count) ? .integer(changes - Int64(preview.count)) : .null,
        ]
    }

    private func fault(_ fault: JSON) -> JSON {
        [
            "line": fault["line"].map { .string($0.text) } ?? .string("—"),
            "column": fault["column"] ?? .string("—"), "detail": fault["detail"] ?? "",
        ]
    }

    private func preview(_ preview: JSON, _ language: Language) -> JSON {
        let cell = ListCell(time: HumanTime(zone: .gmt, language: language, now: console.services.now()))
        let changes = (preview["changes"]?.array ?? []).map { change -> JSON in
            let field = change["field"]?.string.flatMap { type.field($0) }
            func words(_ value: JSON?) -> String {
                guard let value, value != .null else { return "—" }
                if let text = value.string, field?.isText ?? false { return String(text.prefix(80)) }
                let parts = field.map { cell.cell(of: $0, value) }
                return ["words", "chip", "code"].lazy.compactMap { parts?[$0]?.string }.first ?? value.text
            }
            let tongue = change["language"]?.string.map { " (\($0))" } ?? ""
            return [
                "change_title": .string((change["title"]?.string ?? "") + tongue),
                "change_before": .string(words(change["before"])),
                "change_after": .string(words(change["after"])),
            ]
        }
        let id = preview["id"]?.string
        return [
            "preview_title": preview["title"] ?? "", "preview_line": preview["line"] ?? 0,
            "preview_link": id.map { .string("\(path)/\($0)") } ?? .null, "is_new": .bool(id == nil),
            "changes": .array(changes),
        ]
    }

    /// `12 новых, 3 изменённых, 1 без изменений`.
    static func summary(_ summary: JSON?, _ language: Language) -> String {
        func number(_ name: String) -> Int { Int(summary?[name]?.integer ?? 0) }
        let (new, changed, unchanged) = (number("new"), number("changed"), number("unchanged"))
        let parts: [(Int, Localized)] = [
            (new, Localized(plural(new, "новая", "новые", "новых"), "new")),
            (changed, Localized(plural(changed, "изменённая", "изменённые", "изменённых"), "changed")),
            (unchanged, Localized("без изменений", "unchanged")),
            (number("incomplete"), Localized("неполных", "incomplete")),
            (number("refused"), Localized("пропущено", "left alone")),
        ]
        let told = parts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1[language])" }
        return told.isEmpty ? Localized("Строк нет", "No rows")[language] : told.joined(separator: ", ")
    }
}

extension Field {
    /// It holds words, which a difference has language by language.
    fileprivate var isText: Bool {
        switch kind {
        case .text, .localizedText, .richText: true
        case .integer, .decimal, .bool, .choice, .date, .timestamp, .slug, .url, .phone, .image, .images,
            .file,
            .reference, .references, .points:
            false
        }
    }
}
