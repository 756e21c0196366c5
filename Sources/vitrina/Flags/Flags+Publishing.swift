import ArgumentParser
import Core
import Storage

extension Flags {
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Show what the draft changes, or what is different between two versions or two projects."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Option(help: ArgumentHelp("What this version has changed.", valueName: "number")) var version: Int64?
        @Option(help: ArgumentHelp("Since this version.", valueName: "number")) var since: Int64?
        @Option(
            help: ArgumentHelp("What would change if the project became as this one.", valueName: "project"),
            completion: .custom(Candidates.flagProjects)
        )
        var with: String?
        @OptionGroup var options: Options

        func validate() throws {
            guard since == nil || version != nil else { throw ValidationError("--since needs --version.") }
            guard version == nil || with == nil else { throw ValidationError("Give --version or --with.") }
        }

        func run() async throws {
            try await options.run { session in
                let json =
                    if let version {
                        try await session.api.get(
                            try await place.path(session, "versions", String(version), "diff"),
                            query: place.query + [("from", since.map { String($0) })].given
                        )
                    } else if let with {
                        try await session.api.get(
                            try await place.path(session, "promotion"),
                            query: place.query + [("from", with)]
                        )
                    } else {
                        try await place.draft(session)
                    }
                let changes = json["changes"]?.array ?? []
                session.answer(["changes": .array(changes)], ids: changes.compactMap { $0["name"]?.string }) {
                    session.flagChangeTable(changes)
                }
                if changes.isEmpty { session.noteSame() }
                session.noteFaults(of: json)
            }
        }
    }

    struct Lint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what keeps the draft from being published, and what is hardly meant."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let draft = try await place.draft(session)
                let warnings = draft["warnings"]?.array ?? []
                session.answer(["items": .array(warnings), "faults": draft["faults"] ?? []], ids: []) {
                    let columns = [
                        Table.Column(session.text(Localized("ЧТО", "WHAT"))),
                        Table.Column(session.text(Localized("ПРИЧИНА", "REASON"))),
                        Table.Column(session.text(Localized("ПОДРОБНО", "DETAIL")), isFlexible: true),
                    ]
                    return Table(
                        columns,
                        hasHeader: !warnings.isEmpty,
                        rows: warnings.map { warning in
                            ["name", "reason", "detail"].map { warning[$0]?.string ?? "" }
                        }
                    )
                }
                let faults = draft["faults"]?.array ?? []
                guard faults.isEmpty else {
                    throw Failure(
                        .data,
                        Problem.Kind.invalid.rawValue,
                        Localized("Так опубликовать нельзя.", "This cannot be published."),
                        faults: faults.map { Fault($0) }
                    )
                }
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Give apps what the draft has, or a part of it; other people's changes are asked about.",
            discussion: """
                Examples:
                  vitrina flags publish --note "A new paywall"
                  vitrina flags publish --mine
                  vitrina flags publish --only paywall_variant paywall_price_text
                """
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var reason: NoteOption
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Only these parameters, conditions and groups; the rest stays.",
                valueName: "key"
            ),
            completion: .custom(Candidates.flagKeys)
        )
        var only: [String] = []
        @Flag(help: "Only what I have changed; the rest stays in the draft.") var mine = false
        @Flag(help: "A template without any flag is meant.") var allowEmpty = false
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func validate() throws {
            guard only.isEmpty || !mine else { throw ValidationError("Give --only or --mine.") }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                if allowEmpty { body["allow_empty"] = true }
                if mine { body["mine"] = true }
                if !only.isEmpty { body["only"] = .array(only.map { .string($0) }) }
                let version = try await session.publish(place, .object(body), reason, isAgreed: yes)
                session.answer(version, ids: [version["number"].number]) { session.versionTable([version]) }
                session.notePublished(version)
            }
        }
    }

    struct Schedule: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give apps at a time what the draft has now."
        )

        @Argument(help: "When: tomorrow 10:00, 2026-12-01T10:00, +2h.") var at: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var reason: NoteOption
        @Flag(help: "A template without any flag is meant.") var allowEmpty = false
        @Flag(name: [.short, .long], help: "Do not ask.") var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                guard let moment = session.clock.timestamp(at) else {
                    throw Failure.usage(Localized("Не понять время «\(at)».", "“\(at)” is no moment."))
                }
                var body: [String: JSON] = ["at": .string(moment.description)]
                if allowEmpty { body["allow_empty"] = true }
                let plan = try await session.publish(place, .object(body), reason, isAgreed: yes)
                session.answer(plan) { session.scheduleTable([plan]) }
            }
        }
    }

    struct Schedules: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is planned and what has failed; --cancel takes a plan away."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Option(help: ArgumentHelp("Take this plan away.", valueName: "id")) var cancel: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "schedules")
                if let cancel {
                    _ = try await session.api.send(APICall(.delete, path + [cancel]))
                    session.note(Localized("Отменено.", "Cancelled."))
                }
                let items = try await session.api.get(path, query: place.query)["items"]?.array ?? []
                session.answer(["items": .array(items), "next": .null], ids: items.compactMap(\.id)) {
                    session.scheduleTable(items)
                }
            }
        }
    }
}

