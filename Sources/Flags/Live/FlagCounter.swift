import Core
import Storage

/// The number of fetches of each value of one version since it was last written.
final class FlagCounts: Sendable {
    let place: FlagPlace
    let version: Int64
    /// Sorted.
    let keys: [String]
    private let counts: Locked<[Int64]>

    init(_ place: FlagPlace, _ version: Int64, keys: [String]) {
        self.place = place
        self.version = version
        self.keys = keys
        counts = Locked(Array(repeating: 0, count: keys.count))
    }

    func add(_ outcomes: FlagOutcomes) {
        counts.update { counts in
            if outcomes.given.count == counts.count {
                // A whole template: its outcomes are in the order of the keys.
                for index in counts.indices where outcomes.given[index] { counts[index] &+= 1 }
            } else {
                for outcome in outcomes.all where outcome.value != nil {
                    if let index = index(of: outcome.key) { counts[index] &+= 1 }
                }
            }
        }
    }

    /// Returns the counts and resets them.
    func take(on day: String) -> [FlagCountLine] {
        let taken = counts.update { counts in
            let taken = counts
            for index in counts.indices { counts[index] = 0 }
            return taken
        }
        return zip(keys, taken).filter { $0.1 > 0 }.map { key, count in
            FlagCountLine(subject: .init(place: place, day: day, version: version, key: key), count: count)
        }
    }

    private func index(of key: String) -> Int? {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key ? low : nil
    }
}

/// Counts fetches in memory and writes them periodically; only a crash loses the last ones.
package final class FlagCounter: Sendable {
    private struct State {
        var counts: [ObjectIdentifier: FlagCounts] = [:]
        /// The client keys that were used.
        var keys: Set<String> = []
        /// The counts that could not be written the last time.
        var left: [FlagCountLine] = []
    }

    private let database: any Database
    private let now: @Sendable () -> Timestamp
    private let state = Locked(State())

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    func use(_ key: String) {
        state.update { state in
            if state.keys.count < Limits.flagCountsMax { state.keys.insert(key) }
        }
    }

    func count(_ outcomes: FlagOutcomes, of template: LiveTemplate) {
        let counts = template.counts
        counts.add(outcomes)
        state.update { $0.counts[ObjectIdentifier(counts)] = counts }
    }

    /// Adds the counts to those in the database; a server does so each minute and at shutdown.
    package func flush() async throws {
        let now = now()
        let taken = state.update { state in
            defer { state = State() }
            return state
        }
        let (day, keys) = (now.day, taken.keys.sorted())
        let lines = (taken.left + taken.counts.values.flatMap { $0.take(on: day) }).addedUp
        guard !lines.isEmpty || !keys.isEmpty else { return }
        do {
            try await write(lines, keys, at: now)
        } catch {
            // They are written the next time, as far as there is room to keep them.
            state.update { state in
                state.left = Array((lines + state.left).prefix(Limits.flagCountsMax))
                state.keys.formUnion(keys.prefix(max(0, Limits.flagCountsMax - state.keys.count)))
            }
            throw error
        }
    }

    private func write(_ lines: [FlagCountLine], _ keys: [String], at now: Timestamp) async throws {
        let earlier = now.advanced(by: .zero - Limits.flagKeyUseStep)
        try await database.write { connection in
            for start in stride(from: 0, to: lines.count, by: Limits.flagCountsBatch) {
                let batch = lines[start..<min(start + Limits.flagCountsBatch, lines.count)]
                try connection.add(Array(batch))
            }
            for key in keys {
                try connection.send(
                    """
                    UPDATE flag_keys SET last_used_at = \(now)
                    WHERE id = \(key) AND (last_used_at IS NULL OR last_used_at <= \(earlier))
                    """
                )
            }
        }
    }

    /// Deletes old counts.
    package func removeExpired() async throws {
        let day = now().advanced(by: .zero - Limits.flagFetchAge).day
        _ = try await database.write { connection in
            try connection.send("DELETE FROM flag_fetches WHERE day < \(day)")
        }
    }
}

struct FlagCountLine: Sendable {
    struct Subject: Sendable, Hashable {
        let place: FlagPlace
        let day: String
        let version: Int64
        let key: String
    }

    let subject: Subject
    let count: Int64
}

extension [FlagCountLine] {
    /// One line for each subject: PostgreSQL refuses to write one row twice in a statement.
    ///
    /// A draft on a device of testers has the number of the published version, and lines may be left of the last time.
    fileprivate var addedUp: [FlagCountLine] {
        Dictionary(map { ($0.subject, $0.count) }, uniquingKeysWith: &+)
            .map { FlagCountLine(subject: $0.key, count: $0.value) }
    }
}

extension Connection {
    fileprivate func add(_ lines: [FlagCountLine]) throws {
        let values = lines.map { line in
            """
            (\(line.subject.place.project), \(line.subject.place.namespace), \(line.subject.day),
                \(line.subject.version), \(line.subject.key), \(line.count))
            """ as SQL
        }
        try send(
            """
            INSERT INTO flag_fetches (project_id, namespace, day, version, key, count)
            VALUES \(values.joined(separator: ", "))
            ON CONFLICT (project_id, namespace, day, version, key)
                DO UPDATE SET count = flag_fetches.count + excluded.count
            """
        )
    }
}
