import Storage

/// How often something may be tried within a window of time.
///
/// It is counted in the database, so it holds across servers and across their restarts.
package struct AttemptLimit: Sendable, Hashable {
    package let key: String
    package let countMax: Int64
    package let window: Duration

    package init(key: String, countMax: Int64, window: Duration) {
        self.key = key
        self.countMax = countMax
        self.window = window
    }

    /// Of one client in an hour; nil where its address is not known.
    package static func hourly(_ what: String, from address: String, _ countMax: Int64) -> AttemptLimit? {
        guard !address.isEmpty else { return nil }
        let key = "\(what):address:\(NetworkAddress.limited(address))"
        return AttemptLimit(key: key, countMax: countMax, window: .seconds(3600))
    }

    /// Counts one attempt, or throws `.limited`; the database decides, so attempts at once never exceed the limit.
    ///
    /// The problem undoes the transaction and with it the count, so a flood of attempts writes nothing.
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

    /// Forgets every attempt.
    package func clear(on connection: any Connection) throws {
        try connection.execute("DELETE FROM limits WHERE key = \(key)")
    }

    /// Takes one counted attempt back.
    package func forgive(on connection: any Connection) throws {
        try connection.execute("UPDATE limits SET count = count - 1 WHERE key = \(key) AND count > 0")
    }

    package static func removeExpired(at now: Timestamp, on connection: any Connection) throws {
        try connection.execute("DELETE FROM limits WHERE until <= \(now)")
    }
}
