import Core
import HTTPTypes
import Hummingbird

/// Signing in and out, and where one is signed in.
struct SessionRoutes: Sendable {
    static let cookie = "vitrina_session"

    let services: Services
    let clients: Clients

    func add(to open: RouterGroup<WebContext>, staff: RouterGroup<StaffContext>) {
        open.post("session") { request, context in try await signIn(request, context) }
        staff.get("session") { _, context in
            .json(["staff": try await services.staff.staff(try context.staffID).json])
        }
        staff.delete("session") { request, context in try await signOut(request, context) }
        staff.get("sessions") { _, context in
            let sessions = try await services.staff.sessions(of: try context.staffID)
            return .json(["items": .array(sessions.map(\.json)), "next": .null])
        }
        staff.delete("sessions") { _, context in
            try await services.staff.endSessions(of: try context.staffID, by: context.author, address: context.address)
            return ended
        }
    }

    private func signIn(_ request: Request, _ context: WebContext) async throws -> Response {
        var members = try Members(await request.object())
        let (email, password) = (members.string("email"), members.string("password"))
        try members.finish()
        let signIn = try await services.staff.signIn(
            email: email, password: password, address: context.address, door: .api)
        let isSecure = clients.baseURL(authority: request.head.authority, headers: request.headers)
            .hasPrefix("https://")
        var response = Response.json(["staff": signIn.staff.json])
        response.setCookie(
            Cookie(
                name: Self.cookie, value: signIn.secret, maxAge: Int(Limits.sessionAge.components.seconds), path: "/",
                secure: isSecure, httpOnly: true, sameSite: .strict))
        return response
    }

    private func signOut(_ request: Request, _ context: StaffContext) async throws -> Response {
        if let secret = request.cookies[Self.cookie]?.value {
            try await services.staff.endSession(secret, by: context.author, address: context.address)
        }
        return ended
    }

    private var ended: Response {
        var response = Response(status: .noContent)
        response.setCookie(
            Cookie(name: Self.cookie, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict))
        return response
    }
}

extension StaffContext {
    /// The member of staff who asks; a token without one, or the command line, has none.
    var staffID: String {
        get throws {
            guard let id = author.staffID else {
                throw Problem(
                    .conflict, Localized("Здесь нужен вход сотрудника.", "Only a member of staff has this."))
            }
            return id
        }
    }
}
