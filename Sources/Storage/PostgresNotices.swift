/// Decides when the sessions of one pool notify the other servers of what they have committed.
///
/// This is done after the transaction and not in it: PostgreSQL lets transactions that notify commit one after another, so
/// that each would wait for the disk alone. Notices soon after another one are sent together; a server that misses one, as
/// when this one ends before it is sent, finds out at its look each second.
final class PostgresNotices: Sendable {
    /// The shortest time between two of them.
    static let pause: Duration = .milliseconds(50)

    private struct State {
        var last: ContinuousClock.Instant?
        var isDue = false
    }

    private let state = Locked(State())

    /// The delay after which the caller is to `claim` the notice; nil if another session will.
    func schedule(at now: ContinuousClock.Instant = .now) -> Duration? {
        state.update { state in
            guard !state.isDue else { return nil }
            state.isDue = true
            return state.last.map { max(.zero, now.duration(to: $0 + Self.pause)) } ?? .zero
        }
    }

    /// True if a notice is due, which the caller then sends.
    func claim(at now: ContinuousClock.Instant = .now) -> Bool {
        state.update { state in
            guard state.isDue else { return false }
            state = State(last: now)
            return true
        }
    }
}
