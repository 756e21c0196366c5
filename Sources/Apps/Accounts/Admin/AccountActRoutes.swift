import Core
import Hummingbird
import Storage
import Web

/// What staff do to an account beside correcting it: `/admin/api/v1/accounts/users/{id}/…`.
struct AccountActRoutes: RouteList {
    static let tag = "Accounts"

    private static let pushTitleLengthMax = 100
    /// Firebase takes 4096 bytes for the whole message, and a letter has up to four.
    private static let pushTextLengthMax = 500

    let services: Services

    static let routes = [
        act(
            "block",
            "End the session and refuse the next one.",
            body: Schema.body(
                ["reason": AccountSchema.line(Limits.blockReasonLengthMax)],
                required: ["reason"]
            )
        ) { routes, call in try await routes.block(call.request, call.context) },
        act("unblock", "Let a blocked person in again.") { routes, call in
            try await routes.change(call.context) { try $0.unblock(on: $1) }
        },
        act("sign-out", "End the session.") { routes, call in
            try await routes.change(call.context) { try $0.signOut(on: $1) }
        },
        act("password", "Make a new password, which is in this answer alone.") { routes, call in
            try await routes.resetPassword(call.context)
        },
        act("confirmation", "Send the link that confirms the address.") { routes, call in
            try await routes.sendLink(call.context)
        },
        act(
            "push",
            "Send a notification to the app.",
            body: Schema.body(
                [
                    "title": AccountSchema.line(Self.pushTitleLengthMax),
                    "text": AccountSchema.line(Self.pushTextLengthMax),
                ],
                required: ["title", "text"]
            )
        ) { routes, call in try await routes.push(call.request, call.context) },
        act(
            "erase",
            "Take everything personal away for ever.",
            needs: [.writePeople, .readPeople],
            body: Schema.body(
                [
                    "digits": Schema.described(
                        Schema.text,
                        "How the phone ends, at least 2 digits; the login if there is no phone."
                    )
                ],
                required: ["digits"]
            )
        ) { routes, call in try await routes.erase(call.request, call.context) },
        Route(
            .post,
            "accounts/free",
            "accounts_free",
            "Free a number for another test; in test mode only.",
            // A dry run would reveal the owner of any number.
            needs: [.writePeople, .readPeople],
            body: Schema.body(["phone": Schema.text], required: ["phone"]),
            answer: AccountAdminRoutes.account
        ) { call in try await Self(services: call.services).free(call.request, call.context) },
    ]

    private static func act(
        _ name: String,
        _ summary: String,
        needs: [Permission] = [.writePeople],
        body: JSON? = nil,
        perform: @escaping @Sendable (Self, RouteCall) async throws -> Response
    ) -> Route {
        Route(
            .post,
            "accounts/users/{id}/\(name)",
            "accounts_\(name.replacing("-", with: "_"))",
            summary,
            needs: needs,
            body: body,
            answer: AccountAdminRoutes.account
        ) { call in try await perform(Self(services: call.services), call) }
    }

    /// Every change answers the account as it is now.
    private func change(
        _ context: StaffContext,
        _ act: @escaping @Sendable (AccountAct, any Connection) throws -> Void
    ) async throws -> Response {
        let id = try context.personID()
        try await services.actOnAccount(id, context, act)
        return try await services.accountAnswer(id, context)
    }

    private func block(_ request: Request, _ context: StaffContext) async throws -> Response {
        let reason = try await request.blockReason()
        return try await change(context) { try $0.block(reason, on: $1) }
    }

    /// Makes a new password, which is shown this once (A88).
    private func resetPassword(_ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        let password = AccountPassword.make(services.random)
        let passwords = services.passwords
        let hash = try await passwords.admit { try await passwords.hash(password) }
        try await services.actOnAccount(id, context) { act, connection in
            try connection.setAccountPassword(hash, of: id)
            let text = Localized("Пароль сбросил сотрудник", "The password was reset by staff")
            try act.record(.personPassword, .password, text, on: connection)
        }
        // One that was not kept would open nothing.
        let shown: JSON = WriteMode.isDryRun ? [:] : ["password": .string(password)]
        WriteMode.holdSecret()
        return try await services.accountAnswer(id, context, adding: shown)
    }

