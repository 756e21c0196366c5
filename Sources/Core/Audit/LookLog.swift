import Storage

/// Records in the audit who has viewed personal data.
///
/// Repeated views of the same data within `Limits.codeLookWindow` make one entry.
package struct LookLog: Sendable {
    private let database: any Database
    private let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        self.database = database
        self.now = now
    }

    /// Throws if the view cannot be recorded, because then nothing may be shown either.
    package func note(
        _ action: AuditAction,
        subject: String? = nil,
        detail: JSON = [:],
        by author: Author,
        address: String?
    ) async throws {
        let now = now()
        let key = AttemptLimit.stored("look:\(action.name):\(subject ?? detail.text):\(author.key)")
        let isNoted = try await database.read { connection in
            try !connection.rows("SELECT key FROM limits WHERE key = \(key) AND until > \(now)").isEmpty
        }
        // Most views write nothing.
        guard !isNoted else { return }
        try await database.write { connection in
            // A concurrent view may have recorded it.
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
    /// A key shared by everything that one member of staff does, through any channel.
    var key: String { staffID ?? "\(door.rawValue) \(name)" }
}

extension Connection {
    /// True if the key was not recorded within the window; records it in that case.
    func isFirst(_ key: String, within window: Duration, at now: Timestamp) throws -> Bool {
        try execute(
            """
            INSERT INTO limits (key, count, until) VALUES (\(key), 1, \(now.advanced(by: window)))
            ON CONFLICT (key) DO UPDATE SET count = 1, until = excluded.until WHERE limits.until <= \(now)
            """
        ) == 1
    }
}
