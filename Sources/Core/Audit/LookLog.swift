import Storage

/// Writes down who has looked at personal data: once for all looks of some minutes at the same.
package struct LookLog: Sendable {
    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// Throws where it cannot be written down, as then nothing may be shown either.
    package func note(
        _ action: AuditAction,
        subject: String? = nil,
        detail: JSON = [:],
        by author: Author,
        address: String?
    ) async throws {
        let now = now()
        let key = "look:\(action.name):\(subject ?? detail.text):\(author.key)"
        let isNoted = try await database.read { connection in
            try !connection.rows("SELECT key FROM limits WHERE key = \(key) AND until > \(now)").isEmpty
        }
        // Most looks write nothing.
        guard !isNoted else { return }
        try await database.write { connection in
            // Another look at the same moment may have written it down.
            guard try connection.isFirst(key, within: Limits.codeLookWindow, at: now) else { return }
            try AuditLog.record(
                action,
                subject: subject,
                detail: detail,
                by: author,
                at: now,
                address: address,
                on: connection
            )
        }
    }
}

extension Author {
    /// The same for everything that one member of staff does, by whichever door.
    var key: String { staffID ?? "\(door.rawValue) \(name)" }
}

extension Connection {
    /// Whether nothing has stood under the key for so long; it does from now on.
    func isFirst(_ key: String, within window: Duration, at now: Timestamp) throws -> Bool {
        try execute(
            """
            INSERT INTO limits (key, count, until) VALUES (\(key), 1, \(now.advanced(by: window)))
            ON CONFLICT (key) DO UPDATE SET count = 1, until = excluded.until WHERE limits.until <= \(now)
            """
        ) == 1
    }
}
