import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Users of the app in the admin API: `/admin/api/v1/mall/users` (M127).
enum UserAdminRoutes: RouteList {
    static let tag = "People"

    static let routes = reads + changes

    private static let reads = [
        Route(
            .get,
            "mall/users",
            "users_list",
            "The people who use the app, newest first; without people.read they are masked.",
            needs: [.readContent],
            parameters: UserQuery.parameters + RouteParameter.paging,
            answer: .page(of: person, also: ["count": Schema.integer], optional: ["count"])
        ) { call in
            try await UserQuery.page(AdminQuery(call.request, UserQuery.names), call.services, call.context)
        },
        Route(
            .get,
            "mall/users/export",
            "users_export",
            "The same as a table (CSV, RFC 4180); it is written into the audit.",
            needs: [.readPeople],
            parameters: UserQuery.tableParameters,
            answer: .file("The table.", "text/csv")
        ) { call in
            try await UserQuery.table("users", of: "mall", call.request, call.services, call.context)
        },
        Route(
            .get,
            "mall/users/{id}",
            "users_get",
            "Everything about a person.",
            needs: [.readContent],
            answer: .json(told, person)
        ) { call in
            answer(try await call.users.look(call.id), call)
        },
        Route(
            .get,
            "mall/users/{id}/entries",
            "users_entries",
            "The points of a person, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging,
            answer: .page(of: ["type": "object", "additionalProperties": true])
        ) { call in try await entries(call) },
        Route(
            .get,
            "mall/survey",
            "survey",
            "The number of people who have taken the survey, and their answers.",
            needs: [.readContent],
            answer: .json("The numbers.", SurveySummary.schema)
        ) { call in
            let now = call.services.now()
            return .json(try await call.services.database.read { try $0.surveySummary(at: now) }.json)
        },
    ]

    private static let changes = [
        Route(
            .patch,
            "mall/users/{id}",
            "users_change",
            "Correct a name or an e-mail address.",
            // An editor who sees only initials would overwrite the name with them.
            needs: [.readPeople, .writePeople],
            headers: [OpenAPI.versionParameter],
            body: Schema.body([
                "name": Schema.text(lengthMax: Limits.personNameLengthMax).adding(["minLength": 1]),
                "email": ["type": "string", "format": "email"],
            ]),
            answer: .json(told, person)
        ) { call in try await edit(call) },
        change(
            "block",
            "End the session and refuse the next one.",
            body: Schema.body(
                ["reason": Schema.text(lengthMax: Limits.blockReasonLengthMax).adding(["minLength": 1])],
                required: ["reason"]
            )
        ) { call in
            let reason = try await call.request.onlyText("reason")
            try await call.users.block(call.id, reason: reason)
        },
        change("unblock", "Let a blocked person in again.") { call in
            try await call.users.unblock(call.id)
        },
        change("sign-out", "End the session of a person.") { call in
            try await call.users.signOut(call.id)
        },
        change(
            "erase",
            "Take everything personal away for ever; points, gifts and invitations stay.",
            body: Schema.body(
                ["digits": Schema.described(Schema.text, "The last digits of the phone, at least 2.")],
                required: ["digits"]
            )
        ) { call in
            let digits = try await call.request.onlyText("digits")
            try await call.users.erase(call.id, digits: digits)
        },
        Route(
            .post,
            "mall/users/{id}/reveal",
            "users_reveal",
            "The whole phone of a person; it is written into the audit.",
            needs: [.readPeople],
            answer: .json(
                "The phone.",
                Schema.object(["id": Schema.uuid, "phone": Schema.text, "spaced": Schema.text])
            )
        ) { call in
            .json(try await call.users.reveal(call.id).json)
        },
    ]

    /// A route for a change, whose response is the changed user.
    private static func change(
        _ name: String,
        _ summary: String,
        body: JSON? = nil,
        perform: @escaping @Sendable (RouteCall) async throws -> Void
    ) -> Route {
        Route(
            .post,
            "mall/users/{id}/\(name)",
            "users_\(name.replacing("-", with: "_"))",
            summary,
            needs: [.writePeople],
            body: body,
            answer: .json(told, person)
        ) { call in
            try await perform(call)
            return answer(try await call.users.record(call.id), call)
        }
    }

    /// The record of a user as far as the author may see it; the entity tag is the revision that a change must name.
    private static func answer(_ record: UserRecord, _ call: RouteCall) -> Response {
        var response = Response.json(record.json(for: call.author, call.language))
        if call.author.may(.readPeople) { response.headers[.eTag] = "\"\(record.line.user.revision)\"" }
        return response
    }

    private static func entries(_ call: RouteCall) async throws -> Response {
        let (id, limit, cursor) = (try call.context.personID(), call.limit, try call.numberCursor())
        let entries = try await call.services.database.read { connection in
            guard try connection.mallUser(id) != nil else { throw Problem.noSuchPerson }
            return try connection.pointsEntries(of: id, before: cursor ?? .max, limit: limit + 1)
        }
        let page = AdminPage(entries, limit: limit) { String($0.number) }
        return .json(page.json { $0.json(for: call.author, call.language) })
    }

    private static func edit(_ call: RouteCall) async throws -> Response {
        let revision = try call.request.version()
        var members = MemberReader(try await call.request.object())
        let (name, email) = (members.optionalString("name"), members.optionalString("email"))
        try members.finish()
        try await call.users.edit(call.id, UserEdit(name: name, email: email), revision: revision)
        return answer(try await call.users.record(call.id), call)
    }

    private static let told =
        "The person as they are now, with gifts, events, invitations, points, telephones and reviews."

    private static let person = Schema.object(
        [
            "id": Schema.uuid,
            "phone": Schema.described(Schema.optionalText, "Masked; null once the person is erased."),
            "name": Schema.optionalText, "email": Schema.optionalText, "is_masked": Schema.flag,
            "is_blocked": Schema.flag, "is_erased": Schema.flag, "is_signed_in": Schema.flag,
            "is_invited": Schema.flag, "referral_code": Schema.text, "created_at": Schema.moment,
            "confirmed_at": Schema.optionalMoment, "registered_at": Schema.optionalMoment,
            "signed_in_at": Schema.optionalMoment, "surveyed_at": Schema.optionalMoment,
            "blocked_at": Schema.optionalMoment, "erased_at": Schema.optionalMoment,
            "date_birth": Schema.optionalMoment, "have_kids": Schema.orNull(Schema.flag),
            "balance": Schema.integer, "earned": Schema.integer, "spent": Schema.integer,
            "invited_count": Schema.integer, "gifts_count": Schema.integer, "owned_count": Schema.integer,
            "share_count": Schema.integer, "app_evaluation": Schema.orNull(Schema.integer(1...5)),
        ],
        // Lists do not check for a session.
        optional: ["is_signed_in"]
    )
}

extension RouteCall {
    fileprivate var users: UserOperations { UserOperations(services, context) }
}
