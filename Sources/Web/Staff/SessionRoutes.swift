import Core
import HTTPTypes
import Hummingbird

/// Signing in and out, and the sessions of a member of staff.
enum SessionRoutes: RouteList {
    static let tag = "Staff"
    static let cookie = "vitrina_session"
    /// The cookie over TLS: with this prefix browsers accept it from this very host alone (RFC 6265bis §4.1.3).
    static let secureCookie = "__Host-vitrina_session"

    static let routes = [
        Route(
            .get,
            "session",
            "session",
            "The member of staff who is signed in.",
            needs: [],
            answer: .json("The member of staff who is signed in.", Schema.object(["staff": staff]))
        ) { call in
            guard let id = call.author.staffID else {
                let author = call.author
                return .json(["staff": ["name": .string(author.name), "role": .string(author.role.rawValue)]])
            }
            return .json(["staff": try await call.services.staff.get(id, by: call.author).json])
        },
        Route(.delete, "session", "sign_out", "Sign out.", needs: [], answer: .nothing) { call in
            let staff = call.services.staff
            if let secret = call.request.sessionSecret, let session = try await staff.session(secret: secret)
            {
                try await staff.endSession(session.id, by: call.author, address: call.context.address)
            }
            return ended
        },
        Route(
            .get,
            "sessions",
            "sessions",
            "Where one is signed in.",
            needs: [],
            answer: .page(of: session)
        ) { call in
            let sessions = try await call.services.staff.sessions(of: call.author)
            return .json(["items": .array(sessions.map(\.json)), "next": .null])
        },
        Route(.delete, "sessions", "sign_out_everywhere", "Sign out everywhere.", needs: [], answer: .nothing)
        { call in
            try await call.services.staff.endSessions(of: call.author, address: call.context.address)
            return ended
        },
        Route(.delete, "sessions/{id}", "session_end", "Sign out in one place.", needs: [], answer: .nothing)
        { call in
            let address = call.context.address
            try await call.services.staff.endSession(try call.id, by: call.author, address: address)
            return Response(status: .noContent)
        },
        Route(
            .put,
            "password",
            "password_change",
            "Change one's own password; other sessions end, API tokens only if revoke_tokens says so.",
            needs: [],
            body: Schema.body(
                [
                    "current": Schema.text, "password": Schema.text(lengthMax: Limits.passwordLengthMax),
                    "revoke_tokens": Schema.flag,
                ],
                required: ["current", "password"]
            ),
            answer: .json(
                "The number of valid tokens.",
                Schema.object(["open_tokens": Schema.integer, "revoked_tokens": Schema.integer])
            )
        ) { call in try await changePassword(call) },
    ]

    /// Signing in needs no permission; it sets the session's cookie.
    static func signIn(
        _ request: Request,
        _ context: WebContext,
        _ services: Services,
        _ clients: Clients
    ) async throws -> Response {
        try DryRunAsk(request).refuse()
        var members = MemberReader(try await request.object())
        let (email, password) = (members.string("email"), members.string("password"))
        try members.finish()
        let (secret, session) = try await services.staff.signIn(
            email: email,
            password: password,
            address: context.address,
            door: .api
        )
        var response = Response.json(["staff": session.staff.json])
        response.beginSession(secret, isSecure: clients.isSecure(request))
        return response
    }

    private static func changePassword(_ call: RouteCall) async throws -> Response {
        try DryRunAsk(call.request).refuse()
        var members = MemberReader(try await call.request.object())
        let (current, password) = (members.string("current"), members.string("password"))
        let revokesTokens = members.optionalBool("revoke_tokens") ?? false
        try members.finish()
        let staff = call.services.staff
        var session: StaffSession?
        if let secret = call.request.sessionSecret { session = try await staff.session(secret: secret) }
        let revoked = try await staff.changePassword(
            from: current,
            to: password,
            keeping: session?.id,
            revokingTokens: revokesTokens,
            by: call.author,
            address: call.context.address
        )
        let open = try await staff.openTokenCount(of: call.author.staffID ?? "")
        return .json(["open_tokens": .integer(Int64(open)), "revoked_tokens": .integer(Int64(revoked))])
    }

    private static var ended: Response {
        var response = Response(status: .noContent)
        response.endSession()
        return response
    }

    private static let session = Schema.object([
        "id": Schema.uuid, "created_at": Schema.moment, "last_seen_at": Schema.moment,
        "expires_at": Schema.moment, "address": Schema.optionalText,
    ])

    private static let staff = Schema.object(
        [
            "id": Schema.uuid, "email": Schema.text, "name": Schema.text,
            "role": Schema.choice(of: Role.self),
            "grants": Schema.list(of: Schema.choice(of: Permission.self)),
            "permissions": Schema.list(of: Schema.choice(of: Permission.self)), "is_active": Schema.flag,
            "created_at": Schema.moment, "last_sign_in_at": Schema.optionalMoment,
        ],
        // The person who runs the program is not a member of staff.
        optional: ["id", "email", "grants", "permissions", "is_active", "created_at", "last_sign_in_at"]
    )
}

extension Request {
    /// The secret in either cookie, so that a session that began over plain HTTP continues over TLS.
    var sessionSecret: String? {
        let cookies = cookies
        return (cookies[SessionRoutes.secureCookie] ?? cookies[SessionRoutes.cookie])?.value
    }
}

extension Response {
    mutating func beginSession(_ secret: String, isSecure: Bool) {
        setCookie(.session(secret, isSecure: isSecure))
        // A cookie from before TLS would otherwise be sent along for its whole life.
        if isSecure { setCookie(.session("", isSecure: false)) }
    }

    /// Removes the cookie, under both names.
    mutating func endSession() {
        for isSecure in [false, true] { setCookie(.session("", isSecure: isSecure)) }
    }
}

extension Cookie {
    /// The cookie of a session; an empty secret removes it.
    ///
    /// It is sent when a link from another site is followed; a change that another site requests is refused.
    fileprivate static func session(_ secret: String, isSecure: Bool) -> Cookie {
        Cookie(
            name: isSecure ? SessionRoutes.secureCookie : SessionRoutes.cookie,
            value: secret,
            maxAge: secret.isEmpty ? 0 : Int(Limits.sessionAge.components.seconds),
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .lax
        )
    }
}

/// The member of staff who is signed in, as the admin API answers.
package struct SessionHolder: Sendable, JSONReadable {
    private struct Member: JSONReadable {
        let name: String
        let role: String
        /// Nil for a token that no member of staff has.
        let email: String?

        init(json: JSON) throws(Fault) {
            name = try json.get("name")
            role = try json.get("role")
            email = try json.get("email")
        }
    }

    package let name: String
    package let role: String
    package let email: String?

    package init(json: JSON) throws(Fault) {
        let member: Member = try json.get("staff")
        (name, role, email) = (member.name, member.role, member.email)
    }
}
