import ArgumentParser
import Core
import Flags

/// The conditions of flags.
struct Conditions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "Условия, при которых у флагов другие значения; действует первое подошедшее.",
        "Conditions under which flags have other values; the first that holds wins.",
        discussion: Localized(
            """
            Примеры:
              vitrina conditions set "Moderation 2.4.0" "app.version.exactlyMatches(['2.4.0'])" --first
              vitrina conditions move Testers --to 1
              vitrina conditions delete iPad
            """,
            """
            Examples:
              vitrina conditions set "Moderation 2.4.0" "app.version.exactlyMatches(['2.4.0'])" --first
              vitrina conditions move Testers --to 1
              vitrina conditions delete iPad
            """
        ).here,
        subcommands: [List.self, Set.self, Move.self, Delete.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Список условий черновика, главные сверху.",
            "List the conditions of the draft, the highest first."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                let draft = try await place.draft(session)
                let conditions = ConditionRows(in: draft.sheet.template)
                session.answer(conditions.json, ids: conditions.names) { session.table(of: conditions) }
                session.note(draft.draft.faults)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Задать выражение условия в черновике; нового условия — последним.",
            "Give a condition an expression in the draft; one that is not there is made, as the last."
        )

        @OptionGroup var condition: ConditionArgument
        @Argument(
            help: ArgumentHelp(
                "Выражение: device.os == 'ios' && percent <= 10.",
                "The expression: device.os == 'ios' && percent <= 10."
            )
        ) var expression: String
        /// The colour of a condition; it has another name because every command has `--color` for its output.
        @Option(
            help: ArgumentHelp("BLUE, GREEN, ORANGE и другие.", "BLUE, GREEN, ORANGE…", valueName: "color"),
            completion: .list(FlagCondition.colors)
        )
        var tagColor: String?
        @Option(help: ArgumentHelp("Как его называют люди.", "The name for people.")) var title: String?
        @Flag(help: ArgumentHelp("Выше всех остальных.", "Above all others.")) var first = false
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await condition.edit(session, publishing) { draft in
                    var edits = [edit(draft)]
                    if first {
                        edits.append(["op": "move_condition", "name": .string(condition.name), "to": 0])
                    }
                    return edits
                }
            }
        }

        private func edit(_ draft: FlagDraft.WholeAnswer) -> JSON {
            let name = condition.name
            let known = draft.sheet.template.conditions.first { $0.name == name }?.json
            var members: [String: JSON] = ["name": .string(name), "expression": .string(expression)]
            if let tagColor { members["tagColor"] = .string(tagColor.uppercased()) }
            let note = draft.sheet.notes.conditions[name]?.json ?? [:]
            return [
                "op": known == nil ? "add_condition" : "edit_condition", "name": .string(name),
                "condition": (known ?? [:]).merged(with: .object(members)),
                "note": title.map { note.merged(with: ["title": .string($0)]) } ?? note,
            ]
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Изменить приоритет условия.",
            "Give a condition another priority."
        )

        @OptionGroup var condition: ConditionArgument
        @Option(
            help: ArgumentHelp(
                "Новое место; 1 — самое высокое.",
                "The new place; 1 is the highest.",
                valueName: "place"
            )
        ) var to: Int64
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func validate() throws {
            guard 1...Int64(Limits.flagConditionsMax) ~= to else {
                throw ValidationError(
                    Localized(
                        "--to должно быть от 1 до \(Limits.flagConditionsMax).",
                        "--to must be from 1 to \(Limits.flagConditionsMax)."
                    ).here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                try await condition.edit(session, publishing) { _ in
                    [["op": "move_condition", "name": .string(condition.name), "to": .integer(to - 1)]]
                }
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Убрать из черновика условие и значения под ним.",
            "Take a condition and the values under it out of the draft."
        )

        @OptionGroup var condition: ConditionArgument
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await condition.edit(session, publishing) { _ in
                    [["op": "remove_condition", "name": .string(condition.name)]]
                }
            }
        }
    }
}

/// The argument that names a condition.
struct ConditionArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Имя условия.", "The name of the condition."),
        completion: .custom(Candidates.flagConditions)
    ) var name: String
    @OptionGroup var place: FlagPlaceOptions

    /// Edits the condition, and shows all of them, because their order matters.
    func edit(
        _ session: Session,
        _ publishing: FlagPublishOption,
        _ edits: (_ draft: FlagDraft.WholeAnswer) throws -> [JSON]
    ) async throws {
        let (edited, sheet) = try await place.edit(session, publishing, edits)
        let conditions = ConditionRows(in: sheet.template)
        session.answer(edited, conditions.json, about: name, ids: conditions.names) {
            session.table(of: conditions)
        }
    }
}

/// The conditions of a template in order.
private struct ConditionRows {
    let conditions: [FlagCondition]
    /// The number of parameters that have a value under each condition.
    let counts: [Int]

    init(in template: FlagTemplate) {
        conditions = template.conditions
        counts = conditions.map { condition in
            template.parameters.values.count { $0.conditional[condition.name] != nil }
        }
    }

    var names: [String] { conditions.map(\.name) }
    var json: JSON { ["items": .array(conditions.map(\.json)), "next": .null] }
}

extension Session {
    fileprivate func table(of conditions: ConditionRows) -> Table {
        let columns = [
            Table.Column("№", isNumber: true),
            Table.Column(Localized("УСЛОВИЕ", "CONDITION")),
            Table.Column(Localized("ВЫРАЖЕНИЕ", "EXPRESSION"), isFlexible: true),
            Table.Column(Localized("ПАРАМЕТРЫ", "PARAMETERS"), isNumber: true),
        ]
        let pairs = zip(conditions.conditions, conditions.counts).enumerated()
        return Table(
            columns,
            rows: pairs.map { index, pair in
                [
                    String(index + 1), pair.0.name, pair.0.expression, String(pair.1),
                ]
            }
        )
    }
}
