import Core
import Logging
import ServiceLifecycle

/// Writes the daily counts, every few seconds and at shutdown; every server runs one.
struct DayCountService: Service {
    private static let dayCountPause: Duration = .seconds(5)

    let tally: DailyCounter
    let logger: Logger

    func run() async throws {
        await logger.attempt(
            afterEach: Self.dayCountPause,
            orWarn: "cannot write counts down, will try again"
        ) { try await tally.flush() }
    }
}
