import Core
import Storage

/// Where the ids of one kind of thing are kept, so that a part of an id finds the whole.
package struct IdentifierSource: Sendable {
    /// What stands before the id in the admin API: `mall/users`; `*` is any one part.
    let path: [Substring]
    /// After `FROM`.
    let tables: SQL
    let key: SQL
    /// Only contents of this type, in the table of contents.
    let type: String?
    let right: Permission

    package init(_ path: String, table: String, type: String? = nil, right: Permission) {
        self.path = path.split(separator: "/")
        (tables, key, self.type, self.right) = ("\(name: table)", "id", type, right)
    }

    /// The rows of a list; nil if they have no ids of this form.
    init?(_ resource: Resource) {
        guard resource.source.kind == .id else { return nil }
        path = resource.address.map { $0[...] }
        (tables, key, type, right) = (resource.source.tables, resource.source.key, nil, resource.right)
    }

    func stands(at path: [Substring]) -> Bool {
        self.path.count == path.count && zip(self.path, path).allSatisfy { $0 == "*" || $0 == $1 }
    }

    /// Those that every installation has, whatever its apps are.
    static let common: [IdentifierSource] = [
        IdentifierSource("contents", table: "contents", right: .readContent),
        IdentifierSource("releases", table: "releases", right: .readContent),
        IdentifierSource("releases/*/items", table: "contents", right: .readContent),
        IdentifierSource("media", table: "media", right: .readContent),
        IdentifierSource("codes", table: "codes", right: .readCodes),
    ]
}
