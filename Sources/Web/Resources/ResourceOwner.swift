import Core
import Storage

/// The row of another list that the rows of a list belong to: the project of its keys.
package struct ResourceOwner: Sendable {
    /// Its name in the address of the list, where it stands in braces, and on the command line: `project`.
    package let name: String
    /// The other list.
    package let list: @Sendable () -> Resource
    /// The condition of the rows that belong to the row with this id.
    let condition: @Sendable (_ id: String) -> SQL

    package init(
        _ name: String,
        of list: @escaping @Sendable () -> Resource,
        where condition: @escaping @Sendable (_ id: String) -> SQL
    ) {
        (self.name, self.list, self.condition) = (name, list, condition)
    }

    var hole: String { "{\(name)}" }
}

extension Resource {
    /// The list of the rows that belong to one row of its owner's list.
    package func of(_ owner: String) -> Resource {
        var list = self
        list.ownerID = owner
        return list
    }

    /// The parts of its path in the admin API: `mall`, `gifts`, `uses`.
    package var address: [String] {
        guard let owner, let ownerID else { return places }
        return places.map { $0 == owner.hole ? ownerID : $0 }
    }

    /// The conditions of the rows that belong to its owner; no row does while that is unknown.
    var owned: [SQL] { owner.map { owner in [ownerID.map(owner.condition) ?? "FALSE"] } ?? [] }

    /// The name of the list in a stored undo.
    package var listName: String { address.joined(separator: "/") }

    /// This list if that is its name, below its owner if it has one; nil if it has another name.
    func named(_ name: String) -> Resource? {
        guard let owner else { return listName == name ? self : nil }
        let parts = name.split(separator: "/").map(String.init)
        guard let index = places.firstIndex(of: owner.hole), parts.indices.contains(index) else { return nil }
        let list = of(parts[index])
        return list.listName == name ? list : nil
    }
}
