import ArgumentParser
import Core
import Flags
import Storage

extension Flags {
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, что меняет черновик или чем отличаются версии или проекты.",
            "Show what the draft changes, or what is different between two versions or two projects."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Option(
            help: ArgumentHelp(
                "Что изменила эта версия.",
                "Only the changes of this version.",
                valueName: "number"
            )
        ) var version: Int64?
        @Option(help: ArgumentHelp("С этой версии.", "Since this version.", valueName: "number")) var since:
            Int64?
        @Option(
            help: ArgumentHelp(
                "Что изменится, если сделать проект таким же.",
                "The changes that would make the project like this one.",
                valueName: "project"
            ),
            completion: .custom(Candidates.flagProjects)
        )
        var with: String?
        @OptionGroup var options: Options

        func validate() throws {
            guard since == nil || version != nil else {
                throw ValidationError(Localized("--since нужна --version.", "--since needs --version.").here)
            }
            guard version == nil || with == nil else {
                throw ValidationError(
                    Localized("Укажите --version или --with.", "Give --version or --with.").here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                let (changes, faults) = try await difference(session)
                session.answer(["changes": .array(changes.map(\.json))], ids: changes.map(\.name)) {
                    session.flagChangeTable(changes)
                }
                if changes.isEmpty { session.noteSame() }
                session.note(faults)
            }
        }

        /// The changes, and what prevents the publication of a draft.
        private func difference(_ session: Session) async throws -> ([FlagChange], [Fault]) {
            if let version {
                let diff = try await session.api.get(
                    try await place.path(session, "versions", String(version), "diff"),
                    query: place.query + [("from", since.map { String($0) })].given,
                    as: FlagDifference.self
                )
                return (diff.changes, [])
            }
            if let with {
                let plan = try await place.promotion(session, from: with)
                return (plan.changes, [])
            }
            let draft = try await place.draft(session).draft
            return (draft.changes, draft.faults)
        }
    }

