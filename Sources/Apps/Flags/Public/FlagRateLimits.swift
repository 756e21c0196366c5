import Core
import Flags
import Storage
import Web

/// Counts how often apps ask, generously: a refusal silences a phone for minutes (remote-config.md 6.11).
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

    private let rateLimit: Int
    private let now: @Sendable () -> Timestamp
    private let addresses = Locked(Minute())
    private let keys = Locked(Minute())
    private let instances = Locked(Minute())

    init(rateLimit: Int, now: @escaping @Sendable () -> Timestamp) {
        (self.rateLimit, self.now) = (rateLimit, now)
    }

    func count(address: String) throws(Problem) {
        try count(
            NetworkAddress.limited(address).hashValue,
            addresses,
            rateLimit * Limits.flagAddressShares
        )
    }

    /// Counts what is asked of OFREP with a key: services behind one address do not use up each other's share.
    ///
    /// At one address a key has what an address has: it is in every copy of an app, and who takes it out of one
    /// must not silence the others.
    func count(key: String, at address: String) throws(Problem) {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(NetworkAddress.limited(address))
        try count(hasher.finalize(), keys, rateLimit * Limits.flagAddressShares)
        try count(key.hashValue, keys, rateLimit * Limits.flagKeyShares)
    }

    /// A hash that is seeded anew by each process tells installations apart.
    func count(instance: String, of project: String) throws(Problem) {
        var hasher = Hasher()
        hasher.combine(project)
        hasher.combine(instance)
        try count(hasher.finalize(), instances, max(rateLimit / Limits.flagInstanceShare, 1))
    }

    private func count(_ client: Int, _ minute: Locked<Minute>, _ max: Int) throws(Problem) {
        guard rateLimit > 0 else { return }
        let seconds = now().seconds
        guard minute.update({ $0.count(client, in: seconds / 60) }) > max else { return }
        throw Problem(
            .limited,
            Localized("Слишком много запросов, подождите.", "Too many requests, wait a little."),
            retryAfter: 60 - Int(seconds % 60)
        )
    }
}
