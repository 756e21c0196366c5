import Core

extension OpenAPI {
    /// An object with these members, all required; parts of a name between dots are nested.
    static func nested(_ members: [(name: String, schema: JSON)]) -> JSON {
        var own: [(String, JSON)] = []
        var inner: [(String, [(name: String, schema: JSON)])] = []
        for (name, schema) in members {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                own.append((name, schema))
                continue
            }
            if let index = inner.firstIndex(where: { $0.0 == parts[0] }) {
                inner[index].1.append((parts[1], schema))
            } else {
                inner.append((parts[0], [(parts[1], schema)]))
            }
        }
        own += inner.map { ($0.0, nested($0.1)) }
        return [
            "type": "object", "required": .array(own.map { .string($0.0) }),
            "properties": .object(Dictionary(uniqueKeysWithValues: own)),
        ]
    }
}
