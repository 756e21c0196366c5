import Core
import Storage

/// The clock of the server that answers, the file of its database and its read replica, as they were last checked.
package struct HealthFindings: Sendable, Hashable {
    /// The milliseconds by which the machine's clock is ahead of the database's; nil with SQLite.
    package let drift: Int64?
    package let damage: DamageCheck.Report
    /// Nil if no read replica is set, and from a server of an earlier version.
    package let replica: ReplicaFinding?

    init(drift: Duration?, damage: DamageCheck.Report, replica: ReplicaStatus?) {
        self.drift = drift.map { Int64($0 / .milliseconds(1)) }
        self.damage = damage
        self.replica = replica.map { ReplicaFinding($0) }
    }

    /// True if the clocks differ by too much.
    package var isAdrift: Bool {
        guard let drift else { return false }
        return drift.magnitude > UInt64(DatabaseClock.driftMax / .milliseconds(1))
    }

    /// The difference of the clocks for people; nil with SQLite.
    package var clock: Localized? {
        guard let drift else { return nil }
        let size = Self.span(of: drift.magnitude)
        return drift < 0
            ? Localized("на \(size.ru) позади часов базы", "\(size.en) behind the database's")
            : Localized("на \(size.ru) впереди часов базы", "\(size.en) ahead of the database's")
    }

    /// A number of milliseconds for people, from a second on in seconds.
    static func span(of milliseconds: UInt64) -> Localized {
        guard milliseconds >= 1000 else { return Localized("\(milliseconds) мс", "\(milliseconds) ms") }
        let (seconds, tenths) = (milliseconds / 1000, milliseconds % 1000 / 100)
        return Localized("\(seconds),\(tenths) с", "\(seconds).\(tenths) s")
    }

    var json: JSON {
        [
            "clock_drift_ms": drift.map { .integer($0) } ?? .null,
            "file_checked_at": damage.checkedAt.map { .string($0.description) } ?? .null,
            "file_damaged_at": damage.damagedAt.map { .string($0.description) } ?? .null,
            "replica": replica?.json ?? .null,
        ]
    }

    static let schema = Schema.object([
        "clock_drift_ms": Schema.described(
            Schema.orNull(Schema.integer),
            "How far the clock of the server that answers is ahead of the database's; null with SQLite."
        ),
        "file_checked_at": Schema.described(
            Schema.optionalMoment,
            "When the file of the database was last read whole; null on PostgreSQL."
        ),
        "file_damaged_at": Schema.described(
            Schema.optionalMoment,
            "When that found damage; null if it found none the last time."
        ),
        "replica": ReplicaFinding.schema,
    ])
}

extension HealthFindings: JSONReadable {
    package init(json: JSON) throws(Fault) {
        drift = try json.get("clock_drift_ms")
        damage = DamageCheck.Report(
            checkedAt: try json.get("file_checked_at"),
            damagedAt: try json.get("file_damaged_at")
        )
        replica = try json.get("replica")
    }
}

extension Services {
    var damageCheck: DamageCheck { DamageCheck(database: database, now: now) }
}
