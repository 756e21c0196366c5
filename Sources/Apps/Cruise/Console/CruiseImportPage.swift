import Core
import Hummingbird
import Web

/// Imports an operator's file in the console: looks first, shows what is new and what is refused, and then writes.
struct CruiseImportPage: Sendable {
    static let path = "/cruise/import"
    static let title = Localized("Загрузка круизов", "Import of cruises")

    private static let refusalsShown = 100

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in
            try context.author.require(.writeContent)
            return try await show(nil, nil, Form(request.query), context)
        }
        .post(RouterPath(Self.path)) { request, context in try await take(request, context) }
    }

    private func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let upload = try await FormUpload(request)
        let form = upload.fields
        guard let spool = upload.spool else { return try await show(nil, FormUpload.noFile, form, context) }
        do {
            var options = try CruiseImportOptions(
                vendor: form["vendor"],
                kind: form["kind"],
                format: form["format"],
                file: upload.name
            )
            options.isTrial = form["do"] != "apply"
            let work = CruiseImport(services: console.services, author: context.author, options: options)
            return try await show(try await work.run(spool) { _, _, _ in }, nil, form, context)
        } catch let problem as Problem where problem.kind == .invalid {
            return try await show(nil, problem, form, context)
        }
    }

    private func show(
        _ report: CruiseImportReport?,
        _ problem: Problem?,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let language = context.language
        var page = ConsolePage("cruise-import", title: Self.title[language], path: Self.path)
        if let problem { page.status = problem.kind.status }
        page.context = [
            "heading": .string(Self.title[language]), "path": .string(Self.path),
            "vendor": .string(form["vendor"] ?? ""),
            "kinds": .array(
                CruiseKind.allCases.map { kind in
                    [
                        "value": .string(kind.rawValue), "title": .string(kind.title[language]),
                        "is_chosen": .bool(form["kind"] == kind.rawValue),
                    ]
                }
            ),
            "problem": .string(problem.map { Self.words($0)[language] } ?? ""),
            "report": report.map { json($0, language) } ?? .null,
        ]
        return try await console.show(page, context)
    }

    private static func words(_ problem: Problem) -> Localized {
        problem.faults.first?.detail ?? problem.detail
    }

    private func json(_ report: CruiseImportReport, _ language: Language) -> JSON {
        let summary =
            report.isTrial
            ? Localized("Что изменится", "What would change") : Localized("Загружено", "Imported")
        let types = console.services.contents.types
        let entries = types.compactMap { type -> JSON? in
            guard let counts = report.entries[type.name] else { return nil }
            return [
                "title": .string(type.title[language]), "new": .string(RecordCell.grouped(Int64(counts.new))),
                "changed": .string(RecordCell.grouped(Int64(counts.changed))),
            ]
        }
        return [
            "summary": .string(summary[language]), "is_trial": .bool(report.isTrial),
            "may_apply": .bool(report.isTrial && report.hasChanges),
            "new": .string(RecordCell.grouped(Int64(report.new))),
            "changed": .string(RecordCell.grouped(Int64(report.changed))),
            "unchanged": .string(RecordCell.grouped(Int64(report.unchanged))),
            "refused": .string(RecordCell.grouped(Int64(report.refused))),
            "has_entries": .bool(!entries.isEmpty), "entries": .array(entries),
            "has_refusals": .bool(report.refused > 0),
            "refusals": .array(
                report.refusals.prefix(Self.refusalsShown).map { refusal in
                    [
                        "line": .string(String(refusal.line)), "id": .string(refusal.external),
                        "reason": .string(refusal.reason[language]),
                    ]
                }
            ),
        ]
    }
}
