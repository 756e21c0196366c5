/// The kind of work for which a transaction runs; long work leaves connections to apps and to staff.
///
/// It is task-local, so that no handler has to pass it on and none can forget it.
package enum Lane: Int, Sendable, CaseIterable {
    /// A request of an app, which must get an answer within seconds, if only a refusal.
    case app
    /// A call of a member of staff.
    case staff
    /// Work that may take long, such as an export, an import or the sum of all points.
    case heavy
    /// The server's own work and that of commands: a dozen loops, each with one transaction at a time.
    case background

    private struct Work: Sendable {
        var lane = Lane.background
        var mayLag = false
    }

    private static let ofTask = TaskLocal<Work>(wrappedValue: Work())

    /// The lane of the current task.
    package static var current: Lane { ofTask.get().lane }

    /// True if a read replica may answer the reads of the current task.
    package static var mayLag: Bool { ofTask.get().mayLag }

    /// Runs `body` with all its transactions in this lane.
    ///
    /// - Parameters:
    ///   - mayLag: True if what `body` reads may be some seconds old, so that a read replica may answer it. This is for
    ///     reports: for what decides about a write, or must see one of the same request, it is false.
    ///   - isolation: The actor of the caller.
    ///   - body: The work; what it runs in another lane reads from the primary again.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    package func run<R: Sendable>(
        mayLag: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async rethrows -> R {
        let work = Work(lane: self, mayLag: mayLag)
        return try await Self.ofTask.withValue(work, operation: body, isolation: isolation)
    }

    /// The time for which long work waits for a connection at least, because its turn comes late.
    private static let heavyWaitMax: Duration = .seconds(60)

    /// The time for which a transaction of this lane waits for a connection.
    func waitMax(usually usual: Duration) -> Duration {
        self == .heavy ? max(usual, Self.heavyWaitMax) : usual
    }
}

/// The share of each lane in the connections of a pool.
struct LaneShares: Sendable {
    /// The connections kept for apps, and as many for staff; a small pool keeps none.
    private let reserve: Int
    /// The connections that long work has at most.
    private let heavyMax: Int

    init(of count: Int) {
        reserve = count / 4
        heavyMax = max(1, count / 3)
    }

    /// True if the lane may take one of `idle` connections; `used` has the number of each lane.
    ///
    /// The server's own work may take any: it is little, and what apps and staff see depends on it. It may have
    /// taken what is kept for another lane, so a lane with less than its own share takes any idle connection.
    func allow(_ lane: Lane, idle: Int, used: [Int]) -> Bool {
        switch lane {
        case .app: idle > (unused(.app, used) > 0 ? 0 : unused(.staff, used))
        case .staff: idle > (unused(.staff, used) > 0 ? 0 : unused(.app, used))
        case .heavy: used[lane.rawValue] < heavyMax && idle > unused(.app, used) + unused(.staff, used)
        case .background: idle > 0
        }
    }

    /// The number of connections kept for the lane that it does not use now.
    private func unused(_ lane: Lane, _ used: [Int]) -> Int { max(0, reserve - used[lane.rawValue]) }
}
