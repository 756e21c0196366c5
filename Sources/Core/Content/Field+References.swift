/// A reference in the value of a field, and its path within the value: ``, `/3`, `/3/city`.
package struct FieldReference: Sendable, Hashable {
    package let target: String
    /// The id of an entry; in a file that is imported perhaps its slug.
    package let id: String
    package let path: String
}

extension Field {
    /// The references in a value, which need not have been checked.
    package func references(in json: JSON?) -> [FieldReference] {
        switch (shape, json) {
        case (.link(let target), .string(let id)), (.links(let target), .string(let id)):
            return [FieldReference(target: target, id: id, path: "")]
        case (.link(let target), .array(let elements)), (.links(let target), .array(let elements)):
            return elements.enumerated().compactMap { index, element in
                element.string.map { FieldReference(target: target, id: $0, path: "/\(index)") }
            }
        case (.rows(let columns), .array(let rows)):
            let linked = columns.compactMap { column in column.target.map { (column.name, $0) } }
            return rows.enumerated().flatMap { index, row in
                linked.compactMap { name, target in
                    row[name]?.string.map {
                        FieldReference(target: target, id: $0, path: "/\(index)/\(name)")
                    }
                }
            }
        case (.link, _), (.links, _), (.rows, _), (.line, _), (.texts, _), (.choice, _), (.integer, _),
            (.decimal, _), (.bool, _), (.day, _), (.moment, _), (.upload, _), (.uploads, _):
            return []
        }
    }

    /// The value with another id in place of each; nil if nothing is left of it.
    ///
    /// A reference without an id is removed, and with it the row of a table that needs it.
    package func replacingReferences(in json: JSON, by id: (FieldReference) -> String?) -> JSON? {
        var ids: [String: String] = [:]
        var removed: Set<String> = []
        for reference in references(in: json) {
            if let new = id(reference) { ids[reference.path] = new } else { removed.insert(reference.path) }
        }
        guard case .array(let elements) = json else {
            return removed.isEmpty ? ids[""].map { .string($0) } ?? json : nil
        }
        let left = elements.enumerated().compactMap { index, element -> JSON? in
            guard case .object(var cells) = element else {
                return removed.contains("/\(index)") ? nil : ids["/\(index)"].map { .string($0) } ?? element
            }
            for column in columns where column.target != nil {
                let path = "/\(index)/\(column.name)"
                if let id = ids[path] { cells[column.name] = .string(id) }
                guard removed.contains(path) else { continue }
                guard column.isOptional else { return nil }
                cells[column.name] = nil
            }
            return Self.isEmpty(.object(cells)) ? nil : .object(cells)
        }
        return left.isEmpty && !removed.isEmpty ? nil : .array(left)
    }
}