    /// Sends the link that confirms the address once more.
    private func sendLink(_ context: StaffContext) async throws -> Response {
        let services = services
        guard let base = services.settings.publicURL else { throw Problem.noPublicURL }
        let response = try await change(context) { act, connection in
            let account = act.line.account
            guard let email = account.email else { throw Problem.noEmailOfAccount }
            let settings = try services.appSettings.of("accounts", on: connection)
            let post = AccountMailer(settings, at: act.now, random: services.random)
            guard post.isTest || services.courier.isReady(.mail) else { throw Problem.noMailServer }
            let days = settings.integer("confirm_days")
            let until = days == 0 ? nil : act.now.advanced(by: .seconds(86_400 * days))
            let link = AccountLink(random: services.random)
            try link.keep(for: account, until: until, at: act.now, services.random, on: connection)
            try post.mail(
                .emailConfirm,
                to: email,
                ["name": account.name, "link": link.address(base, of: account.id)],
                secret: link.token,
                on: connection
            )
            try act.record(
                .confirmationSent,
                .confirmMail,
                Localized("Ссылку для почты отправил сотрудник", "The link for the e-mail was sent by staff"),
                on: connection
            )
        }
        services.courier.wake()
        return response
    }

    private func push(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let title = members.string("title").trimmingSpaces
        let text = members.string("text").replacing("\r\n", with: "\n").trimmingSpaces
        try members.finish()
        var faults: [Fault] = []
        if !title.isLine(lengthMax: Self.pushTitleLengthMax) {
            faults.append(.line("title", lengthMax: Self.pushTitleLengthMax))
        }
        let max = Self.pushTextLengthMax
        let isPlain = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
        if text.isEmpty || text.unicodeScalars.count > max || !isPlain {
            faults.append(Fault("#/text", "от 1 до \(max) символов", "must have 1 to \(max) characters"))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let number = Locked(Int64(0))
        let id = Identifier.new(at: services.now(), random: services.random)
        let account = try context.personID()
        try await services.actOnAccount(account, context) { act, connection in
            let message = try act.push(title, text, id: id, on: connection)
            number.update { $0 = message }
        }
        services.courier.wake()
        return try await services.accountAnswer(account, context, adding: ["message": .integer(number.value)])
    }

    /// The last digits of the phone show that it is this person who is meant; the login where there is no phone.
    private func erase(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let typed = members.string("digits").trimmingSpaces
        try members.finish()
        return try await change(context) { act, connection in
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

    /// Frees a number for another test; only in test mode (A94).
    private func free(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let text = members.string("phone")
        try members.finish()
        guard let phone = AccountPhone(text) else {
            throw Problem.invalid([Fault("#/phone", "не похоже на номер телефона", "is no phone number")])
        }
        let (signature, services) = (context.signature(at: services.now()), services)
        let id = try await services.database.write { connection in
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
                throw Problem.notFound(Localized("Номер свободен.", "Nobody has the number."))
            }
            for key in AccountLimits.keys(of: phone) {
                try connection.execute("DELETE FROM limits WHERE key = \(key)")
            }
            guard let line = try connection.accountLine(account.id) else { throw Problem.noSuchPerson }
            let act = AccountAct(line: line, signature: signature)
            let text = Localized("Номер освободил сотрудник", "The number was freed by staff")
            try act.record(.personFreed, .freed, text, on: connection)
            return account.id
        }
        return try await services.accountAnswer(id, context)
    }
}

extension AuditAction {
    /// Somebody was sent another link that confirms their address.
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
