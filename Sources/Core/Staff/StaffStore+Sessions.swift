import Storage

extension StaffStore {
    /// The precision of the last use of a session or a token; otherwise each use would be a write.
    static let useStep: Duration = .seconds(60)

    /// The session of a browser's secret; nil if it has ended, or never existed.
    package func session(secret: String) async throws -> StaffSession? {
        let at = now()
        let digest = SHA256.digest(secret.utf8)
        let session = try await database.read { connection in
            try connection.openSessions("staff_sessions.secret_hash = \(digest)", at: at).first
        }
        guard let session else { return nil }
        let earlier = at.advanced(by: .zero - Self.useStep)
        if session.lastSeenAt <= earlier {
            try await database.writeIfPossible { connection in
                try connection.send(
                    """
                    UPDATE staff_sessions SET last_seen_at = \(at)
                    WHERE id = \(session.id) AND last_seen_at <= \(earlier)
                    """
                )
            }
        }
        return session
    }

    /// The open sessions of the author, newest first.
    package func sessions(of author: Author) async throws -> [StaffSession] {
        guard let staffID = author.staffID else { return [] }
        let at = now()
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT \(StaffSession.columns) FROM staff_sessions JOIN staff ON staff.id = staff_sessions.staff_id
                WHERE staff_sessions.staff_id = \(staffID) AND \(StaffSession.isOpen(at: at))
                ORDER BY staff_sessions.created_at DESC, staff_sessions.id DESC LIMIT \(Limits.pageSizeMax)
                """
            ).map(StaffSession.init)
        }
    }

    /// Ends one session of the author, the present one or another.
    package func endSession(_ id: String, by author: Author, address: String? = nil) async throws {
        let at = now()
        let missing = Problem.notFound(Localized("Такого входа нет.", "There is no such session."))
        guard let staffID = author.staffID, let id = Identifier.normalized(id) else { throw missing }
        try await database.write { connection in
            let ended = try connection.execute(
                "DELETE FROM staff_sessions WHERE id = \(id) AND staff_id = \(staffID)"
            )
            guard ended == 1 else { throw missing }
            try AuditLog.record(
                .signedOut,
                subject: staffID,
                detail: ["session": .string(id)],
                by: author,
                at: at,
                address: address,
                on: connection
            )
        }
    }

    /// Ends every session of the author, and returns their number.
    @discardableResult
    package func endSessions(of author: Author, address: String? = nil) async throws -> Int {
        guard let staffID = author.staffID else { return 0 }
        let at = now()
        return try await database.write { connection in
            let ended = try connection.execute("DELETE FROM staff_sessions WHERE staff_id = \(staffID)")
            guard ended > 0 else { return 0 }
            try AuditLog.record(
                .sessionsEnded,
                subject: staffID,
                detail: ["count": .integer(Int64(ended))],
                by: author,
                at: at,
                address: address,
                on: connection
            )
            return ended
        }
    }
}

extension StaffSession {
    fileprivate static func isOpen(at now: Timestamp) -> SQL {
        """
        staff_sessions.expires_at > \(now)
        AND staff_sessions.last_seen_at > \(now.advanced(by: .zero - Limits.sessionIdle))
        """
    }
}

extension Connection {
    /// The sessions that are open now.
    func openSessions(_ condition: SQL, at now: Timestamp) throws -> [StaffSession] {
        try sessions("\(condition) AND staff.is_active AND \(StaffSession.isOpen(at: now))")
    }

    func session(_ condition: SQL) throws -> StaffSession? { try sessions(condition).first }

    private func sessions(_ condition: SQL) throws -> [StaffSession] {
        try rows(
            """
            SELECT \(StaffSession.columns) FROM staff_sessions JOIN staff ON staff.id = staff_sessions.staff_id
            WHERE \(condition)
            """
        ).map(StaffSession.init)
    }
}
