import ArgumentParser
import Core
import Web

/// The options of an action of a list: the row, its inputs, a reason, and `--yes`.
///
/// The parser finds options by reflection, so this type reflects their definitions.
struct ActionOptions<D: ResourceDeclaration, Index: ActionIndex>: ParsableArguments, CustomReflectable {
    static var action: ResourceAction { D.resource.actions[Index.value] }

    /// The row as typed: an id, a part of one, or its alias.
    private(set) var row = ""
    private(set) var note: String?
    private(set) var isAgreed = false
    /// True if nothing is done if the list already has a row.
    private(set) var onlyFirst = false
    private var values: [String: JSON] = [:]
    private var passwords: [String] = []
    /// An option that sets values, given together with the option that clears them.
    private var contradiction: (given: String, off: String)?

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FilterKey.self)
        func text(_ name: String) throws -> String? {
            try container.decode(Option<String?>.self, forKey: FilterKey(stringValue: name)).wrappedValue
        }
        func flag(_ name: String) throws -> Bool {
            try container.decode(Flag<Bool>.self, forKey: FilterKey(stringValue: name)).wrappedValue
        }
        let action = Self.action
        if action.place == .create {
            onlyFirst = try flag("if_none")
        } else {
            row = try container.decode(Argument<String>.self, forKey: FilterKey(stringValue: "row"))
                .wrappedValue
        }
        if action.hasNote { note = try text("note") }
        if action.asksFirst { isAgreed = try flag("yes") }
        for input in action.inputs {
            let key = FilterKey(stringValue: input.label)
            switch input.kind {
            case .password:
                if try flag(input.label) { passwords.append(input.name) }
            case .bool where input.off != nil:
                if try flag(input.label) { values[input.name] = false }
            case .bool:
                values[input.name] = try container.decode(Flag<Bool?>.self, forKey: key).wrappedValue
                    .map { .bool($0) }
            case .choices, .texts:
                let texts = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
                if !texts.isEmpty { values[input.name] = .array(texts.map { .string($0) }) }
                if action.place == .change, try flag("no_\(input.label)") {
                    if !texts.isEmpty { contradiction = ("--\(input.option)", "--\(input.noneOption)") }
                    values[input.name] = []
                }
            case .text, .paragraph, .choice, .moment, .row:
                values[input.name] = try one(input, key, container).map { .string($0) }
            case .number:
                values[input.name] = try one(input, key, container)
                    .map { text in Int64(text).map { .integer($0) } ?? .string(text) }
            }
        }
    }

    /// Reads an input with one value; the parser reports a missing input of a new row.
    private func one(
        _ input: ResourceInput,
        _ key: FilterKey,
        _ container: KeyedDecodingContainer<FilterKey>
    ) throws -> String? {
        guard Self.isRequired(input) else {
            return input.isArgument
                ? try container.decode(Argument<String?>.self, forKey: key).wrappedValue
                : try container.decode(Option<String?>.self, forKey: key).wrappedValue
        }
        return input.isArgument
            ? try container.decode(Argument<String>.self, forKey: key).wrappedValue
            : try container.decode(Option<String>.self, forKey: key).wrappedValue
    }

    private static func isRequired(_ input: ResourceInput) -> Bool {
        input.isRequired && action.place != .change
    }

    func validate() throws {
        let action = Self.action
        if let (given, off) = contradiction {
            throw ValidationError(
                Localized("Укажите \(given) или \(off), но не оба.", "Give \(given) or \(off), not both.")
                    .here
            )
        }
        guard action.place == .change, values.isEmpty, passwords.isEmpty else { return }
        let names = action.inputs.map { "--\($0.option)" }.joined(separator: ", ")
        throw ValidationError(
            Localized("Укажите хотя бы одно из \(names).", "Give at least one of \(names).").here
        )
    }

    /// Returns the body for the admin API; nil if the action has no inputs.
    func body(_ session: Session) async throws -> JSON? {
        guard !Self.action.inputs.isEmpty else { return nil }
        var body = values
        for input in Self.action.inputs {
            guard let text = body[input.name]?.string else { continue }
            if case .moment = input.kind {
                body[input.name] = .string(try session.moments([(input.name, text)]).first?.value ?? text)
            } else if case .row(let list) = input.kind {
                body[input.name] = .string(try await session.id(of: text, in: list()))
            }
        }
        for name in passwords { body[name] = .string(try Input.password()) }
        return .object(Dictionary(nesting: body.map { ($0.key, $0.value) }))
    }

    var customMirror: Mirror {
        // The parser removes the underscore of the storage of a property wrapper.
        Mirror(self, children: definitions.map { ("_" + $0.name, $0.definition) })
    }

    private var definitions: [(name: String, definition: Any)] {
        let action = Self.action
        var all: [(name: String, definition: Any)] = []
        if action.place != .create {
            all.append(("row", Argument<String>(help: rowHelp, completion: rows)))
        }
        all += action.inputs.flatMap(definitions)
        if action.hasNote {
            all.append(
                (
                    "note",
                    Option<String?>(
                        help: ArgumentHelp("Зачем; останется в истории.", "Why; kept in the history.")
                    )
                )
            )
        }
        if action.asksFirst {
            all.append(
                (
                    "yes",
                    Flag<Bool>(
                        wrappedValue: false,
                        name: [.short, .long],
                        help: ArgumentHelp("Не спрашивать.", "Do not ask.")
                    )
                )
            )
        }
        if action.place == .create {
            let help = ArgumentHelp(
                "Ничего не делать, если список не пуст.",
                "Do nothing if the list has rows."
            )
            all.append(("if_none", Flag<Bool>(wrappedValue: false, name: .customLong("if-none"), help: help)))
        }
        return all
    }

    private var rowHelp: ArgumentHelp {
        guard let alias = D.resource.alias else {
            return ArgumentHelp("Id записи.", "The ID.", valueName: "id")
        }
        return ArgumentHelp("Id или \(alias).", "The ID, or \(alias).", valueName: alias)
    }

    private var rows: CompletionKind {
        .custom { words, _, _ in await Candidates.rows(words, of: D.resource) }
    }

    private func definitions(of input: ResourceInput) -> [(name: String, definition: Any)] {
        let long = NameSpecification.customLong(input.option)
        let words = input.hint.map { Localized("\(input.title.ru): \($0.ru)", "\(input.title.en): \($0.en)") }
        let title = words ?? input.title
        switch input.kind {
        case .text, .paragraph: return [option(input, ArgumentHelp(title, valueName: "text"))]
        case .row: return [option(input, ArgumentHelp(title, valueName: "id"))]
        case .moment: return [option(input, ArgumentHelp(title, valueName: "moment"))]
        case .number(let range):
            let bounds = "\(range.lowerBound)–\(range.upperBound)"
            return [option(input, ArgumentHelp(title, bounds, valueName: "number"))]
        case .choice(let choices):
            let values = choices.map(\.value)
            let help = ArgumentHelp(title, values.joined(separator: ", "), valueName: "kind")
            return [option(input, help, .list(values))]
        case .password:
            let help = ArgumentHelp(
                "\(input.title.ru): первая строка стандартного ввода.",
                "\(input.title.en): the first line of standard input."
            )
            return [
                (
                    input.label,
                    Flag<Bool>(wrappedValue: false, name: .customLong("\(input.option)-stdin"), help: help)
                )
            ]
        case .bool:
            if let off = input.off {
                let help = ArgumentHelp(off.help)
                return [
                    (input.label, Flag<Bool>(wrappedValue: false, name: .customLong(off.option), help: help))
                ]
            }
            return [(input.label, Flag<Bool?>(name: long, inversion: .prefixedNo, help: ArgumentHelp(title)))]
        case .choices(let choices): return several(input, title, choices.map(\.value))
        case .texts: return several(input, title, [])
        }
    }

    private func option(
        _ input: ResourceInput,
        _ help: ArgumentHelp,
        _ completion: CompletionKind? = nil
    ) -> (name: String, definition: Any) {
        if input.isArgument {
            let definition: Any =
                Self.isRequired(input)
                ? Argument<String>(help: help, completion: completion)
                : Argument<String?>(help: help, completion: completion)
            return (input.label, definition)
        }
        let long = NameSpecification.customLong(input.option)
        let definition: Any =
            Self.isRequired(input)
            ? Option<String>(name: long, help: help, completion: completion)
            : Option<String?>(name: long, help: help, completion: completion)
        return (input.label, definition)
    }

    /// The definitions of an option that can be given several times, and of the option that clears all values.
    private func several(
        _ input: ResourceInput,
        _ title: Localized,
        _ values: [String]
    ) -> [(name: String, definition: Any)] {
        let help =
            values.isEmpty
            ? ArgumentHelp(title, valueName: "text")
            : ArgumentHelp(title, values.joined(separator: ", "), valueName: "kind")
        let option = Option<[String]>(
            wrappedValue: [],
            name: .customLong(input.option),
            help: help,
            completion: values.isEmpty ? nil : .list(values)
        )
        guard Self.action.place == .change else { return [(input.label, option)] }
        let none = Flag<Bool>(
            wrappedValue: false,
            name: .customLong(input.noneOption),
            help: ArgumentHelp(
                input.off?.help
                    ?? Localized(
                        "Убрать все: \(input.title.ru.lowercased())",
                        "Take all away: \(input.title.en.lowercased())"
                    )
            )
        )
        return [(input.label, option), ("no_\(input.label)", none)]
    }
}

extension ResourceInput {
    /// The name for the parser.
    fileprivate var label: String { name.replacing(".", with: "_") }

    /// The option that clears all values.
    fileprivate var noneOption: String { off?.option ?? "no-\(option)s" }
}

extension ResourceAction {
    /// True if a terminal requests consent before the action.
    var asksFirst: Bool { question != nil && (place == .remove || !hasNote) }
}
