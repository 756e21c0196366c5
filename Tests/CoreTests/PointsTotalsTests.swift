@testable import Core
import Storage
import TestSupport
import Testing
import Web

/// The sums of the ledger that are kept by the day: always those of its entries, whatever is written meanwhile.
struct PointsTotalsTests {
    /// Opens an account with some points; the first one is of another app.
    private func open(_ vitrina: Vitrina, _ number: Int) async throws -> String {
        let id = Identifier.new(at: vitrina.clock.now, random: .system)
        let (now, app) = (vitrina.clock.now, number == 0 ? "other" : "mall")
        try await vitrina.database.write { try $0.openPointsAccount(id, of: app, at: now) }
        try await move(1_000, of: id, vitrina)
        return id
    }

    /// Moves points; `within` runs in the transaction, after the entry has its number.
    @discardableResult
    private func move(
        _ change: Int64,
        of account: String,
        _ vitrina: Vitrina,
        within: @escaping @Sendable (Int64) throws -> Void = { _ in }
    ) async throws -> Int64 {
        let now = vitrina.clock.now
        return try await vitrina.database.write { connection in
            let asked = PointsChange(
                change,
                of: account,
                with: change < 0 ? .spent : .issued,
                for: .correction,
                key: Identifier.new(at: now, random: .system),
                author: "test"
            )
            let number = try connection.move(asked, at: now, random: .system).number
            try within(number)
            return number
        }
    }

    /// The number up to which sums are kept.
    private func end(_ vitrina: Vitrina) async throws -> Int64 {
        try await vitrina.database.read { try $0.pointsTotalsEnd() } ?? -1
    }

    /// Keeps sums until they reach a number; other tests write to the same server, and what they write is waited for.
    private func keep(_ vitrina: Vitrina, through number: Int64) async throws {
        var mark: PointsMark?
        let deadline = ContinuousClock.now + .seconds(60)
        while try await end(vitrina) < number, ContinuousClock.now < deadline {
            if try await vitrina.services.points.keepTotals(&mark, from: 1) { continue }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The sums of an app as they are read, and those of its entries: the number and the points.
    private func sums(_ vitrina: Vitrina) async throws -> (read: [Int64], real: [Int64]) {
        try await vitrina.database.read { connection in
            func added(_ tables: SQL) throws -> [Int64] {
                let row = try connection.rows(
                    """
                    SELECT CAST(coalesce(sum(e.lines), 0) AS bigint) AS lines,
                        CAST(coalesce(sum(e.change), 0) AS bigint) AS change FROM \(tables) AS e
                    """
                ).first
                return try ["lines", "change"].map { try row?.get($0, as: Int64.self) ?? -1 }
            }
            return (
                try added(connection.pointsLines(of: "mall", from: nil, until: nil)),
                try added(
                    """
                    (SELECT 1 AS lines, x.change FROM points_entries x
                        JOIN points_accounts a ON a.id = x.account_id WHERE a.app = 'mall')
                    """
                )
            )
        }
    }

    @Test(arguments: TestDatabase.all)
    func `sums are right while many write`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            var accounts: [String] = []
            for number in 0..<4 { accounts.append(try await open(vitrina, number)) }
            try await withThrowingTaskGroup(of: Void.self) { [accounts] group in
                for account in accounts {
                    group.addTask {
                        for step in 1...25 {
                            try await move(step.isMultiple(of: 2) ? -2 : 3, of: account, vitrina)
                            // One in five of them is taken back.
                            guard step.isMultiple(of: 5) else { continue }
                            _ = try? await move(7, of: account, vitrina) { _ in throw PointsFailure.noAccount
                            }
                        }
                    }
                }
                for _ in 0..<2 {
                    group.addTask {
                        var mark: PointsMark?
                        for _ in 0..<30 {
                            _ = try await vitrina.services.points.keepTotals(&mark, from: 1)
                            let (read, real) = try await sums(vitrina)
                            #expect(read == real)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let last = try await vitrina.database.read { try $0.lastPointsNumber() }
            try await keep(vitrina, through: last)

            #expect(try await end(vitrina) == last)
            let (read, real) = try await sums(vitrina)
            #expect(read == real && read[0] == 3 * 26)
            let books = try await vitrina.services.points.verify()
            #expect(books.isSound && books.entries == 4 * 26)
        }
    }

    /// SQLite has one write at a time, so that numbers appear in their order.
    @Test(.enabled(if: TestDatabase.postgresURL != nil), arguments: [true, false])
    func `a lower number that appears late is waited for`(isKept: Bool) async throws {
        try await withVitrina(.postgres) { vitrina in
            let (anna, boris) = (try await open(vitrina, 1), try await open(vitrina, 2))
            let (begun, go) = (Signal(), Signal())
            let number = Locked<Int64>(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = try? await move(5, of: anna, vitrina) { late in
                        number.update { $0 = late }
                        begun.send()
                        go.wait()
                        if !isKept { throw PointsFailure.noAccount }
                    }
                }
                await begun.arrival()
                let last = try await move(8, of: boris, vitrina)
                #expect(last > number.value)
                var mark: PointsMark?
                for _ in 0..<5 { _ = try await vitrina.services.points.keepTotals(&mark, from: 1) }
                let reached = try await end(vitrina)
                #expect(reached < number.value)
                go.send()
                try await group.waitForAll()
                try await keep(vitrina, through: last)
            }

            let (read, real) = try await sums(vitrina)
            #expect(read == real)
            #expect(read == (isKept ? [4, 2_013] : [3, 2_008]))
            #expect(try await vitrina.services.points.verify().isSound)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `a wrong sum is found`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let account = try await open(vitrina, 1)
            try await keep(vitrina, through: try await move(-10, of: account, vitrina))
            try await vitrina.database.write { connection in
                _ = try connection.execute("UPDATE points_totals SET change = change + 1 WHERE sign = -1")
            }

            let books = try await vitrina.services.points.verify()
            #expect(!books.isSound && books.faults.isEmpty)
            let fault = PointsTotalFault(
                app: "mall",
                day: "2026-11-21",
                programme: "spent",
                cause: "correction",
                kept: -9,
                keptLines: 1,
                sum: -10,
                lines: 1
            )
            #expect(books.totalFaults == [fault])
            let again = try PointsVerification(json: books.json)
            #expect(again.totalFaults == [fault])
        }
    }
}
