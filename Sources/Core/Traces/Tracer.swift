import Storage

/// Begins traces, and queues their spans for the collector; nothing waits for it.
///
/// If the collector is too slow or away, the queue is full, and further spans are dropped and counted.
package final class Tracer: Sendable {
    /// Spans that wait to be sent.
    package static let spansMax = 10_000
    /// Spans of one request to the collector.
    static let batchMax = 500

    /// The spans that the collector has taken.
    package let sent = AtomicCounter()
    /// The spans that were not sent.
    package let dropped = AtomicCounter()
    private let share: Double
    private let collector: TraceCollector
    private let now: @Sendable () -> Timestamp
    private let queue = Locked([FinishedSpan]())

    /// - Parameters:
    ///   - share: The part of the traces that begin here and are sent, from 0 to 1; the decision of a trusted caller
    ///     precedes it.
    ///   - collector: The server that takes the spans.
    ///   - now: The clock of the spans.
    package init(share: Double, to collector: TraceCollector, now: @escaping @Sendable () -> Timestamp) {
        (self.share, self.collector, self.now) = (share, collector, now)
    }

    /// Begins a trace, or the part of the caller's trace on this server.
    ///
    /// - Parameters:
    ///   - kind: The role of this server.
    ///   - parent: The place of the caller in its trace; nil begins a trace.
    ///   - isTrusted: True if the caller decides whether its trace is sent; else any could fill the collector.
    ///   - began: The moment at which the work began.
    /// - Returns: The span of the whole work.
    package func begin(
        _ kind: TraceSpan.Kind,
        in parent: TraceParent? = nil,
        isTrusted: Bool = true,
        since began: ContinuousClock.Instant = .now
    ) -> TraceSpan {
        let trace = Trace(
            id: parent?.traceID ?? Self.newID() + Self.newID(),
            isSampled: (isTrusted ? parent?.isSampled : nil) ?? (Double.random(in: 0..<1) < share),
            tracer: self,
            at: now().advanced(by: began - ContinuousClock.now),
            began
        )
        return TraceSpan(root: trace, parent: parent?.spanID, kind, since: began)
    }

    /// An id of 16 hexadecimal digits, which are not all zero.
    static func newID() -> String {
        let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    func add(_ spans: [FinishedSpan]) {
        let count = queue.update { queue in
            let count = min(spans.count, Self.spansMax - queue.count)
            queue += spans.prefix(count)
            return count
        }
        dropped.increment(by: spans.count - count)
    }

    /// Sends the oldest spans; only one caller at a time may.
    ///
    /// - Parameter timeout: The time for which the collector is waited for.
    /// - Returns: False if no span waits.
    /// - Throws: `.unavailable` if the collector is away; they wait for the next call. `.conflict` if it refuses them;
    ///   they are dropped.
    package func sendNext(within timeout: Duration) async throws(Problem) -> Bool {
        let spans = Array(queue.value.prefix(Self.batchMax))
        guard !spans.isEmpty else { return false }
        do throws(Problem) {
            try await collector.take(spans, within: timeout)
        } catch {
            if error.kind != .unavailable {
                remove(spans.count)
                dropped.increment(by: spans.count)
            }
            throw error
        }
        remove(spans.count)
        sent.increment(by: spans.count)
        return true
    }

    private func remove(_ count: Int) {
        queue.update { $0.removeFirst(min(count, $0.count)) }
    }
}
