import Core

/// The description of a command that ArgumentParser prints for tools.
struct Help: JSONReadable {
    struct Command: JSONReadable {
        let arguments: [HelpArgument]

        init(json: JSON) throws(Fault) {
            arguments = try json.get("arguments", as: [HelpArgument]?.self) ?? []
        }
    }

    let command: Command

    init(json: JSON) throws(Fault) { command = try json.get("command") }
}

/// An argument in the description of a command.
struct HelpArgument: JSONReadable {
    struct Name: JSONReadable {
        let kind: String
        let name: String

        init(json: JSON) throws(Fault) {
            kind = try json.get("kind")
            name = try json.get("name")
        }
    }

    let isShown: Bool
    let kind: String
    /// Empty for a positional argument.
    let names: [Name]
    let abstract: String
    let isRepeating: Bool
    let completion: CommandArgument.Completion

    init(json: JSON) throws(Fault) {
        isShown = try json.get("shouldDisplay", as: Bool?.self) ?? true
        kind = try json.get("kind")
        names = kind == "positional" ? [] : try json.get("names", as: [Name]?.self) ?? []
        abstract = try json.get("abstract", as: String?.self) ?? ""
        isRepeating = try json.get("isRepeating", as: Bool?.self) ?? false
        let values = try json.get("allValues", as: [String]?.self)
        let others = try json.get("allValueStrings", as: [String]?.self)
        let known = values ?? others ?? []
        let way = try json.get("completionKind", as: CompletionKind?.self)?.completion
        completion = way ?? (known.isEmpty ? .none : .list(known))
    }
}

/// The completion of an argument: an object with one member, named after the way.
private struct CompletionKind: JSONReadable {
    /// Nil if it is left to the shell.
    let completion: CommandArgument.Completion?

    init(json: JSON) throws(Fault) {
        let ways = try [String: JSON](json: json)
        if !Set(ways.keys).isDisjoint(with: ["custom", "customAsync", "customDeprecated"]) {
            completion = .custom
        } else if let list = ways["list"] {
            completion = .list(try list.get("values"))
        } else if let file = ways["file"] {
            completion = .files(try file.get("extensions", as: [String]?.self) ?? [])
        } else {
            completion = ways["directory"] == nil ? nil : .directories
        }
    }
}
