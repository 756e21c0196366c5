import Core
import Hummingbird
import Storage
import Web

extension Services {
    /// Reveals the whole phone of a user; the audit records it.
    func reveal(
        _ id: String,
        _ context: StaffContext,
        detail: JSON = [:],
        _ phone: @escaping @Sendable (any Connection) throws -> PhoneNumber
    ) async throws -> Response {
        try context.author.require(.readPeople)
        let signature = context.signature(at: now())
        let phone = try await database.write { connection in
            let phone = try phone(connection)
            try signature.record(.personRevealed, subject: id, detail: detail, on: connection)
            return phone
        }
        // A dry run leaves no trace in the audit, so it shows nothing.
        let isShown = !WriteMode.isDryRun
        return .json([
            "id": .string(id), "phone": .string(isShown ? phone.description : phone.masked),
            "spaced": .string(isShown ? phone.spaced : phone.masked),
        ])
    }
}

extension Request {
    /// The reason of a block: the only member of the body.
    func blockReason() async throws -> String {
        var members = MemberReader(try await object())
        let reason = members.string("reason").trimmingSpaces
        try members.finish()
        guard reason.isLine(lengthMax: Limits.blockReasonLengthMax) else {
            throw Problem.invalid([.line("reason", lengthMax: Limits.blockReasonLengthMax)])
        }
        return reason
    }
}

extension StaffContext {
    /// The id of a user in the path; throws if it cannot be one.
    func personID() throws -> String {
        guard let id = Identifier.normalized(try id) else { throw Problem.noSuchPerson }
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
