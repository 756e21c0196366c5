@testable import Core
import Storage
import TestSupport
import Testing
import Web

/// The ledger: append-only, never below zero, and always equal to its entries.
struct PointsLedgerTests {
    private func move(
        _ change: Int64,
        key: String,
        life: Duration? = nil,
        _ vitrina: Vitrina,
        account: String
    ) async throws -> PointsEntry {
        let (now, random) = (vitrina.clock.now, RandomBytes.system)
        return try await vitrina.database.write { connection in
            try connection.move(
                PointsChange(
                    change,
                    of: account,
                    with: change < 0 ? .spent : .issued,
                    for: .correction,
                    key: key,
                    author: "test",
                    life: life
                ),
                at: now,
                random: random
            )
        }
    }

    private func open(_ vitrina: Vitrina) async throws -> String {
        let id = Identifier.new(at: vitrina.clock.now, random: .system)
        let now = vitrina.clock.now
        try await vitrina.database.write { try $0.openPointsAccount(id, of: "mall", at: now) }
        return id
    }

    @Test(arguments: TestDatabase.all)
    func `an act is done once, and what is missing is told`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let account = try await open(vitrina)
            let first = try await move(100, key: "a", vitrina, account: account)
            #expect(first.balance == 100)
            await #expect(throws: PointsFailure.repeated(key: "a")) {
                _ = try await move(100, key: "a", vitrina, account: account)
            }
            await #expect(throws: PointsFailure.short(by: 50)) {
                _ = try await move(-150, key: "b", vitrina, account: account)
            }
            await #expect(throws: PointsFailure.noAccount) {
                _ = try await move(
                    1,
                    key: "c",
                    vitrina,
                    account: Identifier.new(at: vitrina.clock.now, random: .system)
                )
            }
            await #expect(throws: PointsFailure.tooMuch) {
                _ = try await move(.max, key: "d", vitrina, account: account)
            }
            #expect(try await move(-100, key: "e", vitrina, account: account).balance == 0)
            // It was done earlier, when there were enough points.
            await #expect(throws: PointsFailure.repeated(key: "e")) {
                _ = try await move(-100, key: "e", vitrina, account: account)
            }
            let books = try await vitrina.services.points.verify()
            #expect(books.isSound)
            #expect((books.accounts, books.entries, books.balance) == (1, 2, 0))
            #expect(books.programme == [.issued: -100, .spent: 100])
        }
    }

    @Test(arguments: TestDatabase.all)
    func `points with an end go first, and expire once`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let account = try await open(vitrina)
            _ = try await move(50, key: "forever", vitrina, account: account)
            _ = try await move(100, key: "month", life: .seconds(30 * 86_400), vitrina, account: account)
            _ = try await move(100, key: "week", life: .seconds(7 * 86_400), vitrina, account: account)
            _ = try await move(-120, key: "buy", vitrina, account: account)
            vitrina.clock.advance(by: .seconds(8 * 86_400))
            #expect(try await vitrina.services.points.expire() == 0)
            vitrina.clock.advance(by: .seconds(30 * 86_400))
            let (one, two) = (vitrina.services.points, vitrina.services.points)
            async let first = one.expire()
            async let second = two.expire()
            _ = try await (first, second)
            let books = try await vitrina.services.points.verify()
            #expect(books.isSound)
            #expect(books.balance == 50)
            #expect(books.programme == [.issued: -250, .spent: 120, .expired: 80])
            #expect(try await vitrina.services.points.expire() == 0)
        }
    }

    @Test(arguments: TestDatabase.all)
    func `no entry is changed or removed, and a wrong balance is found`(kind: TestDatabase) async throws {
        try await withVitrina(kind) { vitrina in
            let account = try await open(vitrina)
            _ = try await move(100, key: "a", vitrina, account: account)
            for sql: SQL in ["UPDATE points_entries SET change = 1000", "DELETE FROM points_entries"] {
                await #expect(throws: (any Error).self) {
                    try await vitrina.database.write { _ = try $0.execute(sql) }
                }
            }
            await #expect(throws: (any Error).self) {
                try await vitrina.database.write {
                    _ = try $0.execute("UPDATE points_accounts SET balance = -1, spent = 101")
                }
            }
            _ = try await vitrina.database.write {
                try $0.execute("UPDATE points_accounts SET balance = 101, earned = 101")
            }
            let books = try await vitrina.services.points.verify()
            #expect(books.faults == [PointsFault(accountID: account, balance: 101, sum: 100, last: 100)])
        }
    }
}
