/// Hides the tokens that some apps send in paths, wherever a path is logged or repeated.
struct SecretPaths: Sendable {
    static let hidden = "•••"

    /// The parts of each pattern; nil for a secret.
    private let patterns: [[String?]]

    /// Patterns like `/api/v3/User/Update/{token}`: a part in braces is a secret, `*` is any part.
    init(_ patterns: [String]) {
        self.patterns = patterns.map { pattern in
            pattern.split(separator: "/").map { $0.hasPrefix("{") ? nil : $0.lowercased() }
        }
    }

    /// Those of all modules, and the link that creates the first owner.
    init(_ services: Services) {
        self.init(services.modules.flatMap(\.secretPaths) + ["/setup/{secret}"])
    }

    /// The path with its secrets hidden; also if it goes on after the pattern, or differs in case.
    func redacted(_ path: String) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // Doubled slashes lead to the same route.
        let filled = parts.indices.filter { !parts[$0].isEmpty }
        let names = filled.map { parts[$0].lowercased() }
        for pattern in patterns where Self.matches(pattern, names) {
            for (index, name) in pattern.enumerated() where name == nil {
                parts[filled[index]] = Self.hidden
            }
        }
        return parts.joined(separator: "/")
    }

    private static func matches(_ pattern: [String?], _ names: [String]) -> Bool {
        names.count >= pattern.count
            && zip(pattern, names).allSatisfy { part, name in part == nil || part == "*" || part == name }
    }
}
