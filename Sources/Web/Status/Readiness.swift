import Core
import Logging
import Storage

/// Checks that this server can work now; concurrent and frequent requests share one query.
actor Readiness {
    /// The time for which a result is valid.
    private static let age: Duration = .milliseconds(500)
    /// A database that has not responded by then counts as unreachable.
    private static let answerMax: Duration = .seconds(2)

    private let database: any Database
    private let logger: Logger
    private let flight = SingleFlight()
    private var last: (isReady: Bool, at: ContinuousClock.Instant)?

    /// `database` is used without the write mode of requests.
    init(database: any Database, logger: Logger) {
        (self.database, self.logger) = (database, logger)
    }

    func isReady() async -> Bool {
        if let last, ContinuousClock.now - last.at < Self.age { return last.isReady }
        // Its work throws nothing.
        try? await flight.run { await self.look() }
        return last?.isReady ?? false
    }

    private func look() async {
        var isReady = true
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await Self.check(self.database) }
                group.addTask {
                    try await Task.sleep(for: Self.answerMax)
                    throw StorageError.unreachable("It has not answered in time.", mayBeKept: false)
                }
                _ = try await group.next()
                group.cancelAll()
            }
        } catch {
            isReady = false
            logger.warning("this server is not ready", metadata: ["error": "\(error)"])
        }
        last = (isReady, .now)
    }

    /// An unknown migration is not a fault: a newer server has migrated, and this one works until it ends.
    private static func check(_ database: any Database) async throws {
        try database.requireAttached()
        let pending = try await Migrator(database).status().pending
        guard pending.isEmpty else {
            throw StorageError.migration("The database lacks \(pending.joined(separator: ", ")).")
        }
    }
}
