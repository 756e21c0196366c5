import Core
import Storage

/// The keys of apps in memory, with what each has asked for today.
///
/// Limits are kept by each server; the day's limit counts what all servers have written down.
package final class LiveTravelKeys: Sendable {
    /// The line of `revisions` that every write of a key raises.
    static let revisionName = "timetable_keys"
    /// The greatest age of the sums of the day.
    private static let sumsAge: Duration = .seconds(15)
    private static let secretLengthMax = 200

    package struct Key: Sendable, Hashable {
        package let id: String
        package let perMinute: Int64?
        package let perDay: Int64?
        package let isDisabled: Bool
    }

    private struct State {
        var revision: Int64 = -1
        /// By digest.
        var keys: [[UInt8]: Key] = [:]
        /// The requests of today that are written down, and those since then, by the id of the key.
        var day = ""
        var written: [String: Int64] = [:]
        var since: [String: Int64] = [:]
        var summedAt: Timestamp?
        var minute: Int64 = 0
        var ofMinute: [String: Int64] = [:]

        /// Forgets the requests of the day before.
        mutating func begin(_ day: String) {
            if self.day != day { (self.day, written, since) = (day, [:], [:]) }
        }
    }

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let shared = Locked(State())
    private let refreshes = SingleFlight()

    init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    static func digest(_ secret: String) -> [UInt8] { SHA256.digest(secret.utf8) }

    /// The key with this secret, counted as used; throws for an unknown or disabled one (T5) or beyond its limits.
    func open(_ secret: String) throws(Problem) -> Key {
        // Digests are compared, so the time of a comparison reveals no key.
        guard secret.utf8.count <= Self.secretLengthMax,
            let key = shared.value.keys[Self.digest(secret)], !key.isDisabled
        else { throw Self.noKey }
        let (now, minute) = (now(), now().seconds / 60)
        let isWithin = shared.update { state -> Bool in
            if state.minute != minute { (state.minute, state.ofMinute) = (minute, [:]) }
            state.begin(now.day)
            let today = (state.written[key.id] ?? 0) + (state.since[key.id] ?? 0)
            guard state.ofMinute[key.id] ?? 0 < key.perMinute ?? .max, today < key.perDay ?? .max else {
                return false
            }
            state.ofMinute[key.id, default: 0] += 1
            state.since[key.id, default: 0] += 1
            return true
        }
        guard isWithin else { throw Self.tooOften }
        return key
    }

    /// Reads the keys if nothing was read yet.
    func load() async throws {
        if shared.value.revision < 0 { try await read() }
    }

    /// Takes in what was written before this call; keys stay unread until a client shows one.
    func refresh() async throws {
        if shared.value.revision >= 0 { try await read() }
    }

    private func read() async throws {
        try await refreshes.run { [self] in
            let before = shared.value
            let now = now()
            let isOld = before.summedAt.map { $0.advanced(by: Self.sumsAge) < now } ?? true
            try await database.read { [self] connection in
                let revision = try connection.travelKeysRevision()
                let keys = revision == before.revision ? nil : try connection.travelKeys()
                let sums = isOld ? try connection.travelSums(on: now.day) : nil
                shared.update { state in
                    if let keys { (state.revision, state.keys) = (revision, keys) }
                    guard let sums else { return }
                    // Requests of this server since the last sums may be in both; they count twice at worst.
                    state.summedAt = now
                    state.begin(now.day)
                    for (id, sum) in sums where sum > state.written[id] ?? 0 {
                        let more = sum - (state.written[id] ?? 0)
                        state.written[id] = sum
                        state.since[id] = max(0, (state.since[id] ?? 0) - more)
                    }
                }
            }
        }
    }

    static let noKey = Problem(
        .unauthenticated,
        Localized("Нужен действующий ключ apikey.", "A valid apikey is required.")
    )
    private static let tooOften = Problem(
        .limited,
        Localized("Превышен лимит запросов этого ключа.", "The limit of requests of this key is exceeded.")
    )
}

extension Connection {
    fileprivate func travelKeysRevision() throws -> Int64 {
        try rows("SELECT revision FROM revisions WHERE type = \(LiveTravelKeys.revisionName)").first?
            .get("revision") ?? 0
    }

    fileprivate func travelKeys() throws -> [[UInt8]: LiveTravelKeys.Key] {
        var keys: [[UInt8]: LiveTravelKeys.Key] = [:]
        for row in try rows("SELECT id, digest, per_minute, per_day, is_disabled FROM timetable_keys") {
            keys[try row.get("digest")] = LiveTravelKeys.Key(
                id: try row.get("id"),
                perMinute: try row.get("per_minute"),
                perDay: try row.get("per_day"),
                isDisabled: try row.get("is_disabled")
            )
        }
        return keys
    }

    fileprivate func travelSums(on day: String) throws -> [String: Int64] {
        var sums: [String: Int64] = [:]
        let rows = try rows(
            """
            SELECT subject, CAST(sum(count) AS bigint) AS count FROM day_counts
            WHERE app = \(Travel.app) AND day = \(day) GROUP BY subject
            """
        )
        for row in rows { sums[try row.get("subject")] = try row.get("count") }
        return sums
    }
}
