import Storage

/// A limit on the number of attempts within a window of time.
///
/// Attempts are counted in the database, so the limit holds across servers and restarts.
package struct AttemptLimit: Sendable, Hashable {
    package let key: String
    package let countMax: Int64
    package let window: Duration

    package init(key: String, countMax: Int64, window: Duration) {
        self.key = key
        self.countMax = countMax
        self.window = window
    }

    /// The limit on attempts of one client in an hour; nil if its address is not known.
    package static func hourly(_ what: String, from address: String, _ countMax: Int64) -> AttemptLimit? {
        guard !address.isEmpty else { return nil }
        let key = "\(what):address:\(NetworkAddress.limited(address))"
        return AttemptLimit(key: key, countMax: countMax, window: .seconds(3600))
    }

    /// Counts one attempt, or throws `.limited`; the database decides, so concurrent attempts never exceed the limit.
    ///
    /// The problem rolls back the transaction and with it the count, so a flood of attempts writes nothing.
    package func count(at now: Timestamp, on connection: any Connection) throws {
        let rows = try connection.rows(
            """
            INSERT INTO limits (key, count, until) VALUES (\(key), 1, \(now.advanced(by: window)))
            ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN limits.until <= \(now) THEN 1 ELSE limits.count + 1 END,
                until = CASE WHEN limits.until <= \(now) THEN excluded.until ELSE limits.until END
            RETURNING count, until
            """
        )
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

    package static func removeExpired(at now: Timestamp, on connection: any Connection) throws {
        try connection.send("DELETE FROM limits WHERE until <= \(now)")
    }
}
