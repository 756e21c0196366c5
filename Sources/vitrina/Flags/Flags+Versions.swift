import ArgumentParser
import Core
import Flags

extension Flags {
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список публикаций, новые сверху.",
            "List what was published, newest first."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var page: PageOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let path = try await place.path(session, "versions")
                let id = { (version: FlagVersion.Answer) in String(version.number) }
                try await session.answerPage(path, page, place.query, id: id, table: session.versionTable)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать версию и что она изменила.",
            "Show one version with what it changed."
        )

        @Argument(help: ArgumentHelp("Номер версии.", "The number of the version.")) var version: Int64
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "versions", String(version))
                let found = try await session.api.get(path, query: place.query)
                let changes = try await session.api.get(
                    path + ["diff"],
                    query: place.query,
                    as: FlagDifference.self
                ).changes
                let cells = session.versionCells(try FlagVersion.Answer(json: found)).filter { !$0.isEmpty }
                session.report(Localized(same: cells.joined(separator: " · ")))
                let diff = JSON.array(changes.map(\.json))
                session.answer(found.merged(with: ["diff": diff]), ids: [String(version)]) {
                    session.flagChangeTable(changes)
                }
            }
        }
    }

    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Опубликовать новой версией то, что было в прежней, или один её параметр.",
            "Publish what an earlier version held, or one parameter of it, as a new version."
        )

        @Argument(help: ArgumentHelp("Номер версии.", "The number of the version.")) var version: Int64
        @OptionGroup var place: FlagPlaceOptions
        @Option(
            help: ArgumentHelp("Только этот.", "Only this one.", valueName: "key"),
            completion: .custom(Candidates.flagKeys)
        )
        var parameter: String?
        @Option(
            help: ArgumentHelp("В это время, а не сейчас.", "At this moment, not now.", valueName: "moment")
        ) var at: String?
        @OptionGroup var reason: NoteOption
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                body["parameter"] = parameter.map { .string($0) }
                body["at"] = try session.moments([("at", at)]).first.map { .string($0.value) }
                let current = try await place.published(session, as: FlagVersion.Answer.self).number
                let diff = try await session.api.get(
                    try await place.path(session, "versions", String(version), "diff"),
                    query: place.query + [("from", String(current))],
                    as: FlagDifference.self
                )
                try session.confirmVersions(in: diff.others, of: parameter, isAgreed: yes)
                let path = try await place.path(session, "versions", String(version), "restoration")
                let call = place.call(.put, path, json: .object(body)).note(reason.note)
                let answer = try await session.api.send(at == nil ? call.ifMatch(current) : call)
                guard at == nil else {
                    session.answer(answer) { .empty }
                    return session.note(Localized("Запланировано.", "Planned."))
                }
                try session.answerPublished(answer)
            }
        }
    }

    struct Promote: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Опубликовать здесь то, что видят приложения другого проекта; сначала diff --with.",
            "Publish in this project what another one's apps see; look first with diff --with."
        )

        @Argument(
            help: ArgumentHelp("Откуда взять: проект.", "The project to take from."),
            completion: .custom(Candidates.flagProjects)
        )
        var from: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var reason: NoteOption
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "promotion")
                let plan = try await place.promotion(session, from: from)
                let count = plan.changes.count
                guard count > 0 else {
                    session.answer(plan.to, ids: []) { .empty }
                    return session.noteSame()
                }
                try session.terminal.confirm(
                    Localized(
                        "\(path[1]) станет как \(from): \(count) \(plural(count, "изменение", "изменения", "изменений")).",
                        "\(path[1]) becomes as \(from): \(count) \(count == 1 ? "change" : "changes")."
                    ),
                    isAgreed: yes
                )
                let version = try await session.api.send(
                    place.call(.put, path, json: ["from": .string(from)])
                        .ifMatch(plan.number).note(reason.note)
                )
                try session.answerPublished(version)
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Записать шаблон для инструментов Firebase или со всем, что знают сотрудники.",
            "Write the template as Firebase's tools read it, or with all that staff know."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Flag(
            help: ArgumentHelp("С названиями, границами и ответственными.", "With titles, bounds and owners.")
        ) var notes = false
        @Option(help: .outputFile) var to = "-"
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "template")
                let sheet = try await session.api.get(path, query: place.query, as: AnnotatedTemplate.self)
                let template = sheet.template.json
                let file: JSON = notes ? ["template": template, "notes": sheet.notes.json] : template
                try session.write(file.bytes, to: to)
            }
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Сделать черновик таким, как файл: шаблон Firebase или результат export.",
            "Make the draft what a file has: a template of Firebase's, or what export has written."
        )

        @Argument(
            help: ArgumentHelp("Файл; - — стандартный ввод.", "The file; - is standard input."),
            completion: .file(extensions: ["json"])
        ) var file: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                guard let bytes = Input.bytes(in: file, sizeMax: Limits.flagTemplateSizeMax) else {
                    throw Failure.usage(
                        Localized("Файл \(file) не прочитать.", "The file \(file) cannot be read.")
                    )
                }
                let file = try JSON(parsing: bytes)
                let template = try file.get("template", as: JSON?.self) ?? file
                let notes = try file.get("notes", as: JSON?.self)
                let edited = try await place.edit(session, publishing) { draft in
                    [
                        [
                            "op": "replace", "template": template, "notes": notes ?? draft.sheet.notes.json,
                        ]
                    ]
                }.edited
                session.answer(edited)
            }
        }
    }
}

extension Session {
    /// Prints a version that was just published.
    func answerPublished(_ json: JSON) throws {
        let version = try FlagVersion.Answer(json: json)
        answer(json, ids: [String(version.number)]) { versionTable([version]) }
        notePublished(version.number)
    }

    func versionTable(_ items: [FlagVersion.Answer]) -> Table {
        let columns = [
            Table.Column(Localized("ВЕРСИЯ", "VERSION"), isNumber: true),
            Table.Column(Localized("КОГДА", "AT")),
            Table.Column(Localized("КТО", "BY")),
            Table.Column(Localized("ОТКУДА", "DOOR")),
            Table.Column(Localized("ИЗМЕНЕНИЙ", "CHANGES"), isNumber: true),
            Table.Column(Localized("ЗАЧЕМ", "WHY"), isReason: true),
        ]
        return Table(columns, rows: items.map(versionCells))
    }

    func versionCells(_ version: FlagVersion.Answer) -> [String] {
        let source = version.rollbackSource.map { "← \($0)" }
        return [
            String(version.number), clock.text(version.at), version.author, version.door,
            String(version.changes),
            [source, version.description].compactMap { $0 }.joined(separator: " "),
        ]
    }
}
