import Core

/// Where the ids of one kind of thing are kept, so that a part of an id finds the whole.
package struct IdentifierSource: Sendable {
    /// What stands before the id in the admin API: `mall/users`; `*` is any one part.
    let path: [Substring]
    let table: String
    /// Only contents of this type, in the table of contents.
    let type: String?
    let right: Permission

    package init(_ path: String, table: String, type: String? = nil, right: Permission) {
        self.path = path.split(separator: "/")
        (self.table, self.type, self.right) = (table, type, right)
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
        IdentifierSource("staff", table: "staff", right: .manageStaff),
        IdentifierSource("tokens", table: "staff_tokens", right: .manageStaff),
        IdentifierSource("hooks", table: "hooks", right: .manageHooks),
        IdentifierSource("codes", table: "codes", right: .readCodes),
    ]
}
