import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What Firebase's command line asks of other services of Google's before it comes to Remote Config
/// (remote-config.md 3.1).
struct FirebaseCommandLine: Sendable {
    let services: Services
    let clients: Clients
    let management: ManagementRoutes

    /// How long it keeps a token before it asks for one again.
    private static let tokenAge: Int64 = 3_600

    /// Gives it an access token for what it has as a refresh token: a token of a member of staff is both.
    ///
    /// Refusals have the form of RFC 6749 §5.2, as those of Google's server of tokens have.
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

    /// Those of the permissions that somebody has here: looking, or changing as well.
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
