import ArgumentParser
import Core

/// An action on many entries at once.
enum BulkAction: String, CaseIterable, ExpressibleByArgument {
    case publish, unpublish, discard, archive, unarchive, remove, recover, set, flag, move, revert

    /// True if the action affects drafts only.
    var makesDrafts: Bool {
        switch self {
        case .discard, .unarchive, .recover, .set: true
        case .publish, .unpublish, .archive, .remove, .flag, .move, .revert: false
        }
    }

    /// True if the action removes something that may be needed later.
    var isDestructive: Bool {
        switch self {
        case .unpublish, .discard, .archive, .remove, .revert: true
        case .publish, .unarchive, .recover, .set, .flag, .move: false
        }
    }
}

/// Runs `vitrina offers bulk publish --state draft`.
struct ContentBulk<D: ContentDeclaration>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "bulk",
            "Сделать одно действие со многими записями.",
            "Do one thing to many \(D.type.name).",
            discussion: Localized(
                """
                Укажите id или выберите записи через --state, --filter и --all. Меняются либо все, либо ни одна; с --each \
                о неудачах сообщается, а остальные меняются.

                  vitrina \(D.type.name) bulk publish --state draft
                  vitrina \(D.type.name) bulk set ID ID --set \(D.type.titleField)=…
                  vitrina \(D.type.name) bulk set --state ended --shift live_until=7
                  vitrina \(D.type.name) bulk remove --state ended --yes
                  vitrina \(D.type.name) bulk recover ID ID --as-before

                revert отменяет последнее изменение каждой записи и возвращает то, что видели приложения до него.
                """,
                """
                Give ids, or say which by --state, --filter and --all. Either all are changed or none; with --each \
                those that fail are reported and the others are changed.

                  vitrina \(D.type.name) bulk publish --state draft
                  vitrina \(D.type.name) bulk set ID ID --set \(D.type.titleField)=…
                  vitrina \(D.type.name) bulk set --state ended --shift live_until=7
                  vitrina \(D.type.name) bulk remove --state ended --yes
                  vitrina \(D.type.name) bulk recover ID ID --as-before

                revert takes the newest change of each back, and brings back what apps saw before it.
                """
            ).here
        )
    }

    @Argument(
        help: ArgumentHelp(
            "publish, unpublish, discard, archive, unarchive, remove, recover, set, flag, move или revert.",
            "publish, unpublish, discard, archive, unarchive, remove, recover, set, flag, move or revert."
        )
    )
    var action: BulkAction

    @Argument(
        help: ArgumentHelp("Id или слаги, если они есть у вида.", "Ids, or slugs where the type has them."),
        completion: .custom(Candidates.contents)
    )
    var ids: [String] = []

    @Option(
        help: ArgumentHelp(
            "Все в этом состоянии: draft, scheduled, live, ended, archived или trash.",
            "All in this state: draft, scheduled, live, ended, archived or trash."
        ),
        completion: .list(Candidates.states)
    )
    var state: String?

    @Option(
        name: [.customLong("filter"), .customShort("f")],
        help: ArgumentHelp(
            "Все с этим значением поля.",
            "All with this value of a field.",
            valueName: "name=value"
        ),
        completion: .custom(Candidates.filters)
    )
    var filters: [Assignment] = []

    @Flag(help: ArgumentHelp("Все, какие есть.", "All there are."))
    var all = false

    @OptionGroup var fields: FieldOptions

    @Option(
        name: .customLong("shift"),
        help: ArgumentHelp(
            "Для set: сдвинуть дату на дни; можно несколько раз.",
            "For set: move a date by days; may be given many times.",
            valueName: "name=days"
        )
    )
    var shifts: [Assignment] = []

    @Option(
        help: ArgumentHelp(
            "Для move: прямо перед этой.",
            "For move: right before this one.",
            valueName: "id"
        ),
        completion: .custom(Candidates.contents)
    )
    var before: String?

    @Option(
        help: ArgumentHelp("Для move: сразу после этой.", "For move: right after this one.", valueName: "id"),
        completion: .custom(Candidates.contents)
    )
    var after: String?

    @Flag(help: ArgumentHelp("Для move: перед всеми.", "For move: before all others."))
    var first = false

    @Flag(help: ArgumentHelp("Для move: после всех.", "For move: after all others."))
    var last = false

    @Flag(
        name: .customLong("clear-references"),
        help: ArgumentHelp("Для remove и recover.", "For remove and recover.")
    )
    var clearReferences = false

    @Flag(
        name: .customLong("as-before"),
        help: ArgumentHelp(
            "Для unarchive и recover: точно как было.",
            "For unarchive and recover: exactly as they were."
        )
    )
    var asBefore = false

    @Flag(
        help: ArgumentHelp(
            "Изменить те, что можно, об остальных сообщить.",
            "Change those that can be changed, and report the others."
        )
    )
    var each = false

    @OptionGroup var reason: NoteOption

    @Flag(name: [.short, .long], help: ArgumentHelp("Не спрашивать.", "Do not ask."))
    var yes = false

    @OptionGroup var options: Options

    func validate() throws {
        let isFiltered = state != nil || !filters.isEmpty || all
        guard ids.isEmpty == isFiltered else {
            throw ValidationError(
                Localized(
                    "Укажите id либо --state, --filter или --all.",
                    "Give ids, or --state, --filter or --all."
                ).here
            )
        }
        let places = [before != nil, after != nil, first, last].filter { $0 }.count
        guard places == (action == .move ? 1 : 0) else {
            throw ValidationError(
                Localized(
                    "move нужен ровно один из --before, --after, --first и --last.",
                    "move takes exactly one of --before, --after, --first and --last."
                ).here
            )
        }
        let isFilled = !fields.assignments.isEmpty || fields.file != nil
        guard (action == .set || action == .flag) == (isFilled || !shifts.isEmpty) else {
            throw ValidationError(
                Localized(
                    "set и flag нужен --set имя=значение, другим он не нужен.",
                    "set and flag take --set name=value, and nothing else does."
                ).here
            )
        }
        guard shifts.isEmpty || action == .set, shifts.allSatisfy({ Int64($0.text) != nil }) else {
            throw ValidationError(
                Localized(
                    "--shift нужен для set и пишется имя=дни.",
                    "--shift is for set, and takes name=days."
                ).here
            )
        }
    }

    func run() async throws {
        try await options.run { session in
            let body = try await body(session)
            try await confirm(body, session)
            let call = APICall(.post, D.type.path + ["bulk"], json: .object(body)).note(reason.note)
                .unseen(if: action.makesDrafts && !fields.publish && !asBefore)
            let progress = session.progress(Localized("Меняем", "Changing"))
            let report = try await session.api.run(call, progress: progress)
            session.answer(report, ids: []) { .empty }
            try tell(BulkReport(json: report), session)
        }
    }

    private func body(_ session: Session) async throws -> [String: JSON] {
        let reader = FieldReader(type: D.type, session: session)
        var body: [String: JSON] = ["action": .string(action.rawValue), "mode": each ? "each" : "all"]
        if ids.isEmpty {
            var filter: [String: JSON] = state.map { ["state": .string($0)] } ?? [:]
            for assignment in filters {
                let (name, value) = try await reader.filter(assignment)
                filter[name] = .string(value)
            }
            body["filter"] = .object(filter)
        } else {
            var whole: [JSON] = []
            for id in ids { whole.append(.string(try await session.api.whole(id, in: D.type.path))) }
            body["ids"] = .array(whole)
        }
        if clearReferences { body["clear_references"] = true }
        if asBefore { body["as_before"] = true }
        switch action {
        case .set:
            body["fields"] = .object(try await reader.fields(file: fields.file, set: fields.assignments))
            body["publish"] = .bool(fields.publish)
            if !shifts.isEmpty {
                let days = shifts.map { ($0.name, JSON.integer(Int64($0.text) ?? 0)) }
                body["shift"] = .object(Dictionary(days) { $1 })
            }
        case .flag:
            let values = try await reader.fields(file: fields.file, set: fields.assignments)
            guard let (name, value) = values.first, values.count == 1 else {
                throw Failure.usage(Localized("Один переключатель за раз.", "One flag at a time."))
            }
            (body["field"], body["value"]) = (.string(name), value)
        case .move: body["place"] = try await place(session)
        case .publish, .unpublish, .discard, .archive, .unarchive, .remove, .recover, .revert: break
        }
        return body
    }

    private func place(_ session: Session) async throws -> JSON {
        let editor = ContentEditor(type: D.type, session: session)
        if let before { return ["before": .string(try await editor.content(before).id)] }
        if let after { return ["after": .string(try await editor.content(after).id)] }
        return ["to": first ? "first" : "last"]
    }

    /// Confirms the number of entries, if a filter selects them or the action is destructive.
    private func confirm(_ body: [String: JSON], _ session: Session) async throws {
        guard action.isDestructive || ids.isEmpty else { return }
        let count = try await ids.isEmpty ? total(of: body, session) : Int64(ids.count)
        try session.terminal.confirm(
            Localized(
                "\(action.rawValue): \(count) \(plural(Int(clamping: count), "запись", "записи", "записей")).",
                "\(action.rawValue): \(count) \(count == 1 ? D.type.singular : D.type.name)."
            ),
            isAgreed: yes
        )
    }

    private func total(of body: [String: JSON], _ session: Session) async throws -> Int64 {
        let filter = try JSON.object(body).get("filter", as: [String: String].self)
        let page = try await session.api.get(
            D.type.path,
            query: filter.map { (name: $0.key, value: $0.value) }
                + [(name: "limit", value: "1"), (name: "count", value: "true")],
            as: Page<JSON>.self
        )
        return page.total ?? 0
    }

    private func tell(_ report: BulkReport, _ session: Session) throws {
        let (changed, unchanged, failed) = (report.changed, report.unchanged, report.failed)
        session.report(
            Localized(
                "Изменено: \(changed), без изменений: \(unchanged), не получилось: \(failed).",
                "Changed: \(changed), unchanged: \(unchanged), failed: \(failed)."
            )
        )
        guard failed > 0 else { return }
        let faults = report.failures.map { Fault("#/\($0.id)", $0.problem.detail) }
        let what = Localized("Не все записи изменены.", "Some could not be changed.")
        throw Failure(.data, Problem.Kind.conflict.rawValue, what, faults: faults)
    }
}
