import Storage

/// The result of verifying that all accounts balance.
package struct PointsVerification: Sendable, Hashable {
    /// Faults of each kind that one report lists.
    static let faultsMax = 100

    package let accounts: Int64
    package let entries: Int64
    /// The sum of all balances, and the programme's accounts, which must add up to its negative.
    package let balance: Int64
    package let programme: [PointsEntry.Programme: Int64]
    /// Accounts that do not agree with their entries, limited to as many as one report lists.
    package let faults: [PointsFault]
    /// Kept sums that do not agree with the entries of their day, limited as well.
    package let totalFaults: [PointsTotalFault]

    package var isSound: Bool { faults.isEmpty && totalFaults.isEmpty }

    package var json: JSON {
        [
            "accounts": .integer(accounts), "entries": .integer(entries), "balance": .integer(balance),
            "programme": .object(
                Dictionary(
                    uniqueKeysWithValues: PointsEntry.Programme.allCases.map {
                        ($0.rawValue, .integer(programme[$0] ?? 0))
                    }
                )
            ),
            "faults": .array(faults.map(\.json)), "total_faults": .array(totalFaults.map(\.json)),
            "is_sound": .bool(isSound),
        ]
    }
}

/// An account whose balance differs from its entries.
package struct PointsFault: Sendable, Hashable {
    package let accountID: String
    package let balance: Int64
    package let sum: Int64
    /// The balance recorded in the last entry.
    package let last: Int64

    package var json: JSON {
        [
            "account_id": .string(accountID), "balance": .integer(balance), "sum": .integer(sum),
            "last": .integer(last),
        ]
    }
}

extension PointsLedger {
    /// Adds everything up, on one snapshot of the database.
    package func verify() async throws -> PointsVerification { try await Self.verify(database) }

    /// Adds everything up in a database, on one snapshot of it, which may be some seconds old.
    package static func verify(_ database: any Database) async throws -> PointsVerification {
        try await Lane.heavy.run(mayLag: true) {
            try await StatementTime.run(upTo: statementMax) { try await added(database) }
        }
    }

    /// The time for one of its statements, each of which reads the whole ledger.
    private static var statementMax: Duration { .seconds(1800) }

    private static func added(_ database: any Database) async throws -> PointsVerification {
        try await database.read { connection in
            let totals = try connection.rows(
                """
                SELECT (SELECT count(*) FROM points_accounts) AS accounts,
                    (SELECT count(*) FROM points_entries) AS entries,
                    CAST((SELECT coalesce(sum(balance), 0) FROM points_accounts) AS bigint) AS balance
                """
            )
            guard let total = totals.first else { throw StorageError.other("points have not answered") }
            // The kept sums and the sides of the programme are checked by one look at the ledger.
            let end = try connection.pointsTotalsEnd() ?? 0
            let kept = try connection.pointsTotals(where: "e.number <= \(end)")
            let newer = try connection.pointsTotals(where: "e.number > \(end)")
            var programme: [PointsEntry.Programme: Int64] = [:]
            for sum in kept + newer {
                if let side = PointsEntry.Programme(rawValue: sum.key.programme) {
                    programme[side, default: 0] -= sum.change
                }
            }
            return PointsVerification(
                accounts: try total.get("accounts"),
                entries: try total.get("entries"),
                balance: try total.get("balance"),
                programme: programme,
                faults: try connection.pointsFaults(),
                totalFaults: try connection.pointsTotalFaults(kept)
            )
        }
    }
}

extension Connection {
    /// Accounts where balance, sum and last entry differ, or where more would expire than there is.
    fileprivate func pointsFaults() throws -> [PointsFault] {
        try rows(
            """
            WITH sums AS (
                SELECT account_id, CAST(sum(change) AS bigint) AS sum, max(number) AS last
                FROM points_entries GROUP BY account_id
            ), lots AS (
                SELECT account_id, CAST(sum(remaining) AS bigint) AS remaining FROM points_lots GROUP BY account_id
            )
            SELECT a.id, a.balance, coalesce(s.sum, 0) AS sum, coalesce(e.balance, 0) AS last
            FROM points_accounts a
            LEFT JOIN sums s ON s.account_id = a.id
            LEFT JOIN points_entries e ON e.number = s.last
            LEFT JOIN lots l ON l.account_id = a.id
            WHERE a.balance <> coalesce(s.sum, 0) OR a.balance <> coalesce(e.balance, 0)
                OR coalesce(l.remaining, 0) > a.balance
            ORDER BY a.id LIMIT \(PointsVerification.faultsMax)
            """
        ).map { row in
            PointsFault(
                accountID: try row.get("id"),
                balance: try row.get("balance"),
                sum: try row.get("sum"),
                last: try row.get("last")
            )
        }
    }
}

extension PointsVerification: JSONReadable {
    package init(json: JSON) throws(Fault) {
        accounts = try json.get("accounts")
        entries = try json.get("entries")
        balance = try json.get("balance")
        let sums = try json.get("programme", as: [String: Int64].self)
        programme = Dictionary(
            sums.compactMap { name, sum in PointsEntry.Programme(rawValue: name).map { ($0, sum) } }
        ) { first, _ in first }
        faults = try json.get("faults")
        // A server of an earlier version keeps no sums.
        totalFaults = try json.get("total_faults", as: [PointsTotalFault]?.self) ?? []
    }
}

extension PointsFault: JSONReadable {
    package init(json: JSON) throws(Fault) {
        accountID = try json.get("account_id")
        balance = try json.get("balance")
        sum = try json.get("sum")
        last = try json.get("last")
    }
}
