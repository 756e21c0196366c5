import CLibCurl

/// The hosts to which requests may be sent.
package struct Destinations: Sendable {
    /// Any host, for an address that the operator of the server has configured.
    package static let anywhere = Destinations(hosts: nil)

    /// Public addresses, and these hosts of the internal network: `crm.local`, `10.0.0.5:8443`.
    package static func outside(and hosts: [String] = []) -> Destinations {
        Destinations(hosts: Set(hosts.compactMap { InsideHost($0) }))
    }

    /// True if the text is valid as a host of the internal network.
    package static func isHost(_ text: String) -> Bool { InsideHost(text) != nil }

    /// Nil if nothing is checked.
    private let hosts: Set<InsideHost>?

    /// True if each address of the URL must be checked before it is connected to.
    func areChecked(for url: String) -> Bool {
        guard let hosts else { return false }
        guard let place = CurlURL(url) else { return true }
        return !hosts.contains(InsideHost(host: place.host, port: nil))
            && !hosts.contains(InsideHost(host: place.host, port: place.port))
    }
}

/// A host of the internal network, on any port or on one.
private struct InsideHost: Sendable, Hashable {
    let host: String
    let port: String?

    init(host: String, port: String?) { (self.host, self.port) = (host, port) }

    init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0.isLetterOrDigit || "-._:[]".utf8.contains($0) }
        guard isPlain, !text.isEmpty, let place = CurlURL("http://\(text)") else { return nil }
        (host, port) = (place.host, place.hasPort ? place.port : nil)
    }
}

/// The host and port of a URL as libcurl parses it, so that the check sees what libcurl connects to.
struct CurlURL {
    let host: String
    let port: String
    let hasPort: Bool

    init?(_ text: String) {
        guard let url = curl_url() else { return nil }
        defer { curl_url_cleanup(url) }
        guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK,
            let host = Self.part(CURLUPART_HOST, of: url),
            let port = Self.part(CURLUPART_PORT, of: url, UInt32(CURLU_DEFAULT_PORT))
        else { return nil }
        // A trailing full stop only changes how the name is resolved.
        self.host = host.hasSuffix(".") ? String(host.lowercased().dropLast()) : host.lowercased()
        self.port = port
        hasPort = Self.part(CURLUPART_PORT, of: url) != nil
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        defer { curl_free(text) }
        guard curl_url_get(url, part, &text, flags) == CURLUE_OK, let text else { return nil }
        return String(cString: text)
    }
}

/// Opens the sockets of one request, and refuses those to internal addresses.
///
/// libcurl calls it with each address that it is about to connect to, so neither an unusual spelling of an address nor
/// DNS rebinding can bypass the check.
final class SocketGuard {
    private(set) var hasRefused = false

    func open(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
        let bytes = UnsafeRawBufferPointer(
            start: shim_socket_address(address),
            count: Int(address.pointee.addrlen)
        )
        let destination = PeerAddress(family: address.pointee.family, socketAddress: bytes)
        guard destination?.isPublic ?? false else {
            hasRefused = true
            return Self.none
        }
        return shim_open_socket(address)
    }

    private static let none: curl_socket_t = -1
}
