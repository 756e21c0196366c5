import Core
import Logging
import Storage

/// Whether this server can do its work now. A stranger may ask as often as they like: the database is asked once for all.
actor Readiness {
    /// How long an answer holds.
    private static let age: Duration = .milliseconds(500)
    /// A database that has not answered by then counts as away.
    private static let answerMax: Duration = .seconds(2)

    private let database: any Database
    private let logger: Logger
    private let flight = SingleFlight()
    private var last: (isReady: Bool, at: ContinuousClock.Instant)?

    /// `database` is the one that no request changes the ways of.
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

    /// A step that this program does not know is no fault: a newer server has migrated, and this one goes on until it ends.
    private static func check(_ database: any Database) async throws {
        try database.requireAttached()
        let pending = try await Migrator(database).status().pending
        guard pending.isEmpty else {
            throw StorageError.migration("The database lacks \(pending.joined(separator: ", ")).")
        }
    }
}
