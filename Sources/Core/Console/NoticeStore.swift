import Storage

/// What somebody is told after an act, and how they take it back.
package struct Notice: Sendable, Hashable {
    /// A request of the admin API, as another would make it.
    package struct Call: Sendable, Hashable {
        package let method: String
        /// Under the prefix of the API, with its query: `/mall/offers/…/archive`.
        package let path: String
        package let body: JSON?

        package init(_ method: String, _ path: String, _ body: JSON? = nil) {
            (self.method, self.path, self.body) = (method, path, body)
        }
    }

    package let id: String
    package let text: String
    package let calls: [Call]
}

/// Keeps the acts of staff that can still be taken back.
package struct NoticeStore: Sendable {
    let database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(database: any Database, now: @escaping @Sendable () -> Timestamp, random: RandomBytes) {
        (self.database, self.now, self.random) = (database, now, random)
    }

    /// The id under which the notice is kept.
    package func keep(_ text: String, undo calls: [Notice.Call], for staffID: String) async throws -> String {
        let at = now()
        let id = Identifier.new(at: at, random: random)
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO notices (id, staff_id, text, calls, made_at)
                VALUES (\(id), \(staffID), \(text), \(JSON.array(calls.map(\.json)).text), \(at))
                """
            )
        }
        return id
    }

    /// What is to be told; nil where it is not of this person, or long past.
    package func find(_ id: String, of staffID: String) async throws -> Notice? {
        guard let id = Identifier.normalized(id) else { return nil }
        let oldest = now().advanced(by: .zero - Limits.undoAge)
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE id = \(id) AND staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest)
                """
            ).first.map(Notice.init)
        }
    }

    /// Takes a notice, the last one where none is named, so that it is undone once; nil where there is none.
    package func take(_ id: String?, of staffID: String) async throws -> Notice? {
        let (at, id) = (now(), id.flatMap { Identifier.normalized($0) })
        let oldest = at.advanced(by: .zero - Limits.undoAge)
        return try await database.write { connection in
            let chosen: SQL = id.map { "AND id = \($0)" } ?? ""
            let rows = try connection.rows(
                """
                SELECT id, text, calls FROM notices
                WHERE staff_id = \(staffID) AND used_at IS NULL AND made_at > \(oldest) \(chosen)
                ORDER BY made_at DESC, id DESC LIMIT 1
                """
            )
            guard let notice = try rows.first.map(Notice.init), !notice.calls.isEmpty else { return nil }
            let taken = try connection.execute(
                "UPDATE notices SET used_at = \(at) WHERE id = \(notice.id) AND used_at IS NULL"
            )
            return taken == 1 ? notice : nil
        }
    }

    /// Takes away what nobody can undo any more.
    package func removeExpired() async throws {
        let oldest = now().advanced(by: .zero - Limits.undoAge)
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM notices WHERE made_at <= \(oldest)")
        }
    }
}

extension Notice {
    fileprivate init(_ row: Row) throws {
        id = try row.get("id")
        text = try row.get("text")
        let calls = try JSON(parsing: try row.get("calls", as: String.self))
        self.calls = (calls.array ?? []).compactMap { Call($0) }
    }
}

extension Notice.Call {
    fileprivate var json: JSON { ["method": .string(method), "path": .string(path), "body": body ?? .null] }

    fileprivate init?(_ json: JSON) {
        guard let method = json["method"]?.string, let path = json["path"]?.string else { return nil }
        self.init(method, path, json["body"].flatMap { $0 == .null ? Optional.none : $0 })
    }
}
