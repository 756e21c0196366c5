import Core
import Storage

/// The person in a row of another list, masked according to the reader's permissions.
package struct PersonCard: Sendable, Hashable {
    package let id: String
    /// Nil once the person has been erased.
    package let phone: String?
    package let name: String?
    package let email: String?

    /// The columns of a table of users under that name; `prefix` is put before their names.
    package static func columns(_ table: String, _ prefix: String) -> SQL {
        ["id", "phone", "name", "email"].map { "\(name: table).\(name: $0) AS \(name: prefix + $0)" as SQL }
            .joined(separator: ", ")
    }

    /// Nil if no user was joined.
    package init?(_ row: Row, _ prefix: String) throws {
        guard let id = try row.get(prefix + "id", as: String?.self) else { return nil }
        self.id = id
        phone = try row.get(prefix + "phone")
        name = try row.get(prefix + "name")
        email = try row.get(prefix + "email")
    }

    package var isErased: Bool { phone == nil }
    package var maskedPhone: String? { phone.map { PhoneNumber.masked($0) } }

    /// Names and e-mail addresses are complete with permission to read people; a phone never is.
    package func answer(for author: Author) -> Answer {
        Answer(
            id: id,
            phone: maskedPhone,
            name: Self.name(name, for: author),
            email: Self.email(email, for: author),
            isErased: isErased
        )
    }

    /// The name, or the initials without permission to read people.
    package static func name(_ name: String?, for author: Author) -> String? {
        author.may(.readPeople) ? name : name.map { initials($0) }
    }

    /// The address, or its beginning without permission to read people.
    package static func email(_ email: String?, for author: Author) -> String? {
        author.may(.readPeople) ? email : email.map { masked($0) }
    }

    /// The initials: `А. С.`.
    package static func initials(_ name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first)
            .map { "\($0.uppercased())." }.joined(separator: " ")
    }

    /// The first letter and the host: `a•••@mail.ru`.
    package static func masked(_ email: String) -> String {
        let parts = email.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first else { return "•••" }
        return "\(first)•••@\(parts[1])"
    }
}

extension JSON {
    /// The card of a person, or null if there is none.
    package init(_ person: PersonCard?, for author: Author) {
        self = person?.answer(for: author).json ?? .null
    }
}

extension PersonCard {
    /// A person as the admin API answers it in rows of other lists; a phone is masked.
    package struct Answer: Sendable {
        package let id: String
        package let phone: String?
        package let name: String?
        package let email: String?
        package let isErased: Bool

        package var json: JSON {
            [
                "id": .string(id), "phone": JSON(phone), "name": JSON(name), "email": JSON(email),
                "is_erased": .bool(isErased),
            ]
        }

        /// The name and the phone; nil if neither is left.
        package var title: String? {
            let words = [name, phone].compactMap { $0 }
            return words.isEmpty ? nil : words.joined(separator: ", ")
        }
    }
}

extension PersonCard.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        phone = try json.get("phone")
        name = try json.get("name")
        email = try json.get("email")
        isErased = try json.get("is_erased")
    }
}
