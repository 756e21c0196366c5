import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Endpoints of other Google services for Firebase's command line (remote-config.md 3.1).
struct FirebaseCommandLine: Sendable {
    let services: Services
    let clients: Clients
    let management: ManagementRoutes

    /// The lifetime of a token for the command line.
    private static let tokenAge: Int64 = 3_600

    /// Returns an access token for a refresh token: a staff token serves as both.
    ///
    /// Errors have the form of RFC 6749 §5.2, like those of Google's token server.
    func token(_ request: Request, _ context: WebContext) async throws -> Response {
        let isEmulator = Emulator.isOpen(to: request, context, services.settings)
        let form = try await request.form()
        guard let token = form["refresh_token"], !token.isEmpty else {
            guard isEmulator else {
                throw Problem.notFound(Localized("Такого адреса нет.", "There is no such address."))
            }
            return Self.answer(Emulator.token)
        }
        try await clients.count(context.address, [:], in: "staff") { nil }
        if try await services.staff.author(forToken: token) != nil { return Self.answer(token) }
        if isEmulator { return Self.answer(Emulator.token) }
        return .json(
            [
                "error": "invalid_grant",
                "error_description": "FIREBASE_TOKEN must be a token of Vitrina: vitrina tokens create",
            ],
            status: .badRequest
        )
    }

    private static func answer(_ token: String) -> Response {
        .json(["access_token": .string(token), "expires_in": .integer(tokenAge), "token_type": "Bearer"])
    }

    func project(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        try await author(request, context).require(.readFlags)
        let project = try project(path)
        return .json([
            "projectId": .string(project.id), "projectNumber": .string(String(project.number)),
            "name": .string(project.title), "lifecycleState": "ACTIVE",
        ])
    }

    /// The requested permissions that the author has: reading, or publishing as well.
    func permissions(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        let author = try await author(request, context)
        _ = try project(path)
        let asked = try await FlagBody.strict(request)["permissions"]?.strings ?? []
        let granted = asked.filter { name in
            let isReading = name.hasSuffix(".get") || name.hasSuffix(".list")
            return author.may(isReading ? .readFlags : .publishFlags)
        }
        return .json(["permissions": .array(granted.map { .string($0) })])
    }

    private func project(_ path: FlagPath) throws(Problem) -> FlagProject {
        guard let project = services.flags.live.state.project(path.project)?.project else {
            throw Problem.noFlagProject
        }
        return project
    }

    private func author(_ request: Request, _ context: WebContext) async throws -> Author {
        if Emulator.isOpen(to: request, context, services.settings) { return Emulator.author }
        return try await management.author(of: request, context)
    }
}
