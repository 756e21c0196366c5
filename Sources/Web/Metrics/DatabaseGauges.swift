import Core
import Logging
import Storage

/// Reads the metrics that are in the database, at most once a second; concurrent requests share one read.
actor DatabaseGauges {
    private static let age: Duration = .seconds(1)
    /// A scrape that waits longer would have no other metrics either.
    private static let answerMax: Duration = .seconds(4)

    private let flight = SingleFlight()
    private var last: (families: [MetricFamily], at: ContinuousClock.Instant)?

    /// Their failure is a metric of its own, and leaves the others.
    func families(_ services: Services) async -> [MetricFamily] {
        if let last, ContinuousClock.now - last.at < Self.age { return last.families }
        // Its work throws nothing.
        try? await flight.run { await self.look(services) }
        return last?.families ?? []
    }

    private func look(_ services: Services) async {
        var families: [MetricFamily] = []
        var isUp = true
        do {
            families = try await Deadline.run(Self.answerMax) { try await Self.read(services) }
        } catch {
            isUp = false
            services.logger.warning("cannot read metrics of the database", metadata: ["error": "\(error)"])
        }
        for module in services.modules where isUp {
            do {
                let gauges = try await Deadline.run(Self.answerMax) { try await module.gauges(services) }
                families += gauges.map(\.family)
            } catch {
                isUp = false
                services.logger.warning(
                    "cannot read metrics of a module",
                    metadata: ["module": "\(module.name)", "error": "\(error)"]
                )
            }
        }
        let help = "Whether the metrics of the database could be read."
        families.append(MetricFamily("vitrina_database_up", help, .gauge, isUp ? 1 : 0))
        last = (families, .now)
    }

    private static func read(_ services: Services) async throws -> [MetricFamily] {
        let now = services.now()
        let (outbox, ledger) = try await services.database.read { connection in
            (try connection.outboxFigures(at: now), try connection.lastPointsNumber())
        }
        return [
            MetricFamily(
                "vitrina_outbox_messages",
                "Messages of the outbox by state; sent ones are kept for a week.",
                .gauge,
                by: "state",
                OutboxMessage.State.allCases.map { ($0.rawValue, Double(outbox.counts[$0] ?? 0)) }
            ),
            MetricFamily(
                "vitrina_outbox_delay_seconds",
                "How long ago the oldest message that waits was due.",
                .gauge,
                outbox.delay(at: now) / .seconds(1)
            ),
            MetricFamily(
                "vitrina_points_entries_total",
                "Entries of the ledger of points, by the number of the newest one.",
                .counter,
                Double(ledger)
            ),
        ]
    }
}
