/// The read replica as a look has found it.
package struct ReplicaStatus: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable {
        /// It answers reports.
        case ok
        /// It has not replayed yet what the primary wrote some time ago.
        case behind
        /// It does not answer, or the primary does not, so that the two cannot be compared.
        case away
        /// The server is no standby of the primary.
        case noStandby = "no_standby"
    }

    package let state: State
    /// The age that what it shows has at most; nil if it is not known.
    package let lag: Duration?
    /// The reason for which it is not used, for the log alone; empty if it is.
    package let reason: String

    package init(_ state: State, lag: Duration? = nil, reason: String = "") {
        (self.state, self.lag, self.reason) = (state, lag, reason)
    }
}
