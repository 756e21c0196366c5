import Core
import Storage

/// Who is meant, in a list of something else: as much of a person as the one who looks may see.
package struct PersonCard: Sendable, Hashable {
    package let id: String
    /// Nil once the person has been erased.
    package let phone: String?
    package let name: String?
    package let email: String?

    /// Of a table of users under that name; `prefix` stands before the names of the columns.
    package static func columns(_ table: String, _ prefix: String) -> SQL {
        ["id", "phone", "name", "email"].map { "\(name: table).\(name: $0) AS \(name: prefix + $0)" as SQL }
            .joined(separator: ", ")
    }

    /// Nil where nobody was joined.
    package init?(_ row: Row, _ prefix: String) throws {
        guard let id = try row.get(prefix + "id", as: String?.self) else { return nil }
        self.id = id
        phone = try row.get(prefix + "phone")
        name = try row.get(prefix + "name")
        email = try row.get(prefix + "email")
    }

    package var isErased: Bool { phone == nil }
    package var maskedPhone: String? { phone.map { PhoneNumber.masked($0) } }

    /// Names and e-mail addresses are whole for those who may read them; a phone never is.
    package func json(for author: Author) -> JSON {
        [
            "id": .string(id), "phone": JSON(maskedPhone),
            "name": JSON(Self.name(name, for: author)), "email": JSON(Self.email(email, for: author)),
            "is_erased": .bool(isErased),
        ]
    }

    /// The name, or the initials for those who may not read people.
    package static func name(_ name: String?, for author: Author) -> String? {
        author.may(.readPeople) ? name : name.map { initials($0) }
    }

    /// The address, or the beginning of it for those who may not read people.
    package static func email(_ email: String?, for author: Author) -> String? {
        author.may(.readPeople) ? email : email.map { masked($0) }
    }

    /// The first letters: `А. С.`.
    package static func initials(_ name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first)
            .map { "\($0.uppercased())." }.joined(separator: " ")
    }

    /// The first letter and where it is sent: `a•••@mail.ru`.
    package static func masked(_ email: String) -> String {
        let parts = email.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first else { return "•••" }
        return "\(first)•••@\(parts[1])"
    }
}

extension JSON {
    /// Of a person or of nobody.
    package init(_ person: PersonCard?, for author: Author) {
        self = person?.json(for: author) ?? .null
    }
}
