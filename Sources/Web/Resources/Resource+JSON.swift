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
        var object: [String: JSON] = [:]
        for (sum, figure) in zip(sums, figures) {
            Self.put(figure.map { .integer($0) } ?? .null, at: sum.name.split(separator: "."), in: &object)
        }
        return .object(object)
    }

    private static func object(_ columns: [ResourceColumn], _ values: [JSON]) -> [String: JSON] {
        var object: [String: JSON] = [:]
        for (column, value) in zip(columns, values) {
            put(value, at: column.name.split(separator: "."), in: &object)
        }
        return object
    }

    private static func put(_ value: JSON, at path: [Substring], in object: inout [String: JSON]) {
        guard let first = path.first.map(String.init) else { return }
        guard path.count > 1 else {
            object[first] = value
            return
        }
        var inner = object[first]?.object ?? [:]
        put(value, at: Array(path.dropFirst()), in: &inner)
        object[first] = .object(inner)
    }
}

extension JSON {
    /// The member at a name whose parts between dots are nested.
    package func member(at name: String) -> JSON {
        name.split(separator: ".").reduce(self) { $0[String($1)] ?? .null }
    }
}
