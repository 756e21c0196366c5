import ArgumentParser
import Core

/// When values of flags hold.
struct Conditions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Conditions under which flags have other values; the first that holds wins.",
        discussion: """
            Examples:
              vitrina conditions set "Moderation 2.4.0" "app.version.exactlyMatches(['2.4.0'])" --first
              vitrina conditions move Testers --to 1
              vitrina conditions delete iPad
            """,
        subcommands: [List.self, Set.self, Move.self, Delete.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the conditions of the draft, the highest first."
        )

        @OptionGroup var place: FlagPlaceOptions
        @OptionGroup var watch: WatchOptions
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run(watching: watch) { session in
                session.answerConditions(try await place.draft(session))
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Give a condition an expression in the draft; one that is not there is made, as the last."
        )

        @OptionGroup var condition: ConditionArgument
        @Argument(help: "The expression: device.os == 'ios' && percent <= 10.") var expression: String
        @Option(
            help: ArgumentHelp("BLUE, GREEN, ORANGE…", valueName: "color"),
            completion: .list(FlagCondition.colors)
        )
        var color: String?
        @Option(help: "What people call it.") var title: String?
        @Flag(help: "Above all others.") var first = false
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let name = condition.name
                var members: [String: JSON] = ["name": .string(name), "expression": .string(expression)]
                if let color { members["tagColor"] = .string(color.uppercased()) }
                let known = try await condition.place.draft(session)
                let isKnown = known["template"]?["conditions"]?.array?.contains { $0["name"]?.string == name }
                let old = known["notes"]?["conditions"]?[name] ?? [:]
                var edit: [String: JSON] = [
                    "op": "add_condition", "condition": .object(members),
                    "note": title.map { old.merged(with: ["title": .string($0)]) } ?? old,
                ]
                if isKnown == true { (edit["op"], edit["name"]) = ("edit_condition", .string(name)) }
                var edits: [JSON] = [.object(edit)]
                if first { edits.append(["op": "move_condition", "name": .string(name), "to": 0]) }
                let draft = try await condition.place.edit(session, edits)
                session.answerConditions(draft)
                try await publishing.finish(draft, condition.place, session)
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a condition another priority.")

        @OptionGroup var condition: ConditionArgument
        @Option(help: ArgumentHelp("The new place; 1 is the highest.", valueName: "place")) var to: Int64
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func validate() throws {
            guard 1...Int64(Limits.flagConditionsMax) ~= to else {
                throw ValidationError("--to must be from 1 to \(Limits.flagConditionsMax).")
            }
        }

        func run() async throws {
            try await options.run { session in
                let edit: JSON = [
                    "op": "move_condition", "name": .string(condition.name), "to": .integer(to - 1),
                ]
                let draft = try await condition.place.edit(session, [edit])
                session.answerConditions(draft)
                try await publishing.finish(draft, condition.place, session)
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a condition and the values under it out of the draft."
        )

        @OptionGroup var condition: ConditionArgument
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let edit: JSON = ["op": "remove_condition", "name": .string(condition.name)]
                let draft = try await condition.place.edit(session, [edit])
                session.answerConditions(draft)
                try await publishing.finish(draft, condition.place, session)
            }
        }
    }
}

/// One condition that a command is about.
struct ConditionArgument: ParsableArguments {
    @Argument(help: "The name of the condition.", completion: .custom(Candidates.flagConditions)) var name:
        String
    @OptionGroup var place: FlagPlaceOptions
}

extension Session {
    /// The conditions of a draft in their order.
    fileprivate func answerConditions(_ draft: JSON) {
        let conditions = draft["template"]?["conditions"]?.array ?? []
        let names = conditions.compactMap { $0["name"]?.string }
        answer(["items": .array(conditions), "next": .null], ids: names) {
            let columns = [
                Table.Column("№", isNumber: true),
                Table.Column(text(Localized("УСЛОВИЕ", "CONDITION"))),
                Table.Column(text(Localized("ВЫРАЖЕНИЕ", "EXPRESSION")), isFlexible: true),
                Table.Column(text(Localized("ПАРАМЕТРЫ", "PARAMETERS")), isNumber: true),
            ]
            let rows = FlagRow.all(in: draft)
            return Table(
                columns,
                rows: zip(names, conditions).enumerated().map { index, pair in
                    let count = rows.count { $0.parameter["conditionalValues"]?[pair.0] != nil }
                    return [String(index + 1), pair.0, pair.1["expression"]?.string ?? "", String(count)]
                }
            )
        }
        noteFaults(of: draft)
    }
}
