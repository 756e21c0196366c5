import Storage

/// Maintains the points of every programme: expires them, keeps sums of them, and verifies the accounts.
package struct PointsLedger: Sendable {
    let database: any Database
    private let now: @Sendable () -> Timestamp
    private let random: RandomBytes

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        self.database = database
        self.now = now
        self.random = random
    }

    /// Removes expired points, and returns the number of accounts.
    ///
    /// Each expiry is an act with a key, so that several servers do it once.
    package func expire() async throws -> Int {
        let at = now()
        var count = 0
        while true {
            let due = try await database.read { connection in
                try connection.rows(
                    """
                    SELECT DISTINCT account_id FROM points_lots WHERE expires_at <= \(at)
                    LIMIT \(Limits.housekeepingBatch)
                    """
                ).map { try $0.get("account_id", as: String.self) }
            }
            for account in due {
                try await database.write { [random] connection in
                    try connection.expireLots(of: account, at: at, random: random)
                }
            }
            count += due.count
            if due.count < Limits.housekeepingBatch { return count }
        }
    }
}

extension Connection {
    fileprivate func expireLots(of account: String, at now: Timestamp, random: RandomBytes) throws {
        // Concurrent spending and expiry wait here.
        try send("UPDATE points_accounts SET opened_at = opened_at WHERE id = \(account)")
        let lots = try rows(
            """
            SELECT entry_id, remaining FROM points_lots WHERE account_id = \(account) AND expires_at <= \(now)
            ORDER BY expires_at, entry_id LIMIT \(Limits.pointsLotsBatch)
            """
        )
        for lot in lots {
            let id: String = try lot.get("entry_id")
            // A movement takes the lots that expire first, so it takes exactly these.
            try move(
                PointsChange(
                    -(try lot.get("remaining", as: Int64.self)),
                    of: account,
                    with: .expired,
                    for: .expiry,
                    key: "expiry:\(id)",
                    author: Author.program.name,
                    subjectID: id
                ),
                at: now,
                random: random
            )
        }
    }
}
