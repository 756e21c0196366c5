import Core

extension OpenAPI {
    /// What operations of no app need, where it is not what `needed` says of them; a test asks each without.
    static let needs: [String: [Permission]] = [
        "openapi": []
    ]

    /// What an operation needs: what is said of it, otherwise to read or to write contents.
    static func needed(_ operation: JSON, _ method: String, _ said: [String: [Permission]]) -> [Permission] {
        let name = operation["operationId"]?.string ?? ""
        if let said = said[name] { return said }
        return method == "get" ? [.readContent] : [.writeContent]
    }

    /// The same path with the permission that each operation needs: in words, and beside the ways to sign in.
    static func tellingNeeds(_ item: JSON, _ said: [String: [Permission]]) -> JSON {
        let members = (item.object ?? [:]).map { method, operation -> (String, JSON) in
            // Who needs not sign in needs no permission either.
            guard var members = operation.object, members["security"] == nil else {
                return (method, operation)
            }
            let names = needed(operation, method, said).map(\.rawValue)
            let words =
                names.isEmpty
                ? "Needs no permission: it is about oneself."
                : "Needs \(names.map { "`\($0)`" }.joined(separator: " and "))."
            let before = members["description"]?.string.map { "\($0)\n\n" } ?? ""
            members["description"] = .string(before + words)
            let roles = JSON.array(names.map { .string($0) })
            members["security"] = [["token": roles], ["session": roles]]
            return (method, .object(members))
        }
        return .object(Dictionary(uniqueKeysWithValues: members))
    }

    // MARK: Names of choices

    /// The same description with a name for each choice that is no name itself: `-position`, `,`, `*`.
    static func namingChoices(_ json: JSON) -> JSON {
        switch json {
        case .object(var members):
            if members["x-enum-varnames"] == nil,
                let choices = members["enum"]?.array?.compactMap(\.string),
                choices.contains(where: { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) == nil })
            {
                members["x-enum-varnames"] = .array(choices.map { .string(name(ofChoice: $0)) })
            }
            return .object(members.mapValues { namingChoices($0) })
        case .array(let elements): return .array(elements.map { namingChoices($0) })
        case .null, .bool, .integer, .decimal, .string: return json
        }
    }

    private static func name(ofChoice choice: String) -> String {
        switch choice {
        case "": "none"
        case ",": "comma"
        case ";": "semicolon"
        case "*": "all"
        case _ where choice.hasPrefix("-"): "\(choice.dropFirst())_descending"
        case _: choice.replacing("*", with: "all").replacing(/[^A-Za-z0-9]+/, with: "_")
        }
    }
}
