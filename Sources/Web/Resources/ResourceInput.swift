import Core
import Storage

/// An input of an action: a member of the request's body, a control of the dialog, an option of the command.
package struct ResourceInput: Sendable {
    package enum Kind: Sendable {
        /// One line, with its maximum length in characters.
        case text(lengthMax: Int)
        /// Text of several lines.
        case paragraph(lengthMax: Int)
        /// A password: never shown, and read from standard input on the command line.
        case password
        /// Texts, one per line in the dialog.
        case texts(countMax: Int, lengthMax: Int)
        case choice([ResourceChoice])
        /// Several of a few choices.
        case choices([ResourceChoice])
        case bool
        case number(ClosedRange<Int64>)
        case moment
        /// The id of a row of another list.
        case row(of: @Sendable () -> Resource)
    }

    /// The name in the body; parts separated by dots are nested.
    package let name: String
    package let title: Localized
    /// The text below the control, and in the help of the command.
    package let hint: Localized?
    package let kind: Kind
    package let isRequired: Bool
    /// The initial value in the dialog of a new row; the dialog of a row uses the column of the same name.
    package let initial: JSON
    /// The option on the command line: `--expires-in-days`.
    package let option: String
    /// The option that turns it off or removes all values, with its help; nil for `--no-` and its own name.
    package let off: (option: String, help: Localized)?
    /// True if it is an argument of a command and not an option.
    package let isArgument: Bool
    /// True if the dialog requests it.
    package let isShown: Bool
    /// The name of a script's control that takes the place of a text area; nil for none.
    package var editor: String?

    /// The option is the name with dashes unless another one is given.
    package init(
        _ name: String,
        _ title: Localized,
        _ kind: Kind,
        isRequired: Bool = false,
        hint: Localized? = nil,
        initial: JSON = .null,
        option: String? = nil,
        off: (option: String, help: Localized)? = nil,
        isArgument: Bool = false,
        isShown: Bool = true
    ) {
        (self.name, self.title, self.kind) = (name, title, kind)
        (self.isRequired, self.hint, self.initial) = (isRequired, hint, initial)
        self.option = option ?? name.replacing("_", with: "-").replacing(".", with: "-")
        (self.off, self.isArgument, self.isShown) = (off, isArgument, isShown)
    }

    /// The normalized value; nil if it is not one of the kind.
    ///
    /// A plain `nil` would be the null of JSON here.
    func checked(_ value: JSON) -> JSON? {
        switch kind {
        case .text(let lengthMax):
            value.string.flatMap { Self.isLine($0, lengthMax) ? .some(value) : .none }
        case .paragraph(let lengthMax):
            value.string.flatMap { $0.count <= lengthMax && !$0.utf8.contains(0) ? .some(value) : .none }
        case .password:
            value.string.flatMap { $0.utf8.count <= Limits.passwordLengthMax ? .some(value) : .none }
        case .texts(let countMax, let lengthMax):
            value.array.flatMap { texts in
                let isFine = texts.allSatisfy { $0.string.map { Self.isLine($0, lengthMax) } ?? false }
                return isFine && texts.count <= countMax ? .some(value) : .none
            }
        case .choice(let choices):
            choices.contains { .string($0.value) == value } ? .some(value) : .none
        case .choices(let choices):
            value.array.flatMap { chosen in
                let areKnown = chosen.allSatisfy { one in choices.contains { .string($0.value) == one } }
                return areKnown ? .some(value) : .none
            }
        case .bool: value.bool.map { .bool($0) }
        case .number(let range): value.integer.flatMap { range.contains($0) ? .some(value) : .none }
        case .moment: value.string.flatMap { Timestamp($0) }.map { .string($0.description) }
        case .row: value.string.flatMap { Identifier.normalized($0) }.map { .string($0) }
        }
    }

    private static func isLine(_ text: String, _ lengthMax: Int) -> Bool {
        text.count <= lengthMax && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The rule for a valid value.
    private var rule: Localized {
        switch kind {
        case .text(let lengthMax), .paragraph(let lengthMax):
            Localized(
                "должно быть текстом до \(lengthMax) знаков",
                "must be text of at most \(lengthMax) characters"
            )
        case .password: Localized("должно быть строкой", "must be a string")
        case .texts(let countMax, let lengthMax):
            Localized(
                "должно быть списком до \(countMax) строк, каждая до \(lengthMax) знаков",
                "must be a list of at most \(countMax) strings of at most \(lengthMax) characters"
            )
        case .choice(let choices):
            Localized(
                "должно быть одним из: \(choices.names)",
                "must be one of \(choices.names)"
            )
        case .choices(let choices):
            Localized("должно быть списком из: \(choices.names)", "must be a list of \(choices.names)")
        case .bool: Localized("должно быть true или false", "must be true or false")
        case .number(let range):
            Localized(
                "должно быть от \(range.lowerBound) до \(range.upperBound)",
                "must be from \(range.lowerBound) to \(range.upperBound)"
            )
        case .moment: Localized("должно быть временем RFC 3339", "must be a time (RFC 3339)")
        case .row: Localized("должно быть id", "must be an ID")
        }
    }

    /// The pointer of a fault of its value.
    var pointer: String { "#/\(name.replacing(".", with: "/"))" }

    fileprivate var path: [String] { name.split(separator: ".").map(String.init) }
    fileprivate func fault(_ text: Localized) -> Fault { Fault(pointer, text.ru, text.en) }
    fileprivate var isMissing: Fault { fault(Localized("не заполнено", "is missing")) }
    fileprivate var isWrong: Fault { fault(rule) }
}

extension [ResourceChoice] {
    fileprivate var names: String { map(\.value).joined(separator: ", ") }
}

/// The checked values of an action; null is the same as absence, unless the action changes a row.
package struct ResourceValues: Sendable {
    package let members: [String: JSON]

    /// Reads a body; throws every fault at once.
    init(_ body: [String: JSON], _ inputs: [ResourceInput], isChange: Bool) throws(Problem) {
        var (members, faults): ([String: JSON], [Fault]) = ([:], [])
        let given = Self.leaves(of: body, inputs.map(\.path))
        for input in inputs {
            guard let value = given[input.path], value != .null || isChange && !input.isRequired else {
                if input.isRequired, !isChange || given[input.path] != nil { faults.append(input.isMissing) }
                continue
            }
            guard value != .null else {
                members[input.name] = .null
                continue
            }
            if let value = input.checked(value) {
                members[input.name] = value
            } else {
                faults.append(input.isWrong)
            }
        }
        let names = inputs.map(\.path)
        for path in given.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where !names.contains(path) {
            let pointer = "#/\(path.map(\.clipped).joined(separator: "/"))"
            faults.append(
                names.contains { $0.starts(with: path) }
                    ? Fault(pointer, "должно быть объектом", "must be an object")
                    : Fault(pointer, "нет такого поля", "is not a field here")
            )
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        self.members = members
    }

    /// The values of a body by the paths of inputs; an object that is null makes its members null.
    private static func leaves(
        of body: [String: JSON],
        _ inputs: [[String]],
        below path: [String] = []
    ) -> [[String]: JSON] {
        var leaves: [[String]: JSON] = [:]
        for (name, value) in body {
            let own = path + [name]
            let inner = inputs.filter { $0.count > own.count && $0.starts(with: own) }
            if let object = value.object, !inner.isEmpty {
                leaves.merge(Self.leaves(of: object, inner, below: own)) { first, _ in first }
            } else if value == .null, !inner.isEmpty {
                for input in inner { leaves[input] = .null }
            } else {
                leaves[own] = value
            }
        }
        return leaves
    }

    /// The given members of a nested object, as a merge patch; nil if there are none.
    package func object(_ name: String) -> JSON? {
        [String: JSON](nesting: members.map { ($0.key, $0.value) })[name]
    }

    /// True if the value was given, even if it is null.
    package func has(_ name: String) -> Bool { members[name] != nil }
    package func text(_ name: String) -> String? { members[name]?.string }
    package func integer(_ name: String) -> Int64? { members[name]?.integer }
    package func bool(_ name: String) -> Bool? { members[name]?.bool }
    package func texts(_ name: String) -> [String]? { members[name]?.array?.compactMap(\.string) }
    package func moment(_ name: String) -> Timestamp? { text(name).flatMap { Timestamp($0) } }
}
