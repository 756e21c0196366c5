import ArgumentParser
import Core
import Flags

extension Flags {
    struct Describe: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            "Задать название параметра, его границы и ответственного.",
            "Say what a parameter is called, what it may be, and who looks after it.",
            discussion: Localized(
                """
                Примеры:
                  vitrina flags describe paywall_close_opacity --title "Прозрачность крестика" --min 0 --max 1 --step 0.05
                  vitrina flags describe paywall_close_delay --min 0 --max 30 --step 1 --integer
                  vitrina flags describe paywall_variant --choice standard=Обычный --choice extended=Длинный
                  vitrina flags describe paywall_title --language ru --language en
                  vitrina flags describe paywall_trial --requires paywall_variant=extended --review-on 2026-12-31

                Пустой текст убирает сказанное: --owner "".
                """,
                """
                Examples:
                  vitrina flags describe paywall_close_opacity --title "Cross opacity" --min 0 --max 1 --step 0.05
                  vitrina flags describe paywall_close_delay --min 0 --max 30 --step 1 --integer
                  vitrina flags describe paywall_variant --choice standard=Plain --choice extended=Long
                  vitrina flags describe paywall_title --language ru --language en
                  vitrina flags describe paywall_trial --requires paywall_variant=extended --review-on 2026-12-31

                An empty text takes away what was said: --owner "".
                """
            ).here
        )

        @OptionGroup var flag: FlagArgument
        @Option(
            help: ArgumentHelp(
                "Для чего он; Firebase тоже это покажет.",
                "The purpose; Firebase shows it too."
            )
        ) var description: String?
        @OptionGroup var note: FlagNoteOptions
        @OptionGroup var publishing: FlagPublishOption
        @OptionGroup var options: Options

        func validate() throws {
            guard description != nil || note.isGiven else {
                throw ValidationError(
                    Localized(
                        "Что описать? Укажите --title, --min или другое.",
                        "Give --title, --min or another option."
                    ).here
                )
            }
        }

        func run() async throws {
            try await options.run { session in
                let note = try note.members
                try await flag.edit(session, publishing) { draft in
                    let known = try flag.row(in: FlagSheet(draft)).note?.json.object
                    // Each given member is replaced completely, such as a schema or a list of prerequisites.
                    let members = (known ?? [:]).merging(note) { _, new in new }
                    var edits: [JSON] = [
                        ["op": "set_note", "key": .string(flag.key), "note": .object(members)]
                    ]
                    if let description {
                        edits.append([
                            "op": "set_description", "key": .string(flag.key),
                            "description": .string(description),
                        ])
                    }
                    return edits
                }
            }
        }
    }
}

