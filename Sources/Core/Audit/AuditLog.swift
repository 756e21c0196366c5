import Storage

/// The append-only log of staff actions that are not changes of content.
package struct AuditLog: Sendable {
    private let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    /// Records an action in its own transaction, so that both are saved or neither; `detail` never holds a secret.
    package static func record(
        _ action: AuditAction,
        subject: String? = nil,
        detail: JSON = [:],
        by author: Author,
        at: Timestamp,
        address: String? = nil,
        on connection: any Connection
    ) throws {
        try connection.send(
            """
            INSERT INTO audit (at, staff_id, author, door, action, subject, detail, address)
            VALUES (\(at), \(author.staffID), \(author.name), \(author.door.rawValue), \(action.name), \(subject),
                \(detail.text), \(address))
            """
        )
    }

    /// The newest entries, or those before `cursor`; `next` is the cursor of the following page, nil on the last.
    package func list(
        limit: Int = Limits.pageSizeDefault,
        cursor: String? = nil
    ) async throws -> (entries: [AuditEntry], next: String?) {
        let limit = min(max(limit, 1), Limits.pageSizeMax)
        let before = try cursor.map(Self.id) ?? .max
        let entries = try await database.read { connection in
            try connection.rows(
                "SELECT * FROM audit WHERE id < \(before) ORDER BY id DESC LIMIT \(limit + 1)"
            )
            .map(AuditEntry.init)
        }
        let page = Array(entries.prefix(limit))
        return (page, entries.count > limit ? page.last.map { String($0.id) } : nil)
    }

    private static func id(_ cursor: String) throws(Problem) -> Int64 {
        guard let id = Int64(cursor) else {
            throw .invalid([Fault("#/cursor", "не из предыдущей страницы", "is not from a page before")])
        }
        return id
    }
}
