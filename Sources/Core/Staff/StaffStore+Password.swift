import Storage

extension StaffStore {
    /// Changes the password of the one who asks, who must know the present one; other sessions of theirs end.
    package func changePassword(
        from present: String,
        to password: String,
        keeping session: String?,
        by author: Author,
        address: String?
    ) async throws {
        guard let staffID = author.staffID else {
            throw Problem(.forbidden, Localized("Это может только сотрудник.", "Only staff can do that."))
        }
        let changes = try StaffCheck.changes(StaffChanges(password: password))
        let at = now()
        try await passwords.admit {
            let known = try await database.write { connection in
                try AttemptLimit(
                    key: "password \(staffID)",
                    countMax: Limits.signInFailuresMax,
                    window: Limits.signInWindow
                ).count(at: at, on: connection)
                return try connection.passwordHash(of: staffID)
            }
            guard let known, await passwords.matches(present, known) else {
                throw Problem.invalid([Fault("#/current", "пароль не тот", "is not your password")])
            }
            let hash = try await passwords.hash(changes.password ?? password).text
            try await database.write { connection in
                let changed = try connection.execute(
                    """
                    UPDATE staff SET password_hash = \(hash)
                    WHERE id = \(staffID) AND password_hash = \(known)
                    """
                )
                guard changed == 1 else { throw StorageError.other("the password has just been changed") }
                try connection.execute(
                    "DELETE FROM staff_sessions WHERE staff_id = \(staffID) AND id <> \(session ?? staffID)"
                )
                try AuditLog.record(
                    .staffChanged,
                    subject: staffID,
                    detail: ["password_changed": true],
                    by: author,
                    at: at,
                    address: address,
                    on: connection
                )
            }
        }
    }
}

extension Connection {
    fileprivate func passwordHash(of staffID: String) throws -> String? {
        try rows("SELECT password_hash FROM staff WHERE id = \(staffID) AND is_active").first.map {
            try $0.get("password_hash")
        }
    }
}
