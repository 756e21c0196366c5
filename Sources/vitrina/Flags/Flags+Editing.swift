import ArgumentParser
import Core

extension Flags {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a parameter a value in the draft; one that is not there is made.",
            discussion: """
                Examples:
                  vitrina flags set rating_dialog_enabled false --publish
                  vitrina flags set paywall_benefits @benefits.json --type json
                  vitrina flags set paywall_title --in-app-default
                """
        )

        @OptionGroup var flag: FlagArgument
        @Argument(help: "The value; @file takes it from a file, @- from standard input.") var value: String?
        @Flag(help: "Apps use what they have built in.") var inAppDefault = false
        @Option(
            name: .customLong("if"),
            help: ArgumentHelp("Only under this condition.", valueName: "condition")
        )
        var condition: String?
        @Option(
            help: ArgumentHelp("string, boolean, number or json.", valueName: "type"),
            completion: .list(["string", "boolean", "number", "json"])
        )
        var type: String?
        @Option(help: ArgumentHelp("The group in which it stands.", valueName: "name")) var group: String?
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func validate() throws {
            guard (value == nil) == inAppDefault else {
                throw ValidationError("Give a value or --in-app-default, and not both.")
            }
        }

        func run() async throws {
            try await options.run { session in
                let text = value.flatMap { Input.text($0) }
                guard text != nil || inAppDefault else {
                    throw Failure.usage(Localized("Файл не прочитать.", "The file cannot be read."))
                }
                let wire: JSON = text.map { .string($0) } ?? ["useInAppDefault": true]
                let known = FlagRow.all(in: try await flag.place.draft(session)).first { $0.key == flag.key }
                let draft = try await flag.place.edit(session, known == nil ? new(wire, text) : change(wire))
                session.answerFlag(flag.key, draft)
                try await publishing.finish(draft, flag.place, session)
            }
        }

        private func change(_ value: JSON) -> [JSON] {
            var edits: [JSON] = []
            if let type {
                edits.append(["op": "set_type", "key": .string(flag.key), "type": .string(type.uppercased())])
            }
            if let group {
                edits.append(["op": "set_group", "key": .string(flag.key), "group": .string(group)])
            }
            edits.append([
                "op": "set_value", "key": .string(flag.key), "value": value, "condition": JSON(condition),
            ])
            return edits
        }

        private func new(_ value: JSON, _ text: String?) -> [JSON] {
            let wire: JSON = value.string.map { ["value": .string($0)] } ?? value
            let type = type?.uppercased() ?? FlagParameter.ValueType(guessedFrom: text ?? "").rawValue
            var parameter: [String: JSON] = ["valueType": .string(type)]
            if let condition {
                parameter["conditionalValues"] = .object([condition: wire])
            } else {
                parameter["defaultValue"] = wire
            }
            return [
                [
                    "op": "add_parameter", "key": .string(flag.key), "parameter": .object(parameter),
                    "group": JSON(group), "note": [:],
                ]
            ]
        }
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a parameter, or its value under a condition, out of the draft."
        )

        @OptionGroup var flag: FlagArgument
        @Option(
            name: .customLong("if"),
            help: ArgumentHelp("Only the value under this condition.", valueName: "condition")
        )
        var condition: String?
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let edit: JSON =
                    condition.map { name in
                        [
                            "op": "set_value", "key": .string(flag.key), "value": .null,
                            "condition": .string(name),
                        ]
                    } ?? ["op": "remove_parameter", "key": .string(flag.key)]
                let draft = try await flag.place.edit(session, [edit])
                session.answerFlag(flag.key, draft)
                try await publishing.finish(draft, flag.place, session)
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the draft have a parameter as apps see it."
        )

        @OptionGroup var flag: FlagArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let edit: JSON = ["op": "reset_parameter", "key": .string(flag.key)]
                session.answerFlag(flag.key, try await flag.place.edit(session, [edit]))
            }
        }
    }

    struct Describe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say what a parameter is called, what it may be, and who looks after it.",
            discussion: """
                Example:
                  vitrina flags describe paywall_close_opacity --title "Cross opacity" --min 0 --max 1 --step 0.05
                """
        )

        @OptionGroup var flag: FlagArgument
        @OptionGroup var note: FlagNoteOptions
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let known = FlagRow.all(in: try await flag.place.draft(session)).first { $0.key == flag.key }
                guard let known else { throw flag.absent }
                let edit: JSON = [
                    "op": "set_note", "key": .string(flag.key), "note": known.note.merged(with: note.json),
                ]
                let draft = try await flag.place.edit(session, [edit])
                session.answerFlag(flag.key, draft)
                try await publishing.finish(draft, flag.place, session)
            }
        }
    }
}

/// What staff know of a parameter.
struct FlagNoteOptions: ParsableArguments {
    @Option(help: "What people call it.") var title: String?
    @Option(help: "Whom to ask.") var owner: String?
    @Option(help: ArgumentHelp("When to look whether it is still needed: 2026-12-31.", valueName: "day"))
    var reviewOn: String?
    @Option(help: ArgumentHelp("The least number.", valueName: "number")) var min: String?
    @Option(help: ArgumentHelp("The greatest number.", valueName: "number")) var max: String?
    @Option(help: ArgumentHelp("The step of numbers.", valueName: "number")) var step: String?
    @Option(
        name: .customLong("choice"),
        help: ArgumentHelp("One of the values: value=title.", valueName: "value")
    )
    var choices: [String] = []
    @Flag(inversion: .prefixedNo, help: "Switch it off: apps use what they have built in.") var off: Bool?

    /// Only what was given.
    var json: JSON {
        var members: [String: JSON] = [:]
        if let title { members["title"] = .string(title) }
        if let owner { members["owner"] = .string(owner) }
        if let reviewOn { members["review_on"] = .string(reviewOn) }
        if let off { members["is_off"] = off ? true : .some(.null) }
        let bounds = [("min", min), ("max", max), ("step", step)].given
        if !bounds.isEmpty { members["kind"] = "number" }
        // A number as it was written; what is none is refused by the server.
        for (name, text) in bounds { members[name] = (try? JSON(parsing: text)) ?? .string(text) }
        if !choices.isEmpty {
            members["kind"] = "choice"
            members["options"] = .array(
                choices.map { choice in
                    let parts = choice.split(separator: "=", maxSplits: 1).map { String($0) }
                    let value = parts.first ?? choice
                    return ["value": .string(value), "title": .string(parts.count > 1 ? parts[1] : value)]
                }
            )
        }
        return .object(members)
    }
}

extension FlagParameter.ValueType {
    /// What a value looks like.
    init(guessedFrom text: String) {
        if Self.boolean.refusal(of: text) == nil {
            self = .boolean
        } else if Self.number.refusal(of: text) == nil {
            self = .number
        } else {
            self = .string
        }
    }
}

extension Session {
    /// What a parameter has become in the draft.
    fileprivate func answerFlag(_ key: String, _ draft: JSON) {
        let changes = (draft["changes"]?.array ?? []).filter { $0["name"]?.string == key }
        answer(
            ["key": .string(key), "revision": draft["revision"] ?? .null, "changes": .array(changes)],
            ids: [key]
        ) {
            flagChangeTable(changes)
        }
        noteFaults(of: draft)
    }

    /// What keeps a draft from being published.
    func noteFaults(of draft: JSON) {
        for fault in draft["faults"]?.array ?? [] {
            report(Localized(same: "  \(fault["pointer"]?.string ?? "#"): \(fault["detail"]?.string ?? "")"))
        }
    }
}