/// The options for the metadata of a parameter.
struct FlagNoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Как его называют люди.", "The name for people.")) var title: String?
    @Option(help: ArgumentHelp("Кого спросить.", "The person to ask.")) var owner: String?
    @Option(
        help: ArgumentHelp(
            "Когда проверить, нужен ли он ещё: 2026-12-31.",
            "When to look whether it is still needed: 2026-12-31.",
            valueName: "day"
        )
    )
    var reviewOn: String?
    @Option(help: ArgumentHelp("Наименьшее число.", "The least number.", valueName: "number")) var min:
        String?
    @Option(help: ArgumentHelp("Наибольшее число.", "The greatest number.", valueName: "number")) var max:
        String?
    @Option(help: ArgumentHelp("Шаг чисел.", "The step of numbers.", valueName: "number")) var step: String?
    @Flag(
        exclusivity: .exclusive,
        help: ArgumentHelp(
            "Что читают приложения; без этого решают границы и шаг.",
            "The type that apps read; without it the bounds and the step decide."
        )
    )
    var subtype: FlagSubtype?
    @Option(
        name: .customLong("choice"),
        help: ArgumentHelp(
            "Одно из значений; можно несколько раз.",
            "One of the values; may be given again.",
            valueName: "value=title"
        )
    )
    var choices: [String] = []
    @Option(
        name: .customLong("language"),
        help: ArgumentHelp(
            "У него есть текст на этом языке; можно несколько раз.",
            "It has a text in this language; may be given again.",
            valueName: "language"
        )
    )
    var languages: [String] = []
    @Option(
        help: ArgumentHelp("JSON Schema его значений.", "The JSON Schema of its values.", valueName: "@file"),
        completion: .file()
    )
    var schema: String?
    @Flag(help: ArgumentHelp("Любое значение своего типа.", "It may have any value of its type."))
    var anyValue = false
    @Option(
        help: ArgumentHelp(
            "Каким должен быть другой, иначе действует значение по умолчанию.",
            "The value that another one must have; if not, the default applies.",
            valueName: "key=value"
        )
    )
    var requires: [String] = []
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Выключить: приложения берут встроенное.",
            "Switch it off: apps use what they have built in."
        )
    ) var off: Bool?

    private var bounds: [(name: String, value: String)] {
        [("min", min), ("max", max), ("step", step)].given
    }

    private var isNumber: Bool { !bounds.isEmpty || subtype != nil }

    var isGiven: Bool {
        title != nil || owner != nil || reviewOn != nil || !requires.isEmpty || off != nil || kinds > 0
    }

    private var kinds: Int {
        [isNumber, !choices.isEmpty, !languages.isEmpty, schema != nil, anyValue].count { $0 }
    }

    func validate() throws {
        guard kinds <= 1 else {
            throw ValidationError(
                Localized(
                    "Укажите границы, --choice, --language, --schema или --any-value — что-то одно.",
                    "Give one of bounds, --choice, --language, --schema and --any-value."
                ).here
            )
        }
    }

    /// The members that were given.
    var members: [String: JSON] {
        get throws(Failure) {
            var members: [String: JSON] = [:]
            if let title { members["title"] = .string(title) }
            if let owner { members["owner"] = .string(owner) }
            if let reviewOn { members["review_on"] = .string(reviewOn) }
            if let off { members["is_off"] = .bool(off) }
            if !requires.isEmpty {
                members["requires"] = .object(try Session.pairs(requires.filter { !$0.isEmpty }))
            }
            return members.merging(try kind) { _, new in new }
        }
    }

    private var kind: [String: JSON] {
        get throws(Failure) {
            if anyValue { return ["kind": "plain"] }
            if isNumber {
                // A number as typed; the server refuses a text that is not a number.
                let numbers = bounds.map { name, text in
                    (name, text.isEmpty ? .null : (try? JSON(parsing: text)) ?? .string(text))
                }
                var members = Dictionary(numbers) { first, _ in first }
                members["kind"] = "number"
                if let subtype { members["is_whole"] = .bool(subtype == .integer) }
                return members
            }
            if !choices.isEmpty { return ["kind": "choice", "options": .array(choices.map(option))] }
            if !languages.isEmpty {
                return ["kind": "languages", "languages": .array(languages.map { .string($0) })]
            }
            guard let schema else { return [:] }
            guard let text = Input.text(schema), let json = try? JSON(parsing: text) else {
                throw .usage(Localized("--schema: это не JSON.", "--schema is no JSON."))
            }
            return ["kind": "schema", "schema": json]
        }
    }

    /// The type of a new parameter as a flag of the command: `--integer`.
    enum FlagSubtype: EnumerableFlag {
        case integer, float

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .integer: ArgumentHelp("Приложения читают целое: 5.", "Apps read an integer: 5.")
            case .float: ArgumentHelp("Приложения читают дробное: 5.0.", "Apps read a float: 5.0.")
            }
        }
    }

    private func option(_ text: String) -> JSON {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let value = String(parts.first ?? "")
        return ["value": .string(value), "title": .string(parts.count > 1 ? String(parts[1]) : value)]
    }
}
