/// Hides the tokens that some apps send in paths, wherever a path is logged or repeated.
struct SecretPaths: Sendable {
    static let hidden = "•••"

    private enum Part: Sendable {
        case secret
        case any
        /// In lower case.
        case name([UInt8])

        init(_ text: Substring) {
            self = text.hasPrefix("{") ? .secret : text == "*" ? .any : .name(Array(text.lowercased().utf8))
        }

        var isSecret: Bool { if case .secret = self { true } else { false } }
    }

    private let patterns: [[Part]]

    /// Patterns like `/api/v3/User/Update/{token}`: a part in braces is a secret, `*` is any part.
    init(_ patterns: [String]) {
        self.patterns = patterns.map { pattern in pattern.split(separator: "/").map { Part($0) } }
    }

    /// Those of all modules, and the link that creates the first owner.
    init(_ services: Services) {
        self.init(services.modules.flatMap(\.secretPaths) + ["/setup/{secret}"])
    }

    /// The path with its secrets hidden; also if it goes on after the pattern, or differs in case.
    func redacted(_ path: String) -> String {
        // Nearly every path has none, and is returned as it is.
        let folded = path.utf8.allSatisfy { $0 < 0x80 } ? path : path.lowercased()
        let found = patterns.filter { Self.matches($0, folded.utf8) }
        guard !found.isEmpty else { return path }
        var parts = path.utf8.split(separator: Self.slash, omittingEmptySubsequences: false).map {
            Substring($0)
        }
        // Doubled slashes lead to the same route.
        let filled = parts.indices.filter { !parts[$0].isEmpty }
        for pattern in found {
            for (index, part) in pattern.enumerated() where part.isSecret {
                parts[filled[index]] = Self.hidden[...]
            }
        }
        return parts.joined(separator: "/")
    }

    private static let slash = UInt8(ascii: "/")

    /// True if the path begins with the parts, in which the case of ASCII does not matter.
    private static func matches(_ pattern: [Part], _ path: String.UTF8View) -> Bool {
        var rest = path[...]
        for part in pattern {
            // Doubled slashes lead to the same route.
            rest = rest.drop { $0 == slash }
            guard !rest.isEmpty else { return false }
            if case .name(let name) = part {
                guard rest.starts(with: name, by: { lowercased($0) == $1 }) else { return false }
                rest = rest.dropFirst(name.count)
                guard rest.first ?? slash == slash else { return false }
            } else {
                rest = rest.drop { $0 != slash }
            }
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
