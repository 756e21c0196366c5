import Core
import Logging
import ServiceLifecycle
import Storage

/// Sends spans to the collector, and what is left when the server ends.
///
/// It stands first among the services, so that it ends last and has the spans of the others.
struct TraceService: Service {
    /// The time for which spans wait for others.
    private static let pause: Duration = .seconds(1)
    /// The longest time between two attempts while the collector is away.
    private static let pauseMax: Duration = .seconds(30)
    /// The time for one request to the collector, and for the last of them all.
    private static let answerMax: Duration = .seconds(2)

    let tracer: Tracer
    let logger: Logger

    func run() async throws {
        let endsAt = Locked<ContinuousClock.Instant?>(nil)
        try await withGracefulShutdownHandler {
            try await send(until: endsAt)
        } onGracefulShutdown: {
            endsAt.update { $0 = ContinuousClock.now + Self.answerMax }
        }
    }

    private func send(until endsAt: Locked<ContinuousClock.Instant?>) async throws {
        var pause = Self.pause
        var isAway = false
        while endsAt.value == nil {
            let time = pause
            // Only the pause is cut short by a shutdown.
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
            try Task.checkCancellation()
            do throws(Problem) {
                var hasMore = true
                while hasMore, endsAt.value == nil {
                    hasMore = try await tracer.sendNext(within: Self.answerMax)
                }
                if isAway { logger.notice("traces are sent again") }
                (pause, isAway) = (Self.pause, false)
            } catch {
                if !isAway { logger.warning("cannot send traces", metadata: ["error": "\(error.detail.en)"]) }
                (pause, isAway) = (min(pause * 2, Self.pauseMax), true)
            }
        }
        while let end = endsAt.value, !isAway, case let rest = end - ContinuousClock.now, rest > .zero {
            // A failure is the end of it: nothing may hold the shutdown up.
            guard (try? await tracer.sendNext(within: rest)) == true else { break }
        }
    }
}

extension ServerMetrics {
    /// The metrics of the spans that were sent and dropped.
    static func families(_ tracer: Tracer) -> [MetricFamily] {
        [
            MetricFamily(
                "vitrina_spans_sent_total",
                "Spans of traces that the collector has taken.",
                .counter,
                Double(tracer.sent.value)
            ),
            MetricFamily(
                "vitrina_spans_dropped_total",
                "Spans of traces that were dropped, since the collector is away or has refused them.",
                .counter,
                Double(tracer.dropped.value)
            ),
        ]
    }
}
