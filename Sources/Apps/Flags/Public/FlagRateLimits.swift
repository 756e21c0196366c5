import Core
import Flags
import Storage
import Web

/// The rate limits of apps; generous, as a refusal silences a phone for minutes (remote-config.md 6.11).
///
/// They spare a server its work and protect nothing else, so each server counts for itself.
final class FlagRateLimits: Sendable {
    private struct Minute {
        var number: Int64 = 0
        var counts: [Int: Int] = [:]

        mutating func count(_ client: Int, in number: Int64) -> Int {
            if self.number != number || counts.count >= Limits.clientsMax { self = Minute(number: number) }
            counts[client, default: 0] += 1
            return counts[client, default: 0]
        }
    }

    private let limit: @Sendable () -> Int
    private let now: @Sendable () -> Timestamp
    private let addresses = Locked(Minute())
    private let keys = Locked(Minute())
    private let instances = Locked(Minute())

    /// `rateLimit` is read for each request, as it may change while the server runs.
    init(rateLimit: @autoclosure @escaping @Sendable () -> Int, now: @escaping @Sendable () -> Timestamp) {
        (limit, self.now) = (rateLimit, now)
    }

    private var rateLimit: Int { limit() }

    func count(address: String) throws(Problem) {
        let limit = rateLimit
        guard limit > 0 else { return }
        try count(NetworkAddress.limited(address).hashValue, addresses, limit * Limits.flagAddressShares)
    }

    /// Counts OFREP requests with a key: services at one address do not share a limit.
    ///
    /// Per address a key has the limit of an address: every copy of an app has it, and a stranger who
    /// extracts it must not silence the others.
    func count(key: String, at address: String) throws(Problem) {
        let limit = rateLimit
        guard limit > 0 else { return }
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(NetworkAddress.limited(address))
        try count(hasher.finalize(), keys, limit * Limits.flagAddressShares)
        try count(key.hashValue, keys, limit * Limits.flagKeyShares)
    }

    /// The hash of an installation is seeded by each process.
    func count(instance: String, of project: String) throws(Problem) {
        let limit = rateLimit
        guard limit > 0 else { return }
        var hasher = Hasher()
        hasher.combine(project)
        hasher.combine(instance)
        try count(hasher.finalize(), instances, max(limit / Limits.flagInstanceShare, 1))
    }

    private func count(_ client: Int, _ minute: Locked<Minute>, _ max: Int) throws(Problem) {
        let seconds = now().seconds
        guard minute.update({ $0.count(client, in: seconds / 60) }) > max else { return }
        throw Problem(
            .limited,
            Localized("Слишком много запросов, подождите.", "Too many requests, wait a little."),
            retryAfter: 60 - Int(seconds % 60)
        )
    }
}
