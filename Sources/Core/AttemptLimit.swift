import Storage

/// A limit on the number of attempts within a window of time.
///
/// Attempts are counted in the database, so the limit holds across servers and restarts. What only spares a server
/// its work is counted in that server: requests of a client (`Clients`), fetches of flags (`FlagRateLimits`).
package struct AttemptLimit: Sendable, Hashable {
    /// The key of the row, which has no phone and no address in the clear.
    package let key: String
    package let countMax: Int64
    package let window: Duration

    /// Makes a limit; of `key` only its beginning, up to a colon or a blank, is stored as it is.
    package init(key: String, countMax: Int64, window: Duration) {
        self.key = Self.stored(key)
        self.countMax = countMax
        self.window = window
    }

    /// The key of a row for `key`: what is counted, and a digest of the whole.
    package static func stored(_ key: String) -> String {
        let what = key.prefix { $0 != ":" && $0 != " " }
        return "\(what):\(SHA256.hex(key.utf8))"
    }

    /// The limit on attempts of one client in an hour; nil if its address is not known.
    package static func hourly(_ what: String, from address: String, _ countMax: Int64) -> AttemptLimit? {
        guard !address.isEmpty else { return nil }
        let key = "\(what):address:\(NetworkAddress.limited(address))"
        return AttemptLimit(key: key, countMax: countMax, window: .seconds(3600))
    }

    /// Counts one attempt, or throws `.limited`; the database decides, so concurrent attempts never exceed the limit.
    ///
    /// The problem rolls back the transaction and with it the count, so a flood of attempts writes nothing. So does any
    /// other error: a refusal that tells the client something is returned, and thrown after the transaction.
    package func count(at now: Timestamp, on connection: any Connection) throws {
        try [self].count(at: now, on: connection)
    }

    fileprivate func counting(at now: Timestamp) -> SQL {
        // A window that ends later than any could was begun by a clock that was wrong.
        let far = now.advanced(by: window + window)
        return """
            INSERT INTO limits (key, count, until) VALUES (\(key), 1, \(now.advanced(by: window)))
            ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN limits.until <= \(now) OR limits.until > \(far) THEN 1 ELSE limits.count + 1 END,
                until = CASE WHEN limits.until <= \(now) OR limits.until > \(far) THEN excluded.until
                    ELSE limits.until END
            RETURNING count, until
            """
    }

    fileprivate func check(_ rows: [Row], at now: Timestamp) throws {
        guard let row = rows.first else { throw StorageError.other("An upsert returned nothing.") }
        let until: Timestamp = try row.get("until")
        guard try row.get("count") > countMax else { return }
        let seconds = Int((until.microseconds - now.microseconds + 999_999) / 1_000_000)
        let minutes = (seconds + 59) / 60
        throw Problem(
            .limited,
            Localized(
                "Слишком много попыток. Повторите через \(minutes) \(plural(minutes, "минуту", "минуты", "минут")).",
                "Too many attempts. Try again in \(minutes) \(minutes == 1 ? "minute" : "minutes")."
            ),
            retryAfter: seconds
        )
    }

    /// Resets the count to zero.
    package func clear(on connection: any Connection) throws {
        try connection.send("DELETE FROM limits WHERE key = \(key)")
    }

    /// Uncounts one attempt.
    package func forgive(on connection: any Connection) throws {
        try connection.send("UPDATE limits SET count = count - 1 WHERE key = \(key) AND count > 0")
    }

    /// Resets the count of the limit that was made with this key.
    package static func clear(_ key: String, on connection: any Connection) throws {
        try connection.send("DELETE FROM limits WHERE key = \(stored(key))")
    }

    /// Removes the counts whose window has ended.
    ///
    /// A request locks the rows of its limits in their order. On PostgreSQL rows that one holds now are left for the
    /// next time, since waiting for them in another order could be a deadlock.
    package static func removeExpired(at now: Timestamp, on connection: any Connection) throws {
        let lock = connection.locking("FOR UPDATE SKIP LOCKED")
        try connection.send(
            "DELETE FROM limits WHERE key IN (SELECT key FROM limits WHERE until <= \(now) \(lock))"
        )
    }
}

extension Collection<AttemptLimit> {
    /// Counts one attempt under each of the limits, or throws `.limited`; on PostgreSQL in one round trip.
    ///
    /// Callers with the same limits have them in the same order, so that two of them cannot deadlock.
    package func count(at now: Timestamp, on connection: any Connection) throws {
        let answers = try connection.rows(each: map { $0.counting(at: now) })
        for (limit, rows) in zip(self, answers) { try limit.check(rows, at: now) }
    }
}
