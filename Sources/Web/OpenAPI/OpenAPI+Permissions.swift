import Core

extension OpenAPI {
    /// Permissions of operations outside of apps that differ from the default in `needed`; a test calls each without.
    static let needs: [String: [Permission]] = [
        "openapi": []
    ]

    /// The permissions of an operation: the declared ones, by default to read or to write content.
    static func needed(_ operation: JSON, _ method: String, _ said: [String: [Permission]]) -> [Permission] {
        let name = operation["operationId"]?.string ?? ""
        if let said = said[name] { return said }
        return method == "get" ? [.readContent] : [.writeContent]
    }

    /// The same path with the permissions of each operation, in its description and in its security requirements.
    static func tellingNeeds(_ item: JSON, _ said: [String: [Permission]]) -> JSON {
        let members = (item.object ?? [:]).map { method, operation -> (String, JSON) in
            // An operation that needs no sign-in needs no permission either.
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

    // MARK: Names of enum values

    /// The same description with a name for each enum value that is not an identifier: `-position`, `,`, `*`.
    static func namingChoices(_ json: JSON) -> JSON {
        switch json {
        case .object(var members):
            if members["x-enum-varnames"] == nil,
                let choices = members["enum"]?.array?.compactMap(\.string),
                choices.contains(where: { !$0.isIdentifier })
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

extension String {
    /// True for a letter of ASCII, followed by letters, digits and underscores.
    fileprivate var isIdentifier: Bool {
        guard let first = utf8.first, first.isLetterOrDigit, !(48...57 ~= first) else { return false }
        return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    }
}
