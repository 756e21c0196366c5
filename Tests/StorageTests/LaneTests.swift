import Foundation
import TestSupport
import Testing

@testable import Storage

/// The connections that each kind of work has to itself.
@Suite(.timeLimit(.minutes(5)))
struct LaneTests {
    /// The connections of a database of the tests; one of them is kept for apps, and one for staff.
    private static let count = 5

    /// Reads that each hold a connection until the gate opens; more than there are connections.
    private struct Crowd: Sendable {
        let gate = Signal()
        let began = Locked(0)
        let ended = Locked(0)

        func join(_ database: any Database, in lane: Lane) async throws {
            try await lane.run {
                try await database.read { [self] connection in
                    _ = try connection.rows("SELECT 1 AS one")
                    began.update { $0 += 1 }
                    gate.wait()
                    ended.update { $0 += 1 }
                }
            }
        }

        /// Waits until this many hold a connection.
        func arrival(of count: Int) async throws {
            let haveBegun = try await holds { began.value >= count }
            try #require(haveBegun, "\(began.value) of \(count) have begun")
        }
    }

    /// A connection that does nothing.
    private final class Desk: PooledSession {
        func close() async {}
    }

    @Test(arguments: TestDatabase.all)
    func `long reads leave connections to short ones`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            try await withCrowd(of: .heavy, on: database, reaching: 1) {
                for lane in [Lane.app, .staff, .background] {
                    let found = try await one(database, in: lane)
                    #expect(found == 1)
                }
            }
        }
    }

    @Test(arguments: TestDatabase.all, [Lane.app, .staff])
    func `apps and staff never take the last connection of the other`(
        kind: TestDatabase,
        lane: Lane
    ) async throws {
        try await withDatabase(kind) { database in
            try await withCrowd(of: lane, on: database, reaching: Self.count - 1) {
                let found = try await one(database, in: lane == .app ? .staff : .app)
                #expect(found == 1)
            }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a lane that waits goes on when its own connection is free again`(kind: TestDatabase) async throws {
        try await withDatabase(kind) { database in
            let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<60 {
                    let lane = Lane.allCases[number % Lane.allCases.count]
                    group.addTask { try await one(database, in: lane) }
                }
                return try await group.reduce(0, +)
            }

            #expect(sum == 60)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `writes of every lane are kept, each once`(kind: TestDatabase) async throws {
        try await withThings(kind) { database in
            try await atOnce(0..<40) { number in
                let lane = Lane.allCases[number % Lane.allCases.count]
                try await lane.run { try await database.add("\(number)") }
            }

            #expect(try await database.things().count == 40)
        }
    }

    @Test(arguments: 1...3)
    func `a small pool reserves nothing, so that any lane may use it`(count: Int) {
        let shares = LaneShares(of: count)

        for lane in Lane.allCases {
            #expect(shares.allow(lane, idle: count, used: [0, 0, 0, 0]))
            #expect(!shares.allow(lane, idle: 0, used: [count, 0, 0, 0]))
        }
    }

    @Test func `of eight connections long work has two, and two are kept for apps and for staff`() {
        let shares = LaneShares(of: 8)

        #expect(shares.allow(.app, idle: 3, used: [5, 0, 0, 0]))
        #expect(!shares.allow(.app, idle: 2, used: [6, 0, 0, 0]))
        #expect(shares.allow(.staff, idle: 2, used: [6, 0, 0, 0]))
        #expect(shares.allow(.heavy, idle: 7, used: [0, 0, 1, 0]))
        #expect(!shares.allow(.heavy, idle: 6, used: [0, 0, 2, 0]))
        #expect(!shares.allow(.heavy, idle: 4, used: [0, 0, 0, 4]))
    }

    @Test func `a lane with less than its share takes any idle connection`() {
        let shares = LaneShares(of: 8)

        // Long work and the server's own have six.
        #expect(shares.allow(.app, idle: 2, used: [0, 0, 2, 4]))
        #expect(shares.allow(.staff, idle: 1, used: [1, 0, 2, 4]))
        #expect(shares.allow(.app, idle: 1, used: [1, 0, 2, 4]))
        #expect(!shares.allow(.app, idle: 1, used: [2, 0, 2, 3]))
        #expect(LaneShares(of: 5).allow(.staff, idle: 1, used: [0, 0, 1, 3]))
    }

    @Test func `apps and staff do not wait beside idle connections`() async throws {
        let pool = SessionPool((0..<8).map { _ in Desk() })
        let others: [Lane] = [.heavy, .heavy, .background, .background, .background, .background]
        let deadline = ContinuousClock.now + .seconds(60)

        for lane in others + [.app, .staff] { _ = try await pool.borrow(for: lane, until: deadline) }

        #expect(pool.statistics(of: "test").inUse == 8)
    }

    @Test func `a lane gets the connection back that it used last`() async throws {
        let pool = SessionPool((0..<8).map { _ in Desk() })
        let deadline = ContinuousClock.now + .seconds(60)
        let ofApp = try await pool.borrow(for: .app, until: deadline)
        let ofStaff = try await pool.borrow(for: .staff, until: deadline)
        pool.giveBack(ofApp, of: .app)
        pool.giveBack(ofStaff, of: .staff)

        #expect(try await pool.borrow(for: .app, until: deadline) === ofApp)
        #expect(try await pool.borrow(for: .staff, until: deadline) === ofStaff)
    }

    @Test func `a task that was cancelled before does not wait for a connection`() async throws {
        let pool = SessionPool([Desk()])
        let held = try await pool.borrow(for: .app, until: ContinuousClock.now + .seconds(60))

        let isCancelled = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await Task.sleep(for: .seconds(60))
                do {
                    _ = try await pool.borrow(for: .app, until: ContinuousClock.now + .seconds(60))
                    return false
                } catch {
                    return error is CancellationError
                }
            }
            group.cancelAll()
            return await group.next() ?? false
        }

        #expect(isCancelled)
        #expect(pool.statistics(of: "test").waiting == 0)
        pool.giveBack(held, of: .app)
        await pool.close()
    }

    /// Runs `body` while a crowd holds all the connections that its lane may have.
    private func withCrowd(
        of lane: Lane,
        on database: any Database,
        reaching count: Int,
        _ body: () async throws -> Void
    ) async throws {
        let crowd = Crowd()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 { group.addTask { try await crowd.join(database, in: lane) } }
            do {
                try await crowd.arrival(of: count)
                try await body()
            } catch {
                crowd.gate.send()
                throw error
            }
            #expect(crowd.ended.value == 0, "it has waited for the others")
            #expect(crowd.began.value == count)
            crowd.gate.send()
            try await group.waitForAll()
        }
    }

    private func one(_ database: any Database, in lane: Lane) async throws -> Int64 {
        try await lane.run {
            try await database.read { try $0.rows("SELECT 1 AS one")[0].get("one", as: Int64.self) }
        }
    }
}
