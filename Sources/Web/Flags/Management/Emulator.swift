import Core
import Foundation
import HTTPTypes
import Hummingbird

/// What Firebase's command line needs of a server that it takes for an emulator (decision 8).
enum Emulator {
    /// What it sends to every server that speaks plain HTTP.
    static let token = "owner"
    static let author = Author(staffID: nil, name: "emulator", role: .owner, door: .api)

    /// Only where whoever runs the server wants it, and only on the same machine.
    ///
    /// A browser there may ask for a page of any site: it says of which one, or calls this server by that site's name.
    static func isOpen(to request: Request, _ context: WebContext, _ settings: WebSettings) -> Bool {
        settings.isEmulator && request.headers[.forwardedFor] == nil && request.headers[.origin] == nil
            && ["127.0.0.1", "::1"].contains(context.address) && isNamedLocal(request)
    }

    private static func isNamedLocal(_ request: Request) -> Bool {
        let host = URLComponents(string: "http://\(request.head.authority ?? "")")?.host
        return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }

    static func token(_ request: Request, _ context: WebContext, _ settings: WebSettings) throws -> Response {
        try require(request, context, settings)
        return .json(["access_token": .string(token), "expires_in": 3_600, "token_type": "Bearer"])
    }

    static func project(_ path: FlagPath, _ live: LiveFlags) throws(Problem) -> Response {
        guard let project = live.state.project(path.project)?.project else { throw Problem.noFlagProject }
        return .json([
            "projectId": .string(project.id), "projectNumber": .string(String(project.number)),
            "name": .string(project.title), "lifecycleState": "ACTIVE",
        ])
    }

    /// Whoever asks has whatever is asked for.
    static func permissions(_ request: Request) async throws -> Response {
        let json = try await FlagBody.strict(request)
        return .json(["permissions": .array(json["permissions"]?.strings.map { .string($0) } ?? [])])
    }

    static func require(
        _ request: Request,
        _ context: WebContext,
        _ settings: WebSettings
    ) throws(Problem) {
        guard isOpen(to: request, context, settings) else {
            throw .notFound(Localized("Такого адреса нет.", "There is no such address."))
        }
    }
}
