import Core

extension OpenAPI {
    private typealias Members = [(name: String, schema: JSON)]

    /// An object with these members, all required; parts of a name between dots are nested.
    static func nested(_ members: [(name: String, schema: JSON)]) -> JSON {
        let parts = parts(of: members)
        let own = parts.own + parts.inner.map { ($0.name, nested($0.members)) }
        return [
            "type": "object", "required": .array(own.map { .string($0.name) }),
            "properties": .object(Dictionary(nesting: own.map { ($0.name, $0.schema) })),
        ]
    }

    /// A body with these members and no others; nested objects are optional.
    static func nestedBody(_ members: [(name: String, schema: JSON)], required: [String] = []) -> JSON {
        let parts = parts(of: members)
        let own = parts.own + parts.inner.map { ($0.name, Schema.orNull(nestedBody($0.members))) }
        return [
            "type": "object", "required": .array(required.map { .string($0) }),
            "properties": .object(Dictionary(nesting: own.map { ($0.name, $0.schema) })),
            "additionalProperties": false,
        ]
    }

    /// The members that are not nested, and those of each nested object.
    private static func parts(
        of members: Members
    ) -> (own: Members, inner: [(name: String, members: Members)]) {
        var own: Members = []
        var inner: [(name: String, members: Members)] = []
        for (name, schema) in members {
            let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                own.append((name, schema))
                continue
            }
            if let index = inner.firstIndex(where: { $0.name == parts[0] }) {
                inner[index].members.append((parts[1], schema))
            } else {
                inner.append((parts[0], [(parts[1], schema)]))
            }
        }
        return (own, inner)
    }
}
