import Core
import Storage

/// A table with ids of one kind, in which a partial id is completed.
package struct IdentifierSource: Sendable {
    /// The path before the id in the admin API: `mall/users`; `*` is any one part.
    let path: [Substring]
    /// The tables after `FROM`.
    let tables: SQL
    let key: SQL
    /// Restricts the table of entries to this type.
    let type: String?
    let right: Permission

    package init(_ path: String, table: String, type: String? = nil, right: Permission) {
        self.path = path.split(separator: "/")
        (tables, key, self.type, self.right) = ("\(name: table)", "id", type, right)
    }

    /// The rows of a list; nil if their ids are not UUIDs.
    init?(_ resource: Resource) {
        guard resource.source.kind == .id else { return nil }
        path = resource.address.map { $0 == resource.owner?.hole ? "*" : $0[...] }
        (tables, key, type, right) = (resource.source.tables, resource.source.key, nil, resource.right)
    }

    func stands(at path: [Substring]) -> Bool {
        self.path.count == path.count && zip(self.path, path).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// The tables that every installation has, whatever its apps are.
    static let common: [IdentifierSource] = [
        IdentifierSource("contents", table: "contents", right: .readContent),
        IdentifierSource("releases", table: "releases", right: .readContent),
        IdentifierSource("releases/*/items", table: "contents", right: .readContent),
        IdentifierSource("media", table: "media", right: .readContent),
        IdentifierSource("codes", table: "codes", right: .readCodes),
    ]
}
