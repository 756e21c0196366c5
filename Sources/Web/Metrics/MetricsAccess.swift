import Core
import HTTPTypes

/// The clients that may read the metrics without a token.
package enum MetricsAccess: String, Sendable, CaseIterable {
    /// None of them.
    case off
    /// Programs on this machine that ask the server itself, and not a proxy.
    ///
    /// A proxy that sends no trace of itself is one of them, so this is not the default.
    case local
    /// All of them.
    case open

    /// True if a request without a token may read them; `peer` is the other end of the connection.
    func allows(_ headers: HTTPFields, authority: String?, from peer: String) -> Bool {
        switch self {
        case .off: false
        case .open: true
        case .local: Self.isLoopback(peer) && Self.isDirect(headers, authority)
        }
    }

    /// A proxy on this machine has a local address, too, so each trace of one counts.
    ///
    /// The name of the server is a trace: a proxy asks by the name that the public does, or by its own for this server.
    private static func isDirect(_ headers: HTTPFields, _ authority: String?) -> Bool {
        let traces = [HTTPField.Name.forwardedFor, .forwardedProto, .forwarded, .realIP, .via]
        guard !traces.contains(where: { headers[$0] != nil }), let authority else { return false }
        return authority.split(separator: ":").first == "localhost" || isLoopback(authority)
    }

    private static func isLoopback(_ address: String) -> Bool {
        guard let address = NetworkAddress.parsed(address) else { return false }
        return address == "::1" || address.hasPrefix("127.")
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = HTTPField.Name("Forwarded") ?? .via
    fileprivate static let realIP = HTTPField.Name("X-Real-IP") ?? .via
}
