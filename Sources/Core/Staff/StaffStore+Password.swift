import Storage

extension StaffStore {
    /// Changes the author's own password, given the present one; their other sessions end.
    ///
    /// API tokens are revoked only if requested; returns how many were.
    @discardableResult
    package func changePassword(
        from present: String,
        to password: String,
        keeping session: String?,
        revokingTokens: Bool = false,
        by author: Author,
        address: String?
    ) async throws -> Int {
        guard let staffID = author.staffID else {
            throw Problem(.forbidden, Localized("Это может только сотрудник.", "Only staff can do that."))
        }
        let staff = try await database.read { connection in try connection.staff(staffID) }
        let changes = try StaffCheck.changes(StaffChanges(password: password), of: staff)
        let at = now()
        return try await passwords.admit {
            let known = try await database.write { connection in
                try Self.passwordLimit(of: staffID).count(at: at, on: connection)
                return try connection.passwordHash(of: staffID)
            }
            guard let known, await passwords.matches(present, known) else {
                throw Problem.invalid([Fault("#/current", "пароль не тот", "is not your password")])
            }
            let hash = try await passwords.hash(changes.password ?? password).text
            return try await database.write { connection in
                let changed = try connection.execute(
                    """
                    UPDATE staff SET password_hash = \(hash)
                    WHERE id = \(staffID) AND password_hash = \(known)
                    """
                )
                guard changed == 1 else { throw Self.justChanged }
                try connection.send(
                    "DELETE FROM staff_sessions WHERE staff_id = \(staffID) AND id <> \(session ?? staffID)"
                )
                let revoked = revokingTokens ? try connection.revokeTokens(of: staffID, at: at) : 0
                let detail: JSON = revoked > 0 ? ["tokens_revoked": .integer(Int64(revoked))] : [:]
                try AuditLog.record(
                    .staffChanged,
                    subject: staffID,
                    detail: detail.merged(with: ["password_changed": true]),
                    by: author,
                    at: at,
                    address: address,
                    on: connection
                )
                return revoked
            }
        }
    }

    private static let justChanged = Problem(
        .conflict,
        Localized(
            "Пароль только что изменили. Войдите с новым.",
            "The password has just been changed. Sign in with the new one."
        )
    )

    private static func passwordLimit(of staffID: String) -> AttemptLimit {
        AttemptLimit(
            key: "password \(staffID)",
            countMax: Limits.signInFailuresMax,
            window: Limits.signInWindow
        )
    }
}

extension Connection {
    fileprivate func passwordHash(of staffID: String) throws -> String? {
        try rows("SELECT password_hash FROM staff WHERE id = \(staffID) AND is_active").first.map {
            try $0.get("password_hash")
        }
    }
}
