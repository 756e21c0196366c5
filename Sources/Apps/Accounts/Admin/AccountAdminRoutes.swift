import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The people who use the app, in the admin API: `/admin/api/v1/accounts/users` (A86–A89).
struct AccountAdminRoutes: RouteList {
    static let tag = "Accounts"

    let services: Services

    static let routes = [
        Route(
            .get,
            "accounts/users",
            "accounts_list",
            "The people who use the app, newest first; without people.read they are masked.",
            needs: [.readContent],
            parameters: AccountQuery.parameters + RouteParameter.paging,
            answer: page
        ) { call in
            try await AccountQuery.page(
                AdminQuery(call.request, AccountQuery.names),
                call.services,
                call.context
            )
        },
        Route(
            .get,
            "accounts/registered",
            "accounts_registered",
            "Those who have registered between two moments; in the last seven days if none are named.",
            needs: [.readContent],
            parameters: AccountQuery.parameters + RouteParameter.paging,
            answer: page
        ) { call in
            try await Self(services: call.services).registered(call.request, call.context)
        },
        Route(
            .get,
            "accounts/users/export",
            "accounts_export",
            "The same as a table (CSV, RFC 4180); it is written into the audit.",
            needs: [.readPeople],
            parameters: AccountQuery.tableParameters,
            answer: .file("The table.", "text/csv")
        ) { call in
            try await AccountQuery.table(
                "accounts",
                of: "accounts",
                call.request,
                call.services,
                call.context
            )
        },
        Route(
            .get,
            "accounts/users/{id}",
            "accounts_get",
            "Everything about an account.",
            needs: [.readContent],
            answer: account
        ) { call in try await Self(services: call.services).show(call.context) },
        Route(
            .patch,
            "accounts/users/{id}",
            "accounts_change",
            "Correct an account; what is not named stays.",
            // An editor who sees only initials would overwrite the name with them.
            needs: [.readPeople, .writePeople],
            headers: [OpenAPI.versionParameter],
            body: Schema.body([
                "login": AccountSchema.line(Limits.accountLoginLengthMax), "email": Schema.optionalText,
                "push_token": Schema.optionalText, "first_name": Schema.optionalText,
                "last_name": Schema.optionalText, "patronymic": Schema.optionalText,
                "is_confirmed": Schema.flag,
            ]),
            answer: account
        ) { call in try await Self(services: call.services).edit(call.request, call.context) },
        Route(
            .post,
            "accounts/users/{id}/reveal",
            "accounts_reveal",
            "The whole phone; it is written into the audit.",
            needs: [.readPeople],
            answer: .json(
                "The phone.",
                Schema.object(["id": Schema.uuid, "phone": Schema.text, "spaced": Schema.text])
            )
        ) { call in try await Self(services: call.services).reveal(call.context) },
    ]

    static let account = RouteAnswer.json("The account as it is now.", AccountSchema.account)
    private static let page = RouteAnswer.page(
        of: AccountSchema.account,
        also: ["count": Schema.integer],
        optional: ["count"]
    )

    // MARK: Looking

    /// Those who have registered between two moments: in the last seven days where none are named (A89).
    private func registered(_ request: Request, _ context: StaffContext) async throws -> Response {
        var query = AdminQuery(request, AccountQuery.names)
        let until = query.moment("registered_until") ?? services.now()
        query.assume("registered_from", until.advanced(by: .seconds(-7 * 86_400)).description)
        return try await AccountQuery.page(query, services, context)
    }

    private func show(_ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        let answer = try await services.accountAnswer(id, context)
        try await services.noteLook(at: id, in: AccountQuery.list, context)
        return answer
    }

    // MARK: Changing

    /// The whole form or a part of it, from the revision that somebody has seen (A87).
    private func edit(_ request: Request, _ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        let revision = try request.version()
        let edit = try AccountEdit(await request.object())
        let language = context.language
        try await services.actOnAccount(id, context) { act, connection in
            guard revision == nil || act.line.revision == revision else {
                throw Problem(
                    .stale,
                    Localized(
                        "Аккаунт тем временем изменился. Посмотрите, что там теперь.",
                        "The account has changed meanwhile. Look at what it is now."
                    ),
                    current: try connection.accountRecord(id, at: act.now)?.json(
                        for: act.signature.author,
                        language
                    )
                )
            }
            try act.edit(edit, on: connection)
        }
        return try await services.accountAnswer(id, context)
    }

    private func reveal(_ context: StaffContext) async throws -> Response {
        let id = try context.personID()
        return try await services.reveal(id, context, detail: ["app": "accounts"]) { connection in
            guard let line = try connection.accountLine(id) else { throw Problem.noSuchPerson }
            guard let digits = line.account.phone else {
                throw line.erasedAt == nil ? Problem.noPhoneOfAccount : Problem.erasedPerson
            }
            return PhoneNumber(kept: "+7\(digits.prefix(10))")
        }
    }
}

extension Services {
    /// The record of an account as far as the author may see it; the tag is the revision that a change names.
    func accountAnswer(
        _ id: String,
        _ context: StaffContext,
        adding more: JSON = [:]
    ) async throws -> Response {
        let now = now()
        guard let record = try await database.read({ try $0.accountRecord(id, at: now) }) else {
            throw Problem.noSuchPerson
        }
        var response = Response.json(record.json(for: context.author, context.language).adding(more))
        response.headers[.eTag] = "\"\(record.line.revision)\""
        return response
    }

    /// One act of one member of staff; nothing is done to those who were erased.
    func actOnAccount(
        _ id: String,
        _ context: StaffContext,
        _ act: @escaping @Sendable (AccountAct, any Connection) throws -> Void
    ) async throws {
        try context.author.require(.writePeople)
        let signature = context.signature(at: now())
        try await database.write { connection in
            guard let line = try connection.lockedAccountLine(id) else { throw Problem.noSuchPerson }
            guard line.erasedAt == nil else { throw Problem.erasedPerson }
            try act(AccountAct(line: line, signature: signature), connection)
        }
    }
}

extension Problem {
    static var noPhoneOfAccount: Problem {
        Problem(.conflict, Localized("Номера нет.", "There is no phone."))
    }
}