    struct Lint: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Показать, что мешает опубликовать черновик и что похоже на ошибку.",
            "Show what keeps the draft from being published, and what is probably a mistake."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let draft = try await place.draft(session)
                let (warnings, faults) = (draft.warnings, draft.draft.faults)
                let language = session.terminal.language
                let answer: JSON = [
                    "items": .array(warnings.map { $0.json(in: language) }),
                    "faults": .array(faults.map { $0.json(in: language) }),
                ]
                session.answer(answer, ids: []) {
                    let columns = [
                        Table.Column(Localized("ЧТО", "WHAT")),
                        Table.Column(Localized("ПРИЧИНА", "REASON")),
                        Table.Column(Localized("ПОДРОБНО", "DETAIL"), isReason: true),
                    ]
                    return Table(
                        columns,
                        hasHeader: !warnings.isEmpty,
                        rows: warnings.map { warning in
                            [warning.name, warning.reason.rawValue, session.text(warning.detail)]
                        }
                    )
                }
                guard faults.isEmpty else {
                    throw Failure(
                        .data,
                        Problem.Kind.invalid.rawValue,
                        Localized("Так опубликовать нельзя.", "This cannot be published."),
                        faults: faults
                    )
                }
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Отдать приложениям черновик или его часть; о чужих изменениях спросит.",
            "Give apps what the draft has, or a part of it; other people's changes are asked about.",
            discussion: Localized(
                """
                Примеры:
                  vitrina flags publish --note "Новый экран подписки"
                  vitrina flags publish --mine
                  vitrina flags publish --only paywall_variant paywall_price_text
                """,
                """
                Examples:
                  vitrina flags publish --note "A new paywall"
                  vitrina flags publish --mine
                  vitrina flags publish --only paywall_variant paywall_price_text
                """
            ).here
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var reason: NoteOption
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Только эти параметры, условия и группы; остальное останется в черновике.",
                "Only these parameters, conditions and groups; the rest stays in the draft.",
                valueName: "key"
            ),
            completion: .custom(Candidates.flagKeys)
        )
        var only: [String] = []
        @Flag(
            help: ArgumentHelp(
                "Только мои изменения; остальное останется в черновике.",
                "Only what I have changed; the rest stays in the draft."
            )
        ) var mine = false
        @Flag(help: ArgumentHelp("Пустой шаблон — намеренно.", "A template without any flag is meant."))
        var allowEmpty = false
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func validate() throws {
            guard only.isEmpty || !mine else {
                throw ValidationError(Localized("Дайте --only или --mine.", "Give --only or --mine.").here)
            }
        }

        func run() async throws {
            try await options.run { session in
                var body: [String: JSON] = [:]
                if allowEmpty { body["allow_empty"] = true }
                if mine { body["mine"] = true }
                if !only.isEmpty { body["only"] = .array(only.map { .string($0) }) }
                let json = try await session.publish(
                    place,
                    .object(body),
                    only: only.isEmpty ? nil : only,
                    isMine: mine,
                    reason,
                    isAgreed: yes
                )
                try session.answerPublished(json)
            }
        }
    }

    struct Schedule: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Отдать приложениям нынешний черновик в заданное время.",
            "Give apps at a time what the draft has now."
        )

        @Argument(
            help: ArgumentHelp(
                "Когда: tomorrow 10:00, 2026-12-01T10:00, +2h.",
                "When: tomorrow 10:00, 2026-12-01T10:00, +2h."
            )
        ) var at: String
        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var reason: NoteOption
        @Flag(help: ArgumentHelp("Пустой шаблон — намеренно.", "A template without any flag is meant."))
        var allowEmpty = false
        @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask.")) var yes = false
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                guard let moment = session.clock.timestamp(at) else {
                    throw Failure.usage(Localized("Не понять время «\(at)».", "“\(at)” is no moment."))
                }
                var body: [String: JSON] = ["at": .string(moment.description)]
                if allowEmpty { body["allow_empty"] = true }
                let plan = try await session.publish(place, .object(body), reason, isAgreed: yes)
                try session.answer(plan) { session.scheduleTable([try FlagSchedule.Answer(json: plan)]) }
            }
        }
    }

    struct Schedules: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список планов и неудач; --cancel отменяет план.",
            "List what is planned and what has failed; --cancel takes a plan away."
        )

        @OptionGroup var place: FlagPlaceOptions
        @Option(help: ArgumentHelp("Отменить этот план.", "Take this plan away.", valueName: "id"))
        var cancel: String?
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let path = try await place.path(session, "schedules")
                if let cancel {
                    _ = try await session.api.send(APICall(.delete, path + [cancel]))
                    session.note(Localized("Отменено.", "Cancelled."))
                }
                let page = try await session.api.get(path, query: place.query, as: Page<JSON>.self)
                let plans = try [FlagSchedule.Answer](json: .array(page.elements))
                session.answer(["items": .array(page.elements), "next": .null], ids: plans.map(\.id)) {
                    session.scheduleTable(plans)
                }
            }
        }
    }
}

extension Session {
    /// Publishes the current draft, or schedules it.
    fileprivate func publish(
        _ place: FlagPlaceOptions,
        _ body: JSON,
        only: [String]? = nil,
        isMine: Bool = false,
        _ reason: NoteOption,
        isAgreed: Bool
    ) async throws -> JSON {
        let draft = try await place.draft(self)
        if !isMine { try confirmOthers(in: draft, only: only, isAgreed: isAgreed) }
        let call = place.call(.put, try await place.path(self, "draft", "publication"), json: body)
        do {
            return try await api.send(call.ifMatch(draft.draft.revision).note(reason.note))
        } catch var failure as Failure {
            if draft.sheet.template.parameters.isEmpty, failure.exit == .data {
                failure.advice.append(
                    Localized("Если так и нужно: --allow-empty.", "If that is meant: --allow-empty.")
                )
            }
            throw failure
        }
    }
}
