import Core
import HTTPTypes
import Hummingbird

/// Signing in and out, and where one is signed in.
struct SessionRoutes: Sendable {
    static let cookie = "vitrina_session"
    /// The same over TLS: a browser takes a cookie of such a name from this very host alone (RFC 6265bis §4.1.3).
    static let secureCookie = "__Host-vitrina_session"

    let services: Services
    let clients: Clients

    func add(to open: RouterGroup<WebContext>, staff: RouterGroup<StaffContext>) {
        open.post("session") { request, context in try await signIn(request, context) }
        staff.get("session") { _, context in try await show(context) }
        staff.delete("session") { request, context in try await signOut(request, context) }
        staff.put("password") { request, context in try await changePassword(request, context) }
        staff.get("sessions") { _, context in
            let sessions = try await services.staff.sessions(of: context.author)
            return Response.json(["items": .array(sessions.map(\.json)), "next": .null])
        }
        staff.delete("sessions") { _, context in
            try await services.staff.endSessions(of: context.author, address: context.address)
            return ended
        }
        staff.delete("sessions/{id}") { _, context in
            try await services.staff.endSession(try context.id, by: context.author, address: context.address)
            return Response(status: .noContent)
        }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        guard let id = context.author.staffID else {
            return .json([
                "staff": [
                    "name": .string(context.author.name), "role": .string(context.author.role.rawValue),
                ]
            ])
        }
        return .json(["staff": try await services.staff.get(id, by: context.author).json])
    }

    private func signIn(_ request: Request, _ context: WebContext) async throws -> Response {
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

    private func changePassword(_ request: Request, _ context: StaffContext) async throws -> Response {
        try DryRunAsk(request).refuse()
        var members = MemberReader(try await request.object())
        let (current, password) = (members.string("current"), members.string("password"))
        let revokesTokens = members.optionalBool("revoke_tokens") ?? false
        try members.finish()
        let secret = request.sessionSecret
        let session =
            if let secret { try await services.staff.session(secret: secret) } else { StaffSession?.none }
        let revoked = try await services.staff.changePassword(
            from: current,
            to: password,
            keeping: session?.id,
            revokingTokens: revokesTokens,
            by: context.author,
            address: context.address
        )
        let open = try await services.staff.openTokenCount(of: context.author.staffID ?? "")
        return .json(["open_tokens": .integer(Int64(open)), "revoked_tokens": .integer(Int64(revoked))])
    }

    private func signOut(_ request: Request, _ context: StaffContext) async throws -> Response {
        if let secret = request.sessionSecret,
            let session = try await services.staff.session(secret: secret)
        {
            try await services.staff.endSession(session.id, by: context.author, address: context.address)
        }
        return ended
    }

    private var ended: Response {
        var response = Response(status: .noContent)
        response.endSession()
        return response
    }
}

extension Request {
    /// What the browser keeps of its session, by either name: one that began over plain HTTP goes on over TLS.
    var sessionSecret: String? {
        let cookies = cookies
        return (cookies[SessionRoutes.secureCookie] ?? cookies[SessionRoutes.cookie])?.value
    }
}

extension Response {
    mutating func beginSession(_ secret: String, isSecure: Bool) {
        setCookie(.session(secret, isSecure: isSecure))
        // One that was there before TLS was would be sent along for as long as it lives.
        if isSecure { setCookie(.session("", isSecure: false)) }
    }

    /// Takes the cookie away, by both names.
    mutating func endSession() {
        for isSecure in [false, true] { setCookie(.session("", isSecure: isSecure)) }
    }
}

extension Cookie {
    /// The one that names a session; an empty secret takes it away.
    ///
    /// A link from another site may be followed with it; a change that another site asks for is refused.
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
