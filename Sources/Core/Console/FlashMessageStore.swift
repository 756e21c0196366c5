import Storage

/// Stores the actions of staff that can still be undone.
package struct FlashMessageStore: Sendable {
    /// The time within which an action can be undone.
    private static let undoAge: Duration = .seconds(600)

    let database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        (self.database, self.now, self.random) = (database, now, random)
    }

    /// Stores a message and returns its id.
    package func keep(
        _ text: String,
        undo calls: [FlashMessage.Call],
        offer: FlashMessage.Offer? = nil,
        for staffID: String
    ) async throws -> String {
        let at = now()
        var kept: [String: JSON] = ["undo": .array(calls.map(\.json))]
        kept["offer"] = offer?.json
        let acts = JSON.object(kept).text
        let id = Identifier.new(at: at, random: random)
        _ = try await database.write { connection in
            try connection.send(
                """
                INSERT INTO notices (id, staff_id, text, calls, made_at)
                VALUES (\(id), \(staffID), \(text), \(acts), \(at))
                """
            )
        }
        return id
    }

    /// The message with this id; nil if it belongs to another person or has expired.
    package func find(_ id: String, of staffID: String) async throws -> FlashMessage? {
        guard let id = Identifier.normalized(id) else { return nil }
        let oldest = now().advanced(by: .zero - Self.undoAge)
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE id = \(id) AND staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest)
                """
            ).first.map(FlashMessage.init)
        }
    }

    /// Removes and returns a message, the last one if no id is given, so that it is undone once; nil if there is none.
    package func take(_ id: String?, of staffID: String) async throws -> FlashMessage? {
        let (at, id) = (now(), id.flatMap { Identifier.normalized($0) })
        let oldest = at.advanced(by: .zero - Self.undoAge)
        return try await database.write { connection in
            let chosen: SQL = id.map { "AND id = \($0)" } ?? ""
            let rows = try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest) \(chosen)
                ORDER BY made_at DESC, id DESC LIMIT 1
                """
            )
            guard let notice = try rows.first.map(FlashMessage.init), !notice.calls.isEmpty else {
                return nil
            }
            let taken = try connection.execute(
                "UPDATE notices SET used_at = \(at) WHERE id = \(notice.id) AND used_at IS NULL"
            )
            return taken == 1 ? notice : nil
        }
    }

    /// Removes the messages that can no longer be undone.
    package func removeExpired() async throws {
        let oldest = now().advanced(by: .zero - Self.undoAge)
        _ = try await database.write { connection in
            try connection.send("DELETE FROM notices WHERE made_at <= \(oldest)")
        }
    }
}
