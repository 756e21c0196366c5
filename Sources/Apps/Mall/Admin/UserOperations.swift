import Core
import Storage
import Web

/// Operations of staff on users of the app (M127), for the admin API and the console.
struct UserOperations: PersonOperations {
    let services: Services
    let context: StaffContext

    init(_ services: Services, _ context: StaffContext) {
        (self.services, self.context) = (services, context)
    }

    // MARK: Reading

    /// Everything about a user; the view is audited.
    func look(_ id: String) async throws -> UserRecord {
        try context.author.require(.readContent)
        let record = try await record(id)
        try await services.noteLook(at: record.line.id, in: UserQuery.list, context)
        return record
    }

    /// Everything about a user, for callers that have checked the permission.
    func record(_ id: String) async throws -> UserRecord {
        let id = try Identifier.ofPerson(id)
        guard let record = try await services.database.read({ try $0.userRecord(id) }) else {
            throw Problem.noSuchPerson
        }
        return record
    }

    func reveal(_ id: String) async throws -> RevealedPhone {
        try context.author.require(.readPeople)
        let id = try Identifier.ofPerson(id)
        return try await services.reveal(id, context) { connection in
            guard let user = try connection.mallUser(id) else { throw Problem.noSuchPerson }
            guard let phone = user.phone else { throw Problem.erasedPerson }
            return phone
        }
    }

    // MARK: Changing

    /// Saves an edit of `revision`, of any if it is nil.
    func edit(_ id: String, _ edit: UserEdit, revision: Int64?) async throws {
        // An editor who sees only initials would overwrite the name with them.
        try context.author.require(.readPeople)
        let language = context.language
        try await perform(id) { act, connection in
            guard revision == nil || act.user.revision == revision else {
                throw Problem(
                    .stale,
                    Localized(
                        "Профиль тем временем изменился. Посмотрите, что там теперь.",
                        "The profile has changed meanwhile. Look at what it is now."
                    ),
                    current: try connection.userRecord(act.user.id)?.json(
                        for: act.signature.author,
                        language
                    )
                )
            }
            try act.edit(edit, on: connection)
        }
    }

    /// Erases a user; the last digits of the phone confirm that it is the right one.
    func erase(_ id: String, digits: String) async throws {
        let digits = digits.filter { $0.isASCII && $0.isNumber }
        // A dry run must not reveal more of a number than its mask shows.
        let mayBeAsked =
            context.author.may(.readPeople) || digits.count <= PhoneNumber.shownDigitsCount
        try await perform(id) { act, connection in
            guard digits.count >= 2, mayBeAsked, act.user.phone?.description.hasSuffix(digits) == true else {
                throw Problem.invalid([
                    Fault("#/digits", "не совпадает с концом номера", "is not how the phone ends")
                ])
            }
            try act.erase(on: connection)
        }
    }

    func perform(
        _ id: String,
        _ act: @escaping @Sendable (UserAct, any Connection) throws -> Void
    ) async throws {
        try context.author.require(.writePeople)
        let id = try Identifier.ofPerson(id)
        let signature = context.signature(at: services.now())
        try await services.database.write { connection in
            guard try connection.lockMallUser(id), let user = try connection.mallUser(id) else {
                throw Problem.noSuchPerson
            }
            guard user.erasedAt == nil else { throw Problem.erasedPerson }
            try act(UserAct(user: user, signature: signature), connection)
        }
    }
}
