import Core
import Storage
import Web

/// Operations of staff on accounts (A87, A88), for the admin API and the console.
struct AccountOperations: PersonOperations {
    let services: Services
    let context: StaffContext

    init(_ services: Services, _ context: StaffContext) {
        (self.services, self.context) = (services, context)
    }

    // MARK: Reading

    /// Everything about an account; the view is audited.
    func look(_ id: String) async throws -> AccountRecord {
        try context.author.require(.readContent)
        let record = try await record(id)
        try await services.noteLook(at: record.line.id, in: AccountQuery.list, context)
        return record
    }

    /// Everything about an account, for callers that have checked the permission.
    func record(_ id: String) async throws -> AccountRecord {
        let (id, now) = (try Identifier.ofPerson(id), services.now())
        guard let record = try await services.database.read({ try $0.accountRecord(id, at: now) }) else {
            throw Problem.noSuchPerson
        }
        return record
    }

    func reveal(_ id: String) async throws -> RevealedPhone {
        try context.author.require(.readPeople)
        let id = try Identifier.ofPerson(id)
        return try await services.reveal(id, context, detail: ["app": "accounts"]) { connection in
            guard let line = try connection.accountLine(id) else { throw Problem.noSuchPerson }
            guard let digits = line.account.phone else {
                throw line.erasedAt == nil ? Problem.noPhoneOfAccount : Problem.erasedPerson
            }
            return PhoneNumber(kept: "+7\(digits.prefix(10))")
        }
    }

    // MARK: Changing

    /// Saves an edit of `revision`, of any if it is nil (A87).
    func edit(_ id: String, _ edit: AccountEdit, revision: Int64?) async throws {
        // An editor who sees only initials would overwrite the name with them.
        try context.author.require(.readPeople)
        let language = context.language
        try await perform(id) { act, connection in
            guard revision == nil || act.line.revision == revision else {
                throw Problem(
                    .stale,
                    Localized(
                        "Аккаунт тем временем изменился. Посмотрите, что там теперь.",
                        "The account has changed meanwhile. Look at what it is now."
                    ),
                    current: try connection.accountRecord(act.line.id, at: act.now)?.json(
                        for: act.signature.author,
                        language
                    )
                )
            }
            try act.edit(edit, on: connection)
        }
    }

    /// Sets a generated password, which is shown only this once (A88); nil for a dry run.
    func resetPassword(_ id: String) async throws -> String? {
        try context.author.require(.writePeople)
        let id = try Identifier.ofPerson(id)
        let password = AccountPassword.make(services.random)
        let passwords = services.passwords
        let hash = try await passwords.admit { try await passwords.hash(password) }
        try await perform(id) { act, connection in
            try connection.setAccountPassword(hash, of: id)
            let text = Localized("Пароль сбросил сотрудник", "The password was reset by staff")
            try act.record(.personPassword, .password, text, on: connection)
        }
        WriteMode.holdSecret()
        // A password that was not saved would be useless.
        return WriteMode.isDryRun ? nil : password
    }

    /// Erases an account; the last digits of the phone, or the login without one, confirm that it is the right one.
    func erase(_ id: String, digits: String) async throws {
        try context.author.require(.writePeople)
        try context.author.require(.readPeople)
        let typed = digits.trimmingSpaces
        try await perform(id) { act, connection in
            let account = act.line.account
            let digits = typed.filter { $0.isASCII && $0.isNumber }
            let isRight =
                if let phone = account.phone?.prefix(10) {
                    digits.count >= 2 && phone.hasSuffix(digits)
                } else {
                    Account.loginKey(typed) == Account.loginKey(account.login)
                }
            guard isRight else {
                throw Problem.invalid([
                    Fault("#/digits", "не совпадает с концом номера", "is not how the phone ends")
                ])
            }
            try act.erase(on: connection)
        }
    }

    /// Performs one action on an account; throws for an erased one.
    func perform(
        _ id: String,
        _ act: @escaping @Sendable (AccountAct, any Connection) throws -> Void
    ) async throws {
        try context.author.require(.writePeople)
        let id = try Identifier.ofPerson(id)
        let signature = context.signature(at: services.now())
        try await services.database.write { connection in
            guard let line = try connection.lockedAccountLine(id) else { throw Problem.noSuchPerson }
            guard line.erasedAt == nil else { throw Problem.erasedPerson }
            try act(AccountAct(line: line, signature: signature), connection)
        }
    }
}

extension Problem {
    fileprivate static var noPhoneOfAccount: Problem {
        Problem(.conflict, Localized("Номера нет.", "There is no phone."))
    }
}
