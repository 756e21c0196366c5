import ArgumentParser
import Core
import Flags

extension Flags {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Задать значение параметра в черновике; нового параметра — создать.",
            "Give a parameter a value in the draft; one that is not there is made.",
            discussion: Localized(
                """
                Примеры:
                  vitrina flags set rating_dialog_enabled false --publish
                  vitrina flags set paywall_benefits @benefits.json --type json
                  vitrina flags set paywall_title --in-app-default
                  vitrina flags set paywall_title "Melon Pro" --language en
                """,
                """
                Examples:
                  vitrina flags set rating_dialog_enabled false --publish
                  vitrina flags set paywall_benefits @benefits.json --type json
                  vitrina flags set paywall_title --in-app-default
                  vitrina flags set paywall_title "Melon Pro" --language en
                """
            ).here
        )

        @OptionGroup var flag: FlagArgument
        @Argument(
            help: ArgumentHelp(
                "Значение; @файл — из файла, @- — со стандартного ввода.",
                "The value; @file takes it from a file, @- from standard input."
            )
        ) var value: String?
        @Flag(help: ArgumentHelp("Приложения берут встроенное.", "Apps use what they have built in."))
        var inAppDefault = false
        @Option(
            name: .customLong("if"),
            help: ArgumentHelp(
                "Только при этом условии.",
                "Only under this condition.",
                valueName: "condition"
            ),
            completion: .custom(Candidates.flagConditions)
        )
        var condition: String?
        @Option(help: ArgumentHelp("Каким его читают приложения.", "The type that apps read.")) var type:
            FlagParameter.ValueType?
        @Option(
            help: ArgumentHelp(
                "Группа, в которой он стоит.",
                "The group in which it stands.",
                valueName: "name"
            )
        ) var group: String?
        @Option(
            help: ArgumentHelp(
                "Текст на этом языке: ru, en.",
                "The text in this language: ru, en.",
                valueName: "language"
            )
        )
        var language: String?
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func validate() throws {
            guard (value == nil) == inAppDefault else {
                throw ValidationError(
                    Localized(
                        "Укажите значение или --in-app-default, но не оба.",
                        "Give a value or --in-app-default, and not both."
                    ).here
                )
            }
            let isPlain = !inAppDefault && condition == nil && type == nil && group == nil
            guard language == nil || isPlain else {
                throw ValidationError(
                    Localized("--language — только для текста.", "--language goes with a text alone.").here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                let text = value.flatMap { Input.text($0) }
                guard text != nil || inAppDefault else {
                    throw Failure.usage(Localized("Файл не прочитать.", "The file cannot be read."))
                }
                try await flag.edit(session, publishing) { draft in
                    if let language, let text {
                        let texts: JSON = .object([language: .string(text)])
                        return [["op": "set_texts", "key": .string(flag.key), "texts": texts]]
                    }
                    let wire: JSON = text.map { ["value": .string($0)] } ?? ["useInAppDefault": true]
                    return flag.knownRow(in: FlagSheet(draft)) == nil ? [new(wire, text)] : change(wire)
                }
            }
        }

        private func change(_ value: JSON) -> [JSON] {
            var edits: [JSON] = []
            if let type {
                edits.append(["op": "set_type", "key": .string(flag.key), "type": .string(type.rawValue)])
            }
            if let group {
                edits.append([
                    "op": "set_group", "key": .string(flag.key),
                    "group": group.isEmpty ? .null : .string(group),
                ])
            }
            edits.append([
                "op": "set_value", "key": .string(flag.key), "value": value, "condition": JSON(condition),
            ])
            return edits
        }

        private func new(_ value: JSON, _ text: String?) -> JSON {
            let type = type ?? FlagParameter.ValueType(guessedFrom: text ?? "")
            var parameter: [String: JSON] = ["valueType": .string(type.rawValue)]
            if let condition {
                parameter["conditionalValues"] = .object([condition: value])
            } else {
                parameter["defaultValue"] = value
            }
            return [
                "op": "add_parameter", "key": .string(flag.key), "parameter": .object(parameter),
                "group": JSON(group), "note": [:],
            ]
        }
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Убрать из черновика параметр или его значение при условии.",
            "Take a parameter, or its value under a condition, out of the draft."
        )

        @OptionGroup var flag: FlagArgument
        @Option(
            name: .customLong("if"),
            help: ArgumentHelp(
                "Только значение при этом условии.",
                "Only the value under this condition.",
                valueName: "condition"
            ),
            completion: .custom(Candidates.flagConditions)
        )
        var condition: String?
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await flag.edit(session, publishing) { draft in
                    guard let condition else {
                        return [["op": "remove_parameter", "key": .string(flag.key)]]
                    }
                    guard try flag.row(in: FlagSheet(draft)).parameter.conditional[condition] != nil else {
                        throw Failure(
                            .notFound,
                            Problem.Kind.notFound.rawValue,
                            Localized(
                                "Под условием «\(condition)» у «\(flag.key)» нет значения.",
                                "\(flag.key) has no value under \(condition)."
                            )
                        )
                    }
                    return [
                        [
                            "op": "set_value", "key": .string(flag.key), "value": .null,
                            "condition": .string(condition),
                        ]
                    ]
                }
            }
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Дать параметру другой ключ; приложения должны его знать.",
            "Give a parameter another key; apps must know it."
        )

        @OptionGroup var flag: FlagArgument
        @Argument(help: ArgumentHelp("Новый ключ.", "The new key.")) var new: String
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                let edited = try await flag.place.edit(session, publishing) { _ in
                    [["op": "rename_parameter", "key": .string(flag.key), "to": .string(new)]]
                }.edited
                session.answer(edited, ["key": .string(new)], ids: [new])
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Вернуть параметр в черновике к тому, что видят приложения.",
            "Let the draft have a parameter as apps see it."
        )

        @OptionGroup var flag: FlagArgument
        @OptionGroup var options: Options

        func run() async throws {
            try await options.run { session in
                try await flag.edit(session) { draft in
                    // A removed parameter is among the changes of the draft.
                    if !draft.draft.changes.contains(where: { $0.name == flag.key }) {
                        _ = try flag.row(in: FlagSheet(draft))
                    }
                    return [["op": "reset_parameter", "key": .string(flag.key)]]
                }
            }
        }
    }
}

extension FlagArgument {
    /// Edits the parameter, and shows the result.
    func edit(
        _ session: Session,
        _ publishing: FlagPublishOption? = nil,
        _ edits: (_ draft: FlagDraft.WholeAnswer) throws -> [JSON]
    ) async throws {
        let edited = try await place.edit(session, publishing, edits).edited
        session.answer(edited, ["key": .string(key)], about: key)
    }
}

extension FlagParameter.ValueType: ExpressibleByArgument {
    package init?(argument: String) { self.init(rawValue: argument.uppercased()) }

    package static var allValueStrings: [String] { allCases.map { $0.rawValue.lowercased() } }

    /// Guesses the type from a value.
    init(guessedFrom text: String) {
        let types: [Self] = [.boolean, .number]
        self = types.first { $0.refusal(of: text) == nil } ?? .string
    }
}