extension Session {
    /// Publishes the draft as it is now, or plans it.
    fileprivate func publish(
        _ place: FlagPlaceOptions,
        _ body: JSON,
        _ reason: NoteOption,
        isAgreed: Bool
    ) async throws -> JSON {
        let draft = try await place.draft(self)
        if body["mine"] != true {
            try confirmOthers(in: draft, only: body["only"]?.strings, isAgreed: isAgreed)
        }
        let call = place.call(.put, try await place.path(self, "draft", "publication"), json: body)
        do {
            return try await api.send(call.ifMatch(draft["revision"]?.integer).note(reason.note))
        } catch var failure as Failure {
            if FlagRow.all(in: draft).isEmpty, failure.exit == .data {
                failure.advice.append(
                    Localized("Если так и нужно: --allow-empty.", "If that is meant: --allow-empty.")
                )
            }
            throw failure
        }
    }

    /// A line for each thing that is different.
    func flagChangeTable(_ changes: [JSON]) -> Table {
        let columns = [
            Table.Column(text(Localized("ЧТО", "WHAT"))),
            Table.Column(text(Localized("ЧАСТЬ", "PART"))),
            Table.Column(text(Localized("БЫЛО", "BEFORE")), isFlexible: true),
            Table.Column(text(Localized("СТАЛО", "AFTER")), isFlexible: true),
        ]
        let rows = changes.flatMap { change in
            (change["lines"]?.array ?? []).map { line in
                let condition = line["condition"]?.string.map { " · \($0)" } ?? ""
                return [
                    change["name"]?.string ?? change["subject"]?.string ?? "",
                    (line["part"]?.string ?? "") + condition,
                    shownPart(line["before"]), shownPart(line["after"]),
                ]
            }
        }
        return Table(columns, hasHeader: !rows.isEmpty, rows: rows)
    }

    private func shownPart(_ value: JSON?) -> String {
        value?["value"] != nil || value?["useInAppDefault"] != nil ? FlagRow.text(value, self) : shown(value)
    }

    fileprivate func scheduleTable(_ items: [JSON]) -> Table {
        let columns = [
            Table.Column(text(Localized("КОГДА", "AT"))), Table.Column("ID"),
            Table.Column(text(Localized("ЧТО", "WHAT"))),
            Table.Column(text(Localized("КТО", "BY"))),
            Table.Column(text(Localized("ЗАЧЕМ", "WHY")), isFlexible: true),
            Table.Column(text(Localized("СОСТОЯНИЕ", "STATE")), isFlexible: true),
        ]
        return Table(
            columns,
            rows: items.map { plan in
                [
                    clock.text(plan["at"]), plan.id ?? "", plan["action"]?.string ?? "",
                    plan["by"]?.string ?? "", plan["description"]?.string ?? "",
                    plan["fault"]?["detail"]?.string ?? text(Localized("ждёт", "waiting")),
                ]
            }
        )
    }
}
