import Core

extension Resource {
    /// A row in a response of the admin API, with its parts if they were read.
    package func json(_ row: ResourceRow) -> JSON {
        var object = Self.object(columns, row.values)
        for (part, lines) in zip(parts, row.parts) {
            object[part.name] = .array(lines.map { .object(Self.object(part.columns, $0)) })
        }
        return .object(object)
    }

    /// The figures in a response of the admin API.
    package func json(_ figures: [Int64?]) -> JSON {
        let members = zip(sums, figures).map { sum, figure in
            (sum.name, figure.map { JSON.integer($0) } ?? .null)
        }
        return .object(Dictionary(nesting: members))
    }

    private static func object(_ columns: [ResourceColumn], _ values: [JSON]) -> [String: JSON] {
        Dictionary(nesting: zip(columns, values).map { ($0.name, $1) })
    }
}

extension [String: JSON] {
    /// The members of an object; parts of a name between dots are nested.
    package init(nesting members: some Sequence<(String, JSON)>) {
        self.init()
        for (name, value) in members { put(value, at: name.split(separator: ".")) }
    }

    private mutating func put(_ value: JSON, at path: [Substring]) {
        guard let first = path.first.map(String.init) else { return }
        guard path.count > 1 else {
            self[first] = value
            return
        }
        var inner = self[first]?.object ?? [:]
        inner.put(value, at: Array(path.dropFirst()))
        self[first] = .object(inner)
    }
}

extension JSON {
    /// The member at a name whose parts between dots are nested.
    package func member(at name: String) -> JSON {
        name.split(separator: ".").reduce(self) { $0[String($1)] ?? .null }
    }
}
