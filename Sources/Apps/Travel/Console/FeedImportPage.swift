import Core
import Feeds
import Hummingbird
import Storage
import Web

/// Imports a feed in the console: looks first, shows the changes and the faults, and only then writes (T91).
struct FeedImportPage: Sendable {
    static let path = "/travel/feeds/import"

    private static let faultsShown = 100
    /// Ids that are named of each change.
    private static let examplesShown = 8

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in
            try context.author.require(.writeContent)
            return try await show(nil, nil, Form(request.query), context)
        }
        .post(RouterPath(Self.path)) { request, context in try await take(request, context) }
        .post(RouterPath(Self.path + "/done")) { request, context in
            try context.author.require(.writeContent)
            let form = try await request.form()
            let counts = FeedDifference.Change.allCases.map {
                ($0, form[$0.rawValue].flatMap { Int($0) } ?? 0)
            }
            return try await done(Self.words(counts), context)
        }
    }

    private func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let upload = try await FormUpload(request)
        let (form, name) = (upload.fields, upload.name)
        guard let spool = upload.spool else { return try await show(nil, FormUpload.noFile, form, context) }
        do {
            var options = try options(form, name)
            options.isTrial = form["do"] != "apply"
            let work = FeedImport(
                services: console.services,
                signature: context.staff.signature(at: console.services.now()),
                options: options,
                file: name
            )
            let report = try await work.run(spool.path) { _, _, _ in }
            withExtendedLifetime(spool) {}
            guard !options.isTrial else { return try await show(report, nil, form, context) }
            return try await done(
                Self.words(FeedDifference.Change.allCases.map { ($0, report.count($0)) }),
                context
            )
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .conflict {
            return try await show(nil, problem, form, context)
        }
    }

    private func options(_ form: Form, _ file: String) throws -> FeedOptions {
        let format = form["format"].flatMap { FeedFormat(rawValue: $0) } ?? FeedFormat(fileName: file)
        guard let format else {
            throw Problem.invalid([
                Fault("#/file", "нужен файл .zip, .json или .csv", "must be a file .zip, .json or .csv")
            ])
        }
        let name = form["feed"]?.trimmingSpaces ?? ""
        var options = try FeedOptions(
            name: name.isEmpty && format != .gtfs ? format.rawValue : name,
            format: format
        )
        options.country = try code(form, "country") ?? options.country
        options.settlement = try code(form, "settlement")
        if let zone = form["zone"]?.trimmingSpaces, !zone.isEmpty { try options.setZone(zone) }
        return options
    }

    /// Nil for an empty field.
    private func code(_ form: Form, _ name: String) throws -> Int64? {
        guard let text = form[name]?.trimmingSpaces, !text.isEmpty else { return nil }
        guard let code = Int64(text), 1...Int64(Int32.max) ~= code else {
            throw Problem.invalid([Fault("#/\(name)", "нужно число", "must be a number")])
        }
        return code
    }

    private func done(_ words: Localized, _ context: ConsoleContext) async throws -> Response {
        try await console.done(
            Localized("Расписание загружено: \(words.ru)", "The timetable is imported: \(words.en)"),
            to: TimetableFeeds.resource.path,
            context
        )
    }

    // MARK: The page

    private func show(
        _ report: FeedReport?,
        _ problem: Problem?,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let language = context.language
        let title = Localized("Загрузка расписания", "Import of a timetable")[language]
        let feeds = try await console.services.database.read { connection in
            try connection.rows("SELECT name FROM timetable_feeds ORDER BY name LIMIT 200")
                .map { try $0.get("name", as: String.self) }
        }
        var page = ConsolePage("timetable-import", title: title, path: TimetableFeeds.resource.path)
        if let problem { page.status = problem.kind.status }
        page.context = [
            "heading": .string(title), "path": .string(Self.path),
            "list_path": .string(TimetableFeeds.resource.path),
            "list_title": .string(TimetableFeeds.resource.title[language]),
            "api": .string("\(OpenAPI.prefix)/travel/feeds/{feed}/import"),
            "feed": .string(form["feed"] ?? ""), "country": .string(form["country"] ?? ""),
            "settlement": .string(form["settlement"] ?? ""), "zone": .string(form["zone"] ?? ""),
            "feeds": .array(feeds.map { ["name": .string($0)] }),
            "formats": .array(
                FeedFormat.allCases.map { format in
                    [
                        "value": .string(format.rawValue), "title": .string(format.title[language]),
                        "is_chosen": .bool(form["format"] == format.rawValue),
                    ]
                }
            ),
            "report": report.map { json($0, language) } ?? problem.map { json($0, language) } ?? .null,
        ]
        return try await console.show(page, context)
    }

    private func json(_ problem: Problem, _ language: Language) -> JSON {
        let detail = problem.faults.isEmpty ? problem.detail : Problem.invalid(problem.faults).detail
        return [
            "summary": .string(detail[language]), "is_refused": true, "may_apply": false,
            "has_kinds": false,
            "kinds": [], "errors": json(problem.faults, of: problem.faults.count, language),
            "warnings": .null,
        ]
    }

    private func json(_ report: FeedReport, _ language: Language) -> JSON {
        let counts = FeedDifference.Change.allCases.map { ($0, report.count($0)) }
        let errors = report.faults.errorCount
        let kinds = FeedKind.allCases.compactMap { kind in
            report.differences[kind].map { json(kind, $0, language) }
        }
        return [
            "summary": .string(
                errors > 0
                    ? Localized("В файле есть ошибки", "The file has faults")[language]
                    : report.hasChanges
                        ? Self.words(counts)[language].capitalizedStart
                        : Localized("Менять нечего", "There is nothing to change")[language]
            ),
            "is_refused": .bool(errors > 0), "may_apply": .bool(errors == 0 && report.hasChanges),
            "has_kinds": .bool(!kinds.isEmpty), "kinds": .array(kinds),
            "errors": json(report.faults.errors.map(report.fault), of: errors, language),
            "warnings": json(
                report.faults.warnings.map(report.fault),
                of: report.faults.warningCount,
                language
            ),
        ]
    }

    /// The first faults of so many; null if there are none.
    private func json(_ faults: [Fault], of count: Int, _ language: Language) -> JSON {
        guard !faults.isEmpty else { return .null }
        return [
            "count": .integer(Int64(count)),
            "lines": .array(faults.prefix(Self.faultsShown).map { json($0, language) }),
        ]
    }

    private func json(_ fault: Fault, _ language: Language) -> JSON {
        [
            "place": .string(fault.pointer.dropFirst(2).description),
            "line": .string(fault.line.map { String($0) } ?? "—"), "column": .string(fault.column ?? "—"),
            "detail": .string(fault.detail[language]),
        ]
    }

    private func json(_ kind: FeedKind, _ difference: FeedDifference, _ language: Language) -> JSON {
        var members: [String: JSON] = ["title": .string(kind.title[language])]
        var examples: [JSON] = []
        for change in FeedDifference.Change.allCases {
            let part = difference[change]
            members[change.rawValue] = .string(RecordCell.grouped(Int64(part.count)))
            guard change != .unchanged, part.count > 0 else { continue }
            let rest = part.count > Self.examplesShown ? "…" : ""
            let ids = part.examples.prefix(Self.examplesShown).joined(separator: ", ") + rest
            let title = "\(kind.title[language]), \(change.title[language].lowercased())"
            examples.append(["title": .string(title), "ids": .string(ids)])
        }
        members["examples"] = .array(examples)
        return .object(members)
    }

    /// «12 новых, 3 изменённых, 1 исчезла».
    private static func words(_ counts: [(change: FeedDifference.Change, count: Int)]) -> Localized {
        let told = counts.filter { $0.count > 0 }
        return Localized(
            told.map { "\($0.change.title.ru.lowercased())\u{A0}\($0.count)" }.joined(separator: ", "),
            told.map { "\($0.count)\u{A0}\($0.change.title.en.lowercased())" }.joined(separator: ", ")
        )
    }
}

extension FeedDifference.Change {
    /// The heading of a column.
    var title: Localized {
        switch self {
        case .added: Localized("Новых", "New")
        case .changed: Localized("Изменённых", "Changed")
        case .removed: Localized("Исчезнувших", "Removed")
        case .kept: Localized("Оставлено", "Kept")
        case .unchanged: Localized("Без изменений", "Unchanged")
        }
    }
}
