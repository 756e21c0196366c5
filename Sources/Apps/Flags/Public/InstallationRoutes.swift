import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

/// Issues ids and tokens of installations, so that a web app needs no server of Google's (R83, R111).
struct InstallationRoutes: Sendable {
    let services: Services
    let limits: FlagRateLimits

    func create(_ path: FlagPath, _ request: Request, _ context: WebContext) async throws -> Response {
        let project = try project(path, request, context)
        let body = try await FlagBody.lenient(request)
        let app = try app(of: body)
        let id = services.flags.installations.id(asked: body.field("fid"))
        return .json([
            "name": .string("projects/\(project.number)/installations/\(id)"),
            "fid": .string(id),
            "refreshToken": .string(try await services.flags.installations.refreshToken(id, project)),
            "authToken": try await token(id, app, project),
        ])
    }

    /// Renews the token by `Authorization: FIS_v2 <refreshToken>` (R82).
    func renew(
        _ id: String,
        _ path: FlagPath,
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let project = try project(path, request, context)
        let body = try await FlagBody.lenient(request)
        try await require(request, of: id, in: project)
        return .json(try await token(id, try app(of: body["installation"] ?? [:]), project))
    }

    /// Deletes an installation for Firebase's SDKs; nothing is stored here, because the tokens are only signed.
    func delete(
        _ id: String,
        _ path: FlagPath,
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let project = try project(path, request, context)
        try await require(request, of: id, in: project)
        return .json([:])
    }

    /// The project that the key of the request opens; counts the request.
    private func project(
        _ path: FlagPath,
        _ request: Request,
        _ context: WebContext
    ) throws -> FlagProject {
        try limits.count(address: context.address)
        return try services.flags.live.open(path.project, key: request.clientKey).project.project
    }

    /// Throws unless the request has the refresh token of the installation.
    private func require(_ request: Request, of id: String, in project: FlagProject) async throws {
        let scheme = "FIS_v2 "
        guard let header = request.headers[.authorization], header.hasPrefix(scheme),
            try await services.flags.installations.isRefreshToken(
                String(header.dropFirst(scheme.count)),
                of: id,
                in: project
            )
        else {
            throw Problem(
                .unauthenticated,
                Localized("Токен обновления не подходит.", "The refresh token is not right.")
            )
        }
    }

    private func app(of json: JSON) throws(Problem) -> String {
        let max = Limits.flagInstanceLengthMax
        guard let app = json.field("appId", "app_id"), app.utf8.count <= max else {
            throw .invalid([Fault("#/appId", "от 1 до \(max) знаков", "must have 1 to \(max) characters")])
        }
        return app
    }

    private func token(_ id: String, _ app: String, _ project: FlagProject) async throws -> JSON {
        [
            "token": .string(try await services.flags.installations.authToken(id, app: app, project)),
            "expiresIn": .string("\(Limits.installationTokenAge.components.seconds)s"),
        ]
    }
}
