import Core
import HTTPTypes
import Hummingbird

/// Lets only pages of trusted sites read the responses of apps that have a setting for them.
///
/// It is applied last, so that errors and preflights follow the same rule.
struct TrustedOrigins: Sendable {
    /// The path prefixes of these apps, without a trailing slash.
    let prefixes: Set<String>
    private let services: Services
    /// Longest prefix first.
    private let apps: [(app: any App, setting: String)]

    init(_ services: Services) {
        self.services = services
        apps = services.apps.compactMap { app in app.originsSetting.map { (app, $0) } }
            .sorted { $0.app.publicPrefix.count > $1.app.publicPrefix.count }
        prefixes = Set(apps.map(\.app.publicPrefix))
    }

    func apply(to response: inout Response, _ request: Request) {
        let path = request.uri.path
        guard let (app, setting) = apps.first(where: { path.hasPrefix($0.app.publicPrefix + "/") }) else {
            return
        }
        response.headers[.accessControlAllowOrigin] = nil
        response.headers[.vary] = [response.headers[.vary], "Origin"].compactMap { $0 }
            .joined(separator: ", ")
        let settings = services.appSettings.of(app.name, in: services.live.state)
        guard let origin = request.headers[.origin], Self.list(settings.text(setting)).trusts(origin) else {
            return
        }
        response.headers[.accessControlAllowOrigin] = origin
    }

    private static func list(_ text: String?) -> [Substring] {
        (text ?? "").split { $0.isWhitespace || $0 == "," || $0 == ";" }
    }
}

extension [Substring] {
    fileprivate func trusts(_ origin: String) -> Bool {
        contains { $0 == "*" || $0.lowercased() == origin.lowercased() }
    }
}
