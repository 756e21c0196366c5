import Core
import Logging
import ServiceLifecycle
import Storage

/// Carries out scheduled changes when they are due; each server runs one, and any number can run together.
///
/// It polls at least each second, so it depends neither on hints nor on other servers.
struct Scheduler: Service {
    static let pause: Duration = .seconds(1)

    let due: [any DueWork]
    /// Hints that a change may have been scheduled.
    let hints: AsyncStream<Void>
    let logger: Logger
    let now: @Sendable () -> Timestamp
    private let rounds = SingleFlight()

    init(
        due: [any DueWork],
        hints: AsyncStream<Void>,
        logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.due = due
        self.hints = hints
        self.logger = logger
        self.now = now
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in hints { _ = await look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        let next = await look()
                        try? await Task.sleep(for: pause(until: next))
                    }
                }
            }
        }
    }

    /// Runs one round, or joins one that began after this call.
    private func look() async -> Timestamp? {
        let next = Locked(Timestamp?.none)
        await logger.attempt(orWarn: "cannot do what is due, will try again") {
            try await rounds.run {
                var reports: [DueReport] = []
                for work in due { reports.append(try await work.carryOut()) }
                next.update { [reports] in $0 = reports.compactMap(\.next).min() }
                for report in reports { tell(report) }
            }
        }
        return next.value
    }

    private func tell(_ report: DueReport) {
        if report.done > 0 { logger.info("scheduled changes made", metadata: ["count": "\(report.done)"]) }
        for failure in report.failures {
            logger.error("a scheduled change could not be made", metadata: ["what": "\(failure)"])
        }
        for held in report.held {
            logger.error("a scheduled change waits for the database", metadata: ["what": "\(held)"])
        }
    }

    private func pause(until next: Timestamp?) -> Duration {
        guard let next else { return Self.pause }
        let wait = Duration.microseconds(next.microseconds - now().microseconds)
        return min(max(wait, .zero), Self.pause)
    }
}
