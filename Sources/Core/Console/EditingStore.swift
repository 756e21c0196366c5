import Storage

/// A member of staff who has the form of an entry open.
package struct Colleague: Sendable, Hashable {
    package let name: String
    /// True if something was typed in the form lately.
    package let isTyping: Bool

    package init(name: String, isTyping: Bool) {
        (self.name, self.isTyping) = (name, isTyping)
    }
}

/// Tracks the open forms of staff, so that two people do not unknowingly edit the same entry.
///
/// It is a hint and not a lock: an editor who is silent for `EditingStore.silenceMax` counts as gone.
package struct EditingStore: Sendable {
    /// A form that was not reported for this long counts as closed; a browser reports it every few seconds.
    package static let silenceMax: Duration = .seconds(30)

    /// An editor who has typed nothing for this long counts as only reading.
    private static let typingAge: Duration = .seconds(60)
    /// The number of open forms of one person, and of people named on one form.
    package static let formsMax = 50
    private static let namesMax = 5

    let database: any Database
    let now: @Sendable () -> Timestamp

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp) {
        (self.database, self.now) = (database, now)
    }

    /// Reports that a member of staff has the form open; returns the others who do.
    package func tell(
        _ type: String,
        _ id: String,
        staffID: String,
        isTyping: Bool
    ) async throws -> [Colleague] {
        let at = now()
        let typedAt = isTyping ? at : nil
        return try await database.write { connection in
            try connection.send(
                """
                INSERT INTO editing (type, content_id, staff_id, seen_at, typed_at)
                VALUES (\(type), \(id), \(staffID), \(at), \(typedAt))
                ON CONFLICT (type, content_id, staff_id) DO UPDATE
                SET seen_at = excluded.seen_at, typed_at = COALESCE(excluded.typed_at, editing.typed_at)
                """
            )
            try connection.send("DELETE FROM editing WHERE seen_at < \(Self.oldest(at))")
            // Keeps only the latest forms of one person, so that one browser cannot fill the table.
            try connection.send(
                """
                DELETE FROM editing WHERE staff_id = \(staffID) AND seen_at < (
                    SELECT seen_at FROM editing WHERE staff_id = \(staffID)
                    ORDER BY seen_at DESC LIMIT 1 OFFSET \(Self.formsMax - 1)
                )
                """
            )
            return try Self.others(connection, type, id, staffID, at)
        }
    }

    /// Reports that a member of staff has closed the form.
    package func leave(_ type: String, _ id: String, staffID: String) async throws {
        _ = try await database.write { connection in
            try connection.send(
                """
                DELETE FROM editing
                WHERE type = \(type) AND content_id = \(id) AND staff_id = \(staffID)
                """
            )
        }
    }

    /// The other members of staff who have the form open, by name.
    package func others(_ type: String, _ id: String, than staffID: String) async throws -> [Colleague] {
        let at = now()
        return try await database.read { try Self.others($0, type, id, staffID, at) }
    }

    private static func others(
        _ connection: any Connection,
        _ type: String,
        _ id: String,
        _ staffID: String,
        _ at: Timestamp
    ) throws -> [Colleague] {
        let typing = at.advanced(by: .zero - Self.typingAge)
        return try connection.rows(
            """
            SELECT staff.name, editing.typed_at FROM editing JOIN staff ON staff.id = editing.staff_id
            WHERE editing.type = \(type) AND editing.content_id = \(id) AND editing.staff_id <> \(staffID)
                AND editing.seen_at >= \(oldest(at))
            ORDER BY editing.seen_at DESC, staff.id LIMIT \(Self.namesMax)
            """
        ).map { row in
            let typedAt = try row.get("typed_at", as: Timestamp?.self)
            return Colleague(name: try row.get("name"), isTyping: typedAt.map { $0 >= typing } ?? false)
        }.sorted { $0.name < $1.name }
    }

    private static func oldest(_ at: Timestamp) -> Timestamp {
        at.advanced(by: .zero - EditingStore.silenceMax)
    }
}
