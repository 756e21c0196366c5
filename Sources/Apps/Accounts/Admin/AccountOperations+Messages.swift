import Core
import Storage
import Web

/// Messages of staff to an account, and the freeing of a number.
extension AccountOperations {
    /// Sends the link that confirms the address once more.
    func sendLink(_ id: String) async throws {
        try context.author.require(.writePeople)
        let services = services
        guard let base = services.settings.publicURL else { throw Problem.noPublicURL }
        try await perform(id) { act, connection in
            let account = act.line.account
            guard let email = account.email else { throw Problem.noEmailOfAccount }
            let settings = try services.appSettings.of("accounts", on: connection)
            let post = AccountMailer(settings, at: act.now, random: services.random)
            guard post.isTest || services.courier.isReady(.mail) else { throw Problem.noMailServer }
            let days = settings.integer("confirm_days")
            try post.mailLink(for: account, to: email, base, days: days, on: connection)
            try act.record(
                .confirmationSent,
                .confirmMail,
                Localized("Ссылку для почты отправил сотрудник", "The link for the e-mail was sent by staff"),
                on: connection
            )
        }
        services.courier.wake()
    }

    /// Sends a notification to the app; returns the id of the message (A95).
    func push(_ id: String, title: String, text: String) async throws -> Int64 {
        try context.author.require(.writePeople)
        let title = title.trimmingSpaces
        let text = text.replacing("\r\n", with: "\n").trimmingSpaces
        var faults: [Fault] = []
        if !title.isLine(lengthMax: Limits.pushTitleLengthMax) {
            faults.append(.line("title", lengthMax: Limits.pushTitleLengthMax))
        }
        let max = Limits.pushTextLengthMax
        let isPlain = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
        if text.isEmpty || text.unicodeScalars.count > max || !isPlain {
            faults.append(Fault("#/text", "от 1 до \(max) символов", "must have 1 to \(max) characters"))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let number = Locked(Int64(0))
        let messageID = Identifier.new(at: services.now(), random: services.random)
        try await perform(id) { act, connection in
            let message = try act.push(title, text, id: messageID, on: connection)
            number.update { $0 = message }
        }
        services.courier.wake()
        return number.value
    }

    /// Frees a number for another test, only in test mode (A94); returns the id of its account.
    func free(_ phone: String) async throws -> String {
        try context.author.require(.writePeople)
        // A dry run would reveal the owner of any number.
        try context.author.require(.readPeople)
        guard let phone = AccountPhone(phone) else {
            throw Problem.invalid([Fault("#/phone", "не похоже на номер телефона", "is no phone number")])
        }
        let (signature, services) = (context.signature(at: services.now()), services)
        return try await services.database.write { connection in
            guard try services.appSettings.of("accounts", on: connection).bool("test_mode") else {
                throw Problem.onlyInTests
            }
            guard
                let account = try connection.freeAccountPhone(
                    phone,
                    at: signature.at,
                    random: services.random
                )
            else {
                throw Problem.notFound(Localized("Номер свободен.", "No account has the number."))
            }
            for key in AccountLimits.keys(of: phone) {
                try AttemptLimit.clear(key, on: connection)
            }
            guard let line = try connection.accountLine(account.id) else { throw Problem.noSuchPerson }
            let act = AccountAct(line: line, signature: signature)
            let text = Localized("Номер освободил сотрудник", "The number was freed by staff")
            try act.record(.personFreed, .freed, text, on: connection)
            return account.id
        }
    }
}

extension AuditAction {
    /// Another confirmation link was sent.
    static let confirmationSent = AuditAction(
        "person.confirmation-sent",
        Localized("отправлена ссылка для почты", "sent a link that confirms an address")
    )
}

extension Problem {
    fileprivate static let noPublicURL = Problem(
        .conflict,
        Localized(
            "Не задан public_url: ссылку в письме не построить.",
            "public_url is not set: the link in the mail cannot be made."
        )
    )
    fileprivate static let noEmailOfAccount = Problem(
        .conflict,
        Localized("У аккаунта нет почты.", "The account has no e-mail address.")
    )
    fileprivate static let noMailServer = Problem(
        .conflict,
        Localized("Почта не настроена: smtp_url.", "No mail server is set up: smtp_url.")
    )
    fileprivate static let onlyInTests = Problem(
        .conflict,
        Localized(
            "Номер освобождают только в тестовом режиме приложения.",
            "A number is freed in the test mode of the app only."
        )
    )
}
