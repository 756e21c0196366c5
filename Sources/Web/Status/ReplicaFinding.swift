import Core
import Storage

/// The read replica of the server that answers, as it was last looked at.
package struct ReplicaFinding: Sendable, Hashable {
    package let state: ReplicaStatus.State
    /// The milliseconds by which it is behind at most; nil if that is not known.
    package let lag: Int64?

    package init(_ status: ReplicaStatus) {
        state = status.state
        lag = status.lag.map { Int64($0 / .milliseconds(1)) }
    }

    /// Its state for people.
    package var text: Localized {
        let age = lag.map { HealthFindings.span(of: $0.magnitude) }
        let primary = Localized("отчёты отдаёт основная база", "the primary answers reports")
        switch state {
        case .ok:
            return Localized(
                "отдаёт отчёты, отстаёт на \(age?.ru ?? "—")",
                "answers reports, \(age?.en ?? "—") behind at most"
            )
        case .behind:
            return Localized(
                "отстала\(age.map { " на \($0.ru)" } ?? ""), \(primary.ru)",
                "is\(age.map { " \($0.en)" } ?? "") behind, so \(primary.en)"
            )
        case .away: return Localized("недоступна, \(primary.ru)", "is away, so \(primary.en)")
        case .noStandby:
            return Localized(
                "это не реплика этой базы, \(primary.ru)",
                "is no standby of this database, so \(primary.en)"
            )
        }
    }

    var json: JSON { ["state": .string(state.rawValue), "lag_ms": lag.map { .integer($0) } ?? .null] }

    static let schema = Schema.described(
        Schema.orNull(
            Schema.object([
                "state": Schema.choice(of: ReplicaStatus.State.self), "lag_ms": Schema.orNull(Schema.integer),
            ])
        ),
        """
        The read replica: if it answers reports (`ok`) or the primary does in its place, and how far it is behind at most; \
        null if none is set.
        """
    )
}

extension ReplicaFinding: JSONReadable {
    package init(json: JSON) throws(Fault) {
        state = try json.get("state")
        lag = try json.get("lag_ms")
    }
}
