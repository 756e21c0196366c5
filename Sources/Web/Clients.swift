import Core
import HTTPTypes
import Hummingbird
import Storage

/// Tells who is calling, and how often each one has.
package final class Clients: Sendable {
    private let settings: WebSettings
    private let now: @Sendable () -> Timestamp
    private let minute = Shared(Minute())

    private struct Minute {
        var number: Int64 = 0
        var counts: [Client: Int] = [:]

        /// Counts one more; says how many there are by now.
        mutating func count(_ client: Client) -> Int {
            counts[client, default: 0] += 1
            return counts[client, default: 0]
        }
    }

    private enum Client: Hashable {
        case address(String)
        case tokens(of: String)
        /// A hash that is seeded anew by each process tells it apart, and nothing is kept that opens a door.
        case token(Int)
    }

    package init(settings: WebSettings, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        self.now = now
    }

    /// The client's address as the outermost proxy that is trusted has written it down.
    func address(of headers: HTTPFields, peer: String) -> String {
        guard settings.trustedProxies > 0, let line = headers[.forwardedFor] else { return peer }
        let hops = line.prefix(Limits.headerLengthMax * 4).split(separator: ",")
        guard hops.count >= settings.trustedProxies else { return peer }
        return String(hops[hops.count - settings.trustedProxies].filter { !$0.isWhitespace }.prefix(45))
    }

    /// The address of this server as the client sees it, without a slash at the end.
    package func baseURL(authority: String?, headers: HTTPFields) -> String {
        if let url = settings.publicURL { return url }
        let isSecure = settings.trustedProxies > 0 && headers[.forwardedProto] == "https"
        return "\(isSecure ? "https" : "http")://\(Self.host(authority) ?? "localhost")"
    }

    package func baseURL(of request: Request) -> String {
        baseURL(authority: request.head.authority, headers: request.headers)
    }

    /// True where the browser speaks to this server, or to the proxy before it, over TLS.
    func isSecure(_ request: Request) -> Bool {
        baseURL(authority: request.head.authority, headers: request.headers).hasPrefix("https://")
    }

    /// Refuses a change that another site's page asks a signed-in browser for.
    func requireSameSite(_ request: Request) throws(Problem) {
        guard ![.get, .head, .options].contains(request.method) else { return }
        let base = baseURL(authority: request.head.authority, headers: request.headers)
        let host = base.split(separator: "://", maxSplits: 1).last
        let isOwnOrigin = request.headers[.origin].map {
            $0.split(separator: "://", maxSplits: 1).last == host
        }
        let isOwnSite = request.headers[.secFetchSite].map { $0 == "same-origin" || $0 == "none" }
        guard isOwnOrigin ?? true, isOwnSite ?? true else {
            throw Problem(
                .forbidden,
                Localized("Запрос пришёл с чужого сайта.", "This request comes from another site.")
            )
        }
    }

    /// A host and port with nothing in them that could break out of an address.
    private static func host(_ authority: String?) -> String? {
        guard let authority, 1...255 ~= authority.utf8.count,
            authority.utf8.allSatisfy({
                48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [45, 46, 58, 91, 93, 95].contains($0)
            })
        else { return nil }
        return authority
    }

    /// Counts a request; throws once a client has had its share of this minute (mall 6.17).
    func count(_ address: String, _ headers: HTTPFields) throws(Problem) {
        guard !isAllowed(address, headers) else { return }
        throw Problem(
            .limited,
            Localized("Слишком много запросов, подождите.", "Too many requests, wait a little."),
            retryAfter: 60 - Int(now().seconds % 60)
        )
    }

    /// Each token has a share, and so has each address for what comes without one.
    ///
    /// Nobody has looked yet whether a token is good, so all tokens of one address, as of the visitors on a mall's
    /// Wi-Fi, have `Limits.addressShares` shares together.
    func isAllowed(_ address: String, _ headers: HTTPFields) -> Bool {
        guard settings.rateLimit > 0 else { return true }
        let number = now().seconds / 60
        let token = (headers[.token] ?? headers[.authorization]).map { Client.token($0.hashValue) }
        return minute.update { minute in
            if minute.number != number || minute.counts.count >= Limits.clientsMax {
                minute = Minute(number: number)
            }
            guard let token else { return minute.count(.address(address)) <= settings.rateLimit }
            let ofAddress = minute.count(.tokens(of: address))
            return ofAddress <= settings.rateLimit * Limits.addressShares
                && minute.count(token) <= settings.rateLimit
        }
    }
}

extension HTTPField.Name {
    /// Apps send what they have signed in with here, or as `Authorization`.
    package static let token = HTTPField.Name("token") ?? .authorization
}
