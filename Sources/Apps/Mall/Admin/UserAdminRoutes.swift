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
            let id = try call.context.personID()
            let answer = try await answer(id, call)
            try await call.services.noteLook(at: id, in: UserQuery.list, call.context)
            return answer
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
            "How many have taken the survey, and what they answered.",
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
            let reason = try await call.request.blockReason()
            return { try $0.block(reason, on: $1) }
        },
        change("unblock", "Let a blocked person in again.") { _ in { try $0.unblock(on: $1) } },
        change("sign-out", "End the session of a person.") { _ in { try $0.signOut(on: $1) } },
        change(
            "erase",
            "Take everything personal away for ever; points, gifts and invitations stay.",
            body: Schema.body(
                ["digits": Schema.described(Schema.text, "How the phone ends, at least 2 digits.")],
                required: ["digits"]
            )
        ) { call in try await erasure(call) },
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
            let id = try call.context.personID()
            return try await call.services.reveal(id, call.context) { connection in
                guard let user = try connection.mallUser(id) else { throw Problem.noSuchPerson }
                guard let phone = user.phone else { throw Problem.erasedPerson }
                return phone
            }
        },
    ]

    private typealias Act = @Sendable (UserAct, any Connection) throws -> Void

    private static func change(
        _ name: String,
        _ summary: String,
        body: JSON? = nil,
        act: @escaping @Sendable (RouteCall) async throws -> Act
    ) -> Route {
        Route(
            .post,
            "mall/users/{id}/\(name)",
            "users_\(name.replacing("-", with: "_"))",
            summary,
            needs: [.writePeople],
            body: body,
            answer: .json(told, person)
        ) { call in try await perform(call, try await act(call)) }
    }

    /// Every change answers the person as they are now.
    private static func perform(_ call: RouteCall, _ act: @escaping Act) async throws -> Response {
        let id = try call.context.personID()
        let signature = call.context.signature(at: call.services.now())
        try await call.services.database.write { connection in
            guard try connection.lockMallUser(id), let user = try connection.mallUser(id) else {
                throw Problem.noSuchPerson
            }
            guard user.erasedAt == nil else { throw Problem.erasedPerson }
            try act(UserAct(user: user, signature: signature), connection)
        }
        return try await answer(id, call)
    }

    /// The record of a person as far as the author may see it; the entity tag is the revision that a change must name.
    private static func answer(_ id: String, _ call: RouteCall) async throws -> Response {
        guard let record = try await call.services.database.read({ try $0.userRecord(id) }) else {
            throw Problem.noSuchPerson
        }
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
        let edit = try UserEdit(name: name, email: email)
        let language = call.language
        return try await perform(call) { act, connection in
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

    /// The last digits of the phone confirm that this is the person to be erased.
    private static func erasure(_ call: RouteCall) async throws -> Act {
        var members = MemberReader(try await call.request.object())
        let digits = members.string("digits").filter { $0.isASCII && $0.isNumber }
        try members.finish()
        // A dry run must not reveal more of a number than its mask shows.
        let mayBeAsked = call.author.may(.readPeople) || digits.count <= PhoneNumber.shownDigitsCount
        return { act, connection in
            guard digits.count >= 2, mayBeAsked, act.user.phone?.description.hasSuffix(digits) == true else {
                throw Problem.invalid([
                    Fault("#/digits", "не совпадает с концом номера", "is not how the phone ends")
                ])
            }
            try act.erase(on: connection)
        }
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
        // Lists do not look for a session.
        optional: ["is_signed_in"]
    )
}
