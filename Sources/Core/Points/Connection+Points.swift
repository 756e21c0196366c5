import Storage

extension Connection {
    /// The number of the newest entry of the ledger, which rises with each one; 0 if there is none.
    package func lastPointsNumber() throws -> Int64 {
        guard let row = try rows("SELECT MAX(number) AS number FROM points_entries").first else { return 0 }
        return try row.get("number", as: Int64?.self) ?? 0
    }

    /// Opens an empty account.
    package func openPointsAccount(_ id: String, of app: String, at now: Timestamp) throws {
        try send(
            """
            INSERT INTO points_accounts (id, app, balance, earned, spent, opened_at)
            VALUES (\(id), \(app), 0, 0, 0, \(now))
            """
        )
    }

    /// Moves points, or throws a `PointsFailure`.
    ///
    /// The account's row is the lock: concurrent changes wait for it, so that the balance never
    /// goes below zero and is the sum of the entries at every moment.
    @discardableResult
    package func move(
        _ change: PointsChange,
        at now: Timestamp,
        random: RandomBytes
    ) throws -> PointsEntry {
        let balance = try pass(change)
        let id = Identifier.new(at: now, random: random)
        let insert: SQL = """
            INSERT INTO points_entries (id, account_id, programme, change, balance, cause, subject_id, subject, note,
                author, staff_id, key, created_at)
            VALUES (\(id), \(change.accountID), \(change.programme.rawValue), \(change.change), \(balance),
                \(change.cause.name), \(change.subjectID), \(change.subject?.text), \(change.note),
                \(change.author), \(change.staffID), \(change.key), \(now))
            ON CONFLICT (key) DO NOTHING
            RETURNING *
            """
        let isSpent = change.change < 0
        let answers = try rows(each: isSpent ? [insert, lots(of: change.accountID)] : [insert])
        guard let row = answers[0].first else { throw PointsFailure.repeated(key: change.key) }
        let entry = try PointsEntry(row)
        if isSpent {
            try consume(-change.change, of: change.accountID, from: answers[1])
        } else if change.change > 0, let life = change.life {
            try send(
                """
                INSERT INTO points_lots (entry_id, account_id, remaining, expires_at)
                VALUES (\(id), \(change.accountID), \(change.change), \(now.advanced(by: life)))
                """
            )
        }
        return entry
    }

    /// The entry of the act with this key.
    package func pointsEntry(key: String) throws -> PointsEntry? {
        try rows("SELECT * FROM points_entries WHERE key = \(key)").first.map(PointsEntry.init)
    }

    /// Changes the account and returns its new balance.
    private func pass(_ change: PointsChange) throws -> Int64 {
        let (earned, spent) = (max(change.change, 0), max(-change.change, 0))
        let rows = try rows(
            """
            UPDATE points_accounts SET balance = balance + \(change.change), earned = earned + \(earned),
                spent = spent + \(spent)
            WHERE id = \(change.accountID) AND balance >= \(spent) AND earned <= \(Limits.pointsEarnedMax - earned)
            RETURNING balance
            """
        )
        if let row = rows.first { return try row.get("balance") }
        // The act may have been done before, when there was enough.
        if try pointsEntry(key: change.key) != nil { throw PointsFailure.repeated(key: change.key) }
        guard
            let row = try self.rows("SELECT balance FROM points_accounts WHERE id = \(change.accountID)")
                .first
        else { throw PointsFailure.noAccount }
        let balance: Int64 = try row.get("balance")
        if balance < spent { throw PointsFailure.short(by: spent - balance) }
        // A concurrent act has just given what was missing.
        if spent > 0 { return try pass(change) }
        throw PointsFailure.tooMuch
    }

    /// Some of an account's lots, those that expire first.
    private func lots(of accountID: String) -> SQL {
        """
        SELECT entry_id, remaining FROM points_lots WHERE account_id = \(accountID)
        ORDER BY expires_at, entry_id LIMIT \(Limits.pointsLotsBatch)
        """
    }

    /// Takes points from the lots that expire first; points without an expiry are taken last.
    private func consume(_ count: Int64, of accountID: String, from first: [Row]) throws {
        var (left, lots) = (count, first)
        while left > 0, !lots.isEmpty {
            for lot in lots where left > 0 {
                let (id, remaining): (String, Int64) = (try lot.get("entry_id"), try lot.get("remaining"))
                if remaining <= left {
                    try send("DELETE FROM points_lots WHERE entry_id = \(id)")
                } else {
                    try send(
                        "UPDATE points_lots SET remaining = remaining - \(left) WHERE entry_id = \(id)"
                    )
                }
                left -= min(remaining, left)
            }
            if left > 0 { lots = try rows(self.lots(of: accountID)) }
        }
    }
}

extension Limits {
    /// The total that one account may ever receive.
    fileprivate static let pointsEarnedMax: Int64 = 1_000_000_000_000
}
