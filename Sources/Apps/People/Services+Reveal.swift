import Core
import Hummingbird
import Storage
import Web

/// The whole phone of a user; masked for a dry run.
package struct RevealedPhone: Sendable {
    let id: String
    package let phone: String
    /// With spaces between its groups.
    package let spaced: String

    var json: JSON { ["id": .string(id), "phone": .string(phone), "spaced": .string(spaced)] }
}

extension RevealedPhone: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        phone = try json.get("phone")
        spaced = try json.get("spaced")
    }
}

extension Services {
    /// Reveals the whole phone of a user, which is audited.
    func reveal(
        _ id: String,
        _ context: StaffContext,
        detail: JSON = [:],
        _ phone: @escaping @Sendable (any Connection) throws -> PhoneNumber
    ) async throws -> RevealedPhone {
        try context.author.require(.readPeople)
        let signature = context.signature(at: now())
        let phone = try await database.write { connection in
            let phone = try phone(connection)
            try signature.record(.personRevealed, subject: id, detail: detail, on: connection)
            return phone
        }
        // A dry run writes no audit entry, so it reveals nothing.
        let isShown = !WriteMode.isDryRun
        return RevealedPhone(
            id: id,
            phone: isShown ? phone.description : phone.masked,
            spaced: isShown ? phone.spaced : phone.masked
        )
    }
}

extension Request {
    /// A text that is the only member of the body.
    func onlyText(_ name: String) async throws -> String {
        var members = MemberReader(try await object())
        let text = members.string(name)
        try members.finish()
        return text
    }
}

/// The validated reason of a block, as typed by staff.
func blockReason(_ text: String) throws(Problem) -> String {
    let reason = text.trimmingSpaces
    guard reason.isLine(lengthMax: Limits.blockReasonLengthMax) else {
        throw .invalid([.line("reason", lengthMax: Limits.blockReasonLengthMax)])
    }
    return reason
}

extension StaffContext {
    /// The id of a user in the path; throws if it is not valid.
    func personID() throws -> String {
        try Identifier.ofPerson(try id)
    }
}

extension Identifier {
    /// The id of a user; throws if the text is not valid.
    static func ofPerson(_ text: String) throws(Problem) -> String {
        guard let id = normalized(text) else { throw .noSuchPerson }
        return id
    }
}

extension Problem {
    static var noSuchPerson: Problem {
        .notFound(Localized("Такого пользователя нет.", "There is no such person."))
    }

    static var erasedPerson: Problem {
        Problem(
            .conflict,
            Localized("Данные этого пользователя стёрты.", "This person has been erased.")
        )
    }
}
