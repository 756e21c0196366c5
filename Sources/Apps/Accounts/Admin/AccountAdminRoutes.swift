import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The people who use the app, in the admin API: `/admin/api/v1/accounts/users` (A86–A89).
enum AccountAdminRoutes: RouteList {
    static let tag = "Accounts"

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
            var query = AdminQuery(call.request, AccountQuery.names)
            let until = query.moment("registered_until") ?? call.services.now()
            query.assume("registered_from", until.advanced(by: .seconds(-7 * 86_400)).description)
            return try await AccountQuery.page(query, call.services, call.context)
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
        ) { call in call.answer(try await call.accounts.look(call.id)) },
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
        ) { call in
            let revision = try call.request.version()
            let edit = try AccountEdit(await call.request.object())
            try await call.accounts.edit(call.id, edit, revision: revision)
            return call.answer(try await call.accounts.record(call.id))
        },
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
        ) { call in .json(try await call.accounts.reveal(call.id).json) },
    ]

    static let account = RouteAnswer.json("The account as it is now.", AccountSchema.account)
    private static let page = RouteAnswer.page(
        of: AccountSchema.account,
        also: ["count": Schema.integer],
        optional: ["count"]
    )
}

extension RouteCall {
    var accounts: AccountOperations { AccountOperations(services, context) }

    /// The record of an account as far as the author may see it; the tag is the revision that a change must name.
    func answer(_ record: AccountRecord, adding more: JSON = [:]) -> Response {
        var response = Response.json(record.json(for: author, language).adding(more))
        response.headers[.eTag] = "\"\(record.line.revision)\""
        return response
    }
}
