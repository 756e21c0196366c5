import Core

/// The groups of routes by which latencies are measured: each app and module, the admin API, the console.
struct RouteGroups: Sendable {
    /// The label of every path without a route, which a client may make up.
    static let unrouted = "other"
    private static let console = "console"

    /// The longest prefix first.
    private let prefixes: [(prefix: String, group: String)]
    let names: Set<String>
    /// The prefixes of modules, whose clients are apps.
    private let ofModules: [String]

    init(_ modules: [any Module]) {
        let own = [
            (OpenAPI.prefix, "admin"), ("/media/", "media"), ("/problems/", "system"), ("/livez", "system"),
            ("/readyz", "system"), ("/metrics", "system"),
        ]
        let declared = modules.flatMap { module in module.errorFormats.map { ($0.prefix, module.name) } }
        prefixes = (own + declared).map { (prefix: $0.0, group: $0.1) }
            .sorted { $0.prefix.count > $1.prefix.count }
        names = Set(prefixes.map(\.group)).union([Self.console, Self.unrouted])
        ofModules = declared.map { $0.0 }
    }

    /// The group of a declared route.
    func group(of route: String) -> String {
        if route == Self.unrouted { return route }
        return prefixes.first { route.hasPrefix($0.prefix) }?.group ?? Self.console
    }

    /// True for a path whose clients are apps.
    func isOfApps(_ path: some StringProtocol) -> Bool { ofModules.contains { path.hasPrefix($0) } }
}
