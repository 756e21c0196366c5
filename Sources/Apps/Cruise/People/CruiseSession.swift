import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Finds the user of a request by the tokens in it.
struct CruiseSession: Sendable {
    let services: Services

    /// The user of a request; a guest, and a token that does not hold, are refused with 401 (decision 2).
    ///
    /// A token of the path or of the body is enough; a Bearer that is sent as well must be of the same user.
    func user(
        _ request: Request,
        pathToken: String? = nil,
        bodyToken: String? = nil
    ) async throws -> CruiseUser {
        try await open(request, pathToken: pathToken, bodyToken: bodyToken).user
    }

    /// The user, with the sign-in of the token.
    func open(
        _ request: Request,
        pathToken: String? = nil,
        bodyToken: String? = nil
    ) async throws -> (user: CruiseUser, id: String) {
        let texts = [pathToken, bodyToken, Self.bearer(request.headers)].compactMap { $0 }
        let now = services.now()
        let key = try await services.secrets.secret(CruiseToken.secretName)
        let tokens = texts.compactMap { CruiseToken($0, key: key, at: now) }
        guard let first = tokens.first, tokens.count == texts.count,
            tokens.allSatisfy({ $0.userID == first.userID })
        else { throw CruiseError.unauthorized }
        let ids = Set(tokens.map(\.sessionID))
        let users = try await services.database.read { connection in
            try ids.compactMap { try connection.cruiseUser(signedInBy: $0, at: now) }
        }
        guard let user = users.first, users.count == ids.count, users.allSatisfy({ $0.id == first.userID })
        else { throw CruiseError.unauthorized }
        return (user, first.sessionID)
    }

    /// The user of a request that guests may make, too; a Bearer that does not hold is still refused.
    func openIfAny(_ request: Request) async throws -> (user: CruiseUser, id: String)? {
        guard Self.bearer(request.headers) != nil else { return nil }
        return try await open(request)
    }

    /// Nil if the header is missing or has another scheme, as the service key has none.
    static func bearer(_ headers: HTTPFields) -> String? {
        guard let line = headers[.authorization], line.lowercased().hasPrefix("bearer ") else { return nil }
        return String(line.dropFirst(7)).trimmed
    }
}

extension Cruise {
    package func holder(ofTokenIn headers: HTTPFields, services: Services) async throws -> String? {
        guard let text = CruiseSession.bearer(headers) else { return nil }
        let now = services.now()
        let key = try await services.secrets.secret(CruiseToken.secretName)
        guard let token = CruiseToken(text, key: key, at: now) else { return nil }
        return try await services.database.read { connection in
            try connection.cruiseUser(signedInBy: token.sessionID, at: now)?.id
        }
    }
}
