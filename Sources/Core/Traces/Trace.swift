import Storage

/// The finished spans of one request, or of one piece of the server's own work, until their fate is known.
///
/// They are sent if the trace was sampled when it began, or if it has failed.
final class Trace: Sendable {
    private struct State {
        var spans: [FinishedSpan] = []
        var isEnded = false
        var isSent = false
    }

    /// Further spans are dropped and counted, so that long work needs no more memory.
    private static let spansMax = 500

    /// 32 hexadecimal digits.
    let id: String
    let isSampled: Bool
    private let tracer: Tracer
    private let beganAt: Timestamp
    private let began: ContinuousClock.Instant
    private let state = Locked(State())

    init(
        id: String,
        isSampled: Bool,
        tracer: Tracer,
        at beganAt: Timestamp,
        _ began: ContinuousClock.Instant
    ) {
        (self.id, self.isSampled, self.tracer) = (id, isSampled, tracer)
        (self.beganAt, self.began) = (beganAt, began)
    }

    /// The nanoseconds from 1970 to a moment of the trace.
    func nanoseconds(at moment: ContinuousClock.Instant) -> Int64 {
        // A clock far in the future wraps, and does not end the server.
        beganAt.microseconds &* 1_000 &+ Int64((moment - began) / .nanoseconds(1))
    }

    /// Adds a part; one that ends after the whole shares its fate.
    func add(_ span: FinishedSpan) {
        let isLate = state.update { state in
            if state.isEnded { return state.isSent }
            if state.spans.count < Self.spansMax {
                state.spans.append(span)
            } else {
                tracer.dropped.increment()
            }
            return false
        }
        if isLate { tracer.add([span]) }
    }

    /// Ends the whole, and decides whether its spans are sent.
    func end(with root: FinishedSpan) {
        let spans = state.update { state -> [FinishedSpan] in
            guard !state.isEnded else { return [] }
            state.isEnded = true
            state.isSent = isSampled || root.error != nil
            defer { state.spans = [] }
            return state.isSent ? [root] + state.spans : []
        }
        if !spans.isEmpty { tracer.add(spans) }
    }
}
