import Core
import Hummingbird
import Storage
import Web

/// The app's API for staff with an API token; each call is audited (accounts.md 6.15).
struct AccountStaffRoutes: Sendable {
    /// The number of users in a list of the app's API.
    private static let listMax = 500

    let services: Services

    func add(to group: RouterGroup<WebContext>) {
        group.post("users/resetUser") { request, context in try await reset(request, context) }
        group.post("users/cancel_test") { request, context in try await free(request, context) }
        group.get("users/registered") { request, context in try await registered(request, context) }
        group.get("users/list") { request, context in try await list(request, context, "list", "") }
        group.get("users/search") { request, context in
            let text = try request.parameter("client") ?? ""
            return try await list(request, context, "search", text)
        }
    }

    private func reset(_ request: Request, _ context: WebContext) async throws -> Response {
        let author = try await AccountGate(services: services).author(request, .writePeople)
        let body = try await AccountBody(request)
        guard let id = try body.text("user", "id", lengthMax: 60).flatMap({ Identifier.normalized($0) })
        else {
            throw AccountRefusal.noSuchUser
        }
        let password = AccountPassword.make(services.random)
        let (now, passwords) = (services.now(), services.passwords)
        let hash = try await passwords.admit { try await passwords.hash(password) }
        try await services.database.write { connection in
            // An erased user must not be able to sign in again.
            guard let line = try connection.lockedAccountLine(id), line.erasedAt == nil else {
                throw AccountRefusal.noSuchUser
            }
            try connection.setAccountPassword(hash, of: id)
            try connection.logAccountEvent(
                .password,
                Localized(
                    "Пароль сброшен сотрудником: \(author.name)",
                    "Password reset by staff: \(author.name)"
                ),
                of: line.account,
                at: now
            )
            try AuditLog.record(
                .personPassword,
                subject: id,
                detail: ["app": "accounts"],
                by: author,
                at: now,
                address: context.address,
                on: connection
            )
        }
        return .personal(PublicAnswer { json in json.object { $0.member("password", password) } })
    }

    private func free(_ request: Request, _ context: WebContext) async throws -> Response {
        let author = try await AccountGate(services: services).author(request, .writePeople)
        let body = try await AccountBody(request)
        guard let text = try body.text("phone", lengthMax: 60) else { throw AccountRefusal.noPhone }
        guard let phone = AccountPhone(text) else { throw AccountRefusal.badPhone }
        let (now, services) = (services.now(), services)
        try await services.database.write { connection in
            guard try services.appSettings.of("accounts", on: connection).bool("test_mode") else {
                throw AccountRefusal.onlyInTests
            }
            guard let account = try connection.freeAccountPhone(phone, at: now, random: services.random)
            else {
                throw AccountRefusal.noSuchUser
            }
            for key in AccountLimits.keys(of: phone) {
                try AttemptLimit.clear(key, on: connection)
            }
            try connection.logAccountEvent(
                .freed,
                Localized(
                    "Номер \(phone.digits) освобождён для новой проверки",
                    "The number \(phone.digits) was freed for another test"
                ),
                of: account,
                at: now
            )
            try AuditLog.record(
                .personFreed,
                subject: account.id,
                detail: ["app": "accounts"],
                by: author,
                at: now,
                address: context.address,
                on: connection
            )
        }
        return .personal(.text("ok"))
    }

    /// Users who registered between two moments; by default in the last seven days.
    private func registered(_ request: Request, _ context: WebContext) async throws -> Response {
        let author = try await AccountGate(services: services).author(request, .readPeople)
        let now = services.now()
        let week: Duration = .seconds(7 * 86_400)
        let until = try moment("dto", of: request) ?? now.advanced(by: .microseconds(1))
        let since = try moment("dfrom", of: request) ?? until.advanced(by: .zero - week)
        return try await answer(
            "registered",
            where: "u.created_at >= \(since) AND u.created_at < \(until)",
            author,
            context
        )
    }

    private func list(
        _ request: Request,
        _ context: WebContext,
        _ call: String,
        _ text: String
    ) async throws -> Response {
        let author = try await AccountGate(services: services).author(request, .readPeople)
        guard text.unicodeScalars.count <= Limits.peopleTextLengthMax, !text.utf8.contains(0) else {
            throw AccountBody.wrong("client")
        }
        return try await answer(call, where: AccountSearch.condition(text), author, context)
    }

    /// Users newest first, up to the limit of the app's API.
    private func answer(
        _ call: String,
        where condition: SQL,
        _ author: Author,
        _ context: WebContext
    ) async throws -> Response {
        let (now, zone) = (services.now(), services.settings.timeZone)
        let accounts = try await services.database.write { connection in
            try AuditLog.record(
                .peopleListed,
                detail: ["app": "accounts", "call": .string(call)],
                by: author,
                at: now,
                address: context.address,
                on: connection
            )
            return try connection.accounts(
                where: condition,
                order: "u.created_at DESC, u.id DESC",
                limit: Self.listMax
            )
        }
        let items = JSON.array(accounts.map { $0.staffJSON(in: zone) })
        return .personal(PublicAnswer(body: items.bytes))
    }

    private func moment(_ name: String, of request: Request) throws(Problem) -> Timestamp? {
        guard let text = try request.parameter(name), !text.isEmpty else { return nil }
        guard let moment = AccountDate.moment(text, in: services.settings.timeZone) else {
            throw AccountRefusal.badDate
        }
        return moment
    }
}

extension Request {
    /// The last value of a parameter with a case-insensitive name; a plus is a space, as in a form.
    fileprivate func parameter(_ name: String) throws(Problem) -> String? {
        try Form(parsing: uri.query ?? "").fields.last { $0.name.lowercased() == name }?.value
    }
}

extension Account {
    /// A row of the lists that staff read.
    fileprivate func staffJSON(in zone: Zone) -> JSON {
        [
            "id": .string(id), "clientId": .string(card.id), "login": .string(login), "phone": JSON(phone),
            "email": JSON(email), "name": JSON(card.firstName), "firstName": JSON(card.firstName),
            "lastName": JSON(card.lastName), "surName": JSON(card.surName),
            "isConfirmed": .bool(isConfirmed), "isBlocked": .bool(isBlocked),
            "created": .string(AccountDate.text(createdAt, in: zone)),
        ]
    }
}

extension AuditAction {
    /// The password of a user was reset.
    static let personPassword = AuditAction(
        "person.password",
        Localized("пароль сброшен", "reset somebody's password")
    )
    /// A number was freed for another test.
    static let personFreed = AuditAction(
        "person.freed",
        Localized("номер освобождён", "freed a phone number")
    )
}
