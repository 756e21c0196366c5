import Core
import HTTPTypes
import Hummingbird
import Storage

/// Identifies clients, and applies their rate limits.
///
/// These spare a server its work, so each server counts for itself; guesses at secrets are counted by `AttemptLimit`.
package final class Clients: Sendable {
    /// The number of full rate limits for clients behind one address, such as the Wi-Fi of a mall.
    private static let addressShares = 20

    private let settings: WebSettings
    private let now: @Sendable () -> Timestamp
    private let minute = Locked(Minute())

    private struct Minute {
        var number: Int64 = 0
        var counts: [Client: Int] = [:]
        /// The holder of each token, by the token's hash; nil for an invalid token.
        var holders: [Int: String?] = [:]

        /// Counts one request, and returns the new count.
        mutating func count(_ client: Client) -> Int {
            counts[client, default: 0] += 1
            return counts[client, default: 0]
        }
    }

    private enum Client: Hashable {
        case address(String)
        case holders(at: String)
        case holder(String)
        case checks(at: String)
    }

    /// The known holder of a token before the request is counted.
    private enum Token {
        case none
        case unknown(Int)
        case held(by: String)
    }

    package init(settings: WebSettings, now: @escaping @Sendable () -> Timestamp) {
        self.settings = settings
        self.now = now
    }

    /// The client's address as recorded by the outermost trusted proxy.
    ///
    /// Each proxy appends the address of its peer, so only the last ones count: a client can write anything before
    /// them. If there is no address at that position, the peer is the client.
    package func address(of headers: HTTPFields, peer: String) -> String {
        address(of: headers, orElse: Self.address(ofPeer: peer))
    }

    /// The same, if the address of the peer is known already.
    func address(of headers: HTTPFields, orElse peer: @autoclosure () -> String) -> String {
        guard settings.trustedProxies > 0 else { return peer() }
        return hop(of: headers[.forwardedFor]).flatMap { NetworkAddress.parsed($0) } ?? peer()
    }

    static func address(ofPeer peer: String) -> String { NetworkAddress.parsed(peer) ?? peer }

    /// The value that the outermost trusted proxy appended to a list header; repeated fields are already joined.
    private func hop(of line: String?) -> Substring? {
        guard settings.trustedProxies > 0, let line else { return nil }
        let hops = line.split(separator: ",", omittingEmptySubsequences: false)
        return hops.count >= settings.trustedProxies ? hops[hops.count - settings.trustedProxies] : nil
    }

    /// The id that a trusted proxy has given to a request; nil if there is none, or another text than an id.
    func requestID(in headers: HTTPFields) -> String? {
        guard settings.trustedProxies > 0, let id = headers[.requestID], 1...128 ~= id.utf8.count,
            id.utf8.allSatisfy({ $0.isLetterOrDigit || [45, 46, 95].contains($0) })
        else { return nil }
        return id
    }

    /// The base URL of this server as the client sees it, without a trailing slash.
    package func baseURL(authority: String?, headers: HTTPFields) -> String {
        if let url = settings.publicURL { return url }
        let scheme = settings.trustedProxies > 0 ? headers[.forwardedProto] : nil
        // Proxies usually set it; if one appends to an existing value, the first value is the client's own.
        let isSecure = scheme.map { (hop(of: $0) ?? $0[...]).trimmed == "https" } ?? hasTLS
        return "\(isSecure ? "https" : "http")://\(Self.host(authority) ?? "localhost")"
    }

    package func baseURL(of request: Request) -> String {
        baseURL(authority: request.head.authority, headers: request.headers)
    }

    /// True if this server itself speaks TLS.
    private var hasTLS: Bool { settings.tls != nil }

    /// True if browsers may be told to come by TLS alone: to this server, under a name that was set.
    var isSecureOnly: Bool { hasTLS && settings.publicURL?.hasPrefix("https://") == true }

    /// True if the browser uses TLS to this server, or to the proxy before it.
    func isSecure(_ request: Request) -> Bool {
        baseURL(authority: request.head.authority, headers: request.headers).hasPrefix("https://")
    }

    /// Refuses a change that a page of another site requests through a signed-in browser.
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

    /// A valid host and port; nil if the text contains any other character.
    private static func host(_ authority: String?) -> String? {
        guard let authority, 1...255 ~= authority.utf8.count,
            authority.utf8.allSatisfy({ $0.isLetterOrDigit || [45, 46, 58, 91, 93, 95].contains($0) })
        else { return nil }
        return authority
    }

    /// Counts a request; throws when a client has exceeded the limit of this minute (mall.md 6.17).
    ///
    /// `holder` looks up the holder of the token, once a minute at most. Tokens are only valid within `scope`.
    package func count(
        _ address: String,
        _ headers: HTTPFields,
        in scope: String,
        holder: () async throws -> String?
    ) async throws {
        guard settings.rateLimit > 0 else { return }
        let address = NetworkAddress.limited(address)
        if case .unknown(let token) = token(of: headers, in: scope) {
            try await look(token, of: address, in: scope, holder)
        }
        guard !isAllowed(address: address, token(of: headers, in: scope)) else { return }
        throw Problem(
            .limited,
            Localized("Слишком много запросов, подождите.", "Too many requests, wait a little."),
            retryAfter: 60 - Int(now().seconds % 60)
        )
    }

    /// Counts a request as `count` does, without waiting; false also if its token must be looked up first.
    package func isAllowed(
        _ address: @autoclosure () -> String,
        _ headers: HTTPFields,
        in scope: String
    ) -> Bool {
        guard settings.rateLimit > 0 else { return true }
        let token = token(of: headers, in: scope)
        if case .unknown = token { return false }
        return isAllowed(address: NetworkAddress.limited(address()), token)
    }

    /// Applies the limits of holders and addresses.
    ///
    /// Each signed-in person has a limit, and each address has one for requests without a valid token.
    ///
    /// All people behind one address, such as visitors on a mall's Wi-Fi, share `Clients.addressShares` limits.
    private func isAllowed(address: String, _ token: Token) -> Bool {
        minuteNow { minute in
            guard case .held(let holder) = token else {
                return minute.count(.address(address)) <= settings.rateLimit
            }
            let ofAddress = minute.count(.holders(at: address))
            return ofAddress <= settings.rateLimit * Clients.addressShares
                && minute.count(.holder(holder)) <= settings.rateLimit
        }
    }

    /// Looks up the holder of a token, at most as often as an address may send requests.
    private func look(
        _ token: Int,
        of address: String,
        in scope: String,
        _ holder: () async throws -> String?
    ) async throws {
        guard minuteNow({ $0.count(.checks(at: address)) <= settings.rateLimit }) else { return }
        let found: String?
        do {
            found = try await holder()
        } catch is StorageError {
            // Responses from memory work without the database, too.
            return
        }
        minuteNow { $0.holders[token] = .some(found.map { "\(scope) \($0)" }) }
    }

    /// The token's hash with a per-process seed, so that no token is stored.
    private func token(of headers: HTTPFields, in scope: String) -> Token {
        let (own, bearer) = (headers[.token], headers[.authorization])
        guard own != nil || bearer != nil else { return .none }
        var hasher = Hasher()
        hasher.combine(scope)
        hasher.combine(own)
        hasher.combine(bearer)
        let token = hasher.finalize()
        return minuteNow { minute in
            guard let known = minute.holders[token] else { return .unknown(token) }
            return known.map { .held(by: $0) } ?? .none
        }
    }

    private func minuteNow<R: Sendable>(_ body: (inout Minute) -> R) -> R {
        let number = now().seconds / 60
        return minute.update { minute in
            let size = max(minute.counts.count, minute.holders.count)
            if minute.number != number || size >= Limits.clientsMax { minute = Minute(number: number) }
            return body(&minute)
        }
    }
}

extension HTTPField.Name {
    /// The header in which apps send their token, as an alternative to `Authorization`.
    package static let token = HTTPField.Name("token") ?? .authorization
}
