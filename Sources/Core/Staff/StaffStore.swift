import Storage

/// Members of staff, their sessions and their tokens.
///
/// Every method that changes staff checks the author's permission itself, so no channel can omit it.
package struct StaffStore: Sendable {
    private(set) var database: any Database
    let now: @Sendable () -> Timestamp
    let random: RandomBytes
    package let passwords: PasswordQueue

    package init(
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes = .system,
        cost: Scrypt.Cost = .standard
    ) {
        self.database = database
        self.now = now
        self.random = random
        passwords = PasswordQueue(cost: cost, random: random)
    }

    /// The same store on another database.
    package func on(_ database: any Database) -> StaffStore {
        var store = self
        store.database = database
        return store
    }

    /// Creates a member; `password` is returned only if it was generated here.
    ///
    /// `check` runs in the same transaction, and prevents the creation by throwing.
    package func create(
        email: String,
        name: String,
        role: Role,
        grants: Set<Permission> = [],
        password: String? = nil,
        by author: Author,
        address: String? = nil,
        check: @escaping @Sendable (any Connection) throws -> Void = { _ in }
    ) async throws -> (staff: Staff, password: String?) {
        try author.require(.manageStaff)
        let checked = try StaffCheck.new(email: email, name: name, password: password)
        let made = password == nil ? random.password : nil
        let hash = try await passwords.hash(password ?? made ?? "").text
        let at = now()
        let staff = Staff(
            id: Identifier.new(at: at, random: random),
            email: checked.email,
            name: checked.name,
            role: role,
            grants: grants,
            isActive: true,
            createdAt: at,
            lastSignInAt: nil
        )
        try await database.write { connection in
            try check(connection)
            try connection.insert(staff, passwordHash: hash)
            try AuditLog.record(
                .staffCreated,
                subject: staff.id,
                detail: grants.detail.merged(with: [
                    "email": .string(staff.email), "name": .string(staff.name),
                    "role": .string(role.rawValue),
                ]),
                by: author,
                at: at,
                address: address,
                on: connection
            )
        }
        return (staff, made)
    }

    /// All members, by name.
    package func list(by author: Author) async throws -> [Staff] {
        try author.require(.manageStaff)
        return try await database.read { connection in
            try connection.rows("SELECT \(Staff.columns) FROM staff ORDER BY staff.name, staff.id")
                .map(Staff.init)
        }
    }

    package func get(_ id: String, by author: Author) async throws -> Staff {
        if author.staffID != Identifier.normalized(id) { try author.require(.manageStaff) }
        return try await database.read { connection in try connection.staff(id) }
    }

    /// Changes a member.
    ///
    /// A new password ends their sessions; deactivation ends those and revokes their tokens permanently. Otherwise
    /// tokens are revoked only on request.
    package func update(
        _ id: String,
        _ changes: StaffChanges,
        by author: Author,
        address: String? = nil
    ) async throws -> Staff {
        try author.require(.manageStaff)
        let present = try await database.read { connection in try connection.staff(id) }
        let changes = try StaffCheck.changes(changes, of: present)
        var hash: String?
        if let password = changes.password { hash = try await passwords.hash(password).text }
        let (at, passwordHash) = (now(), hash)
        return try await database.write { connection in
            if changes.role != nil || changes.isActive != nil { try connection.lockOwners() }
            let before = try connection.staff(id)
            try connection.requireOwner(besides: before, after: changes)
            let revoked = try connection.apply(changes, passwordHash: passwordHash, to: before, at: at)
            let after = try connection.staff(before.id)
            let detail = before.differences(to: after, hasNewPassword: passwordHash != nil, revoked: revoked)
            guard detail != [:] else { return after }
            try AuditLog.record(
                .staffChanged,
                subject: before.id,
                detail: detail,
                by: author,
                at: at,
                address: address,
                on: connection
            )
            return after
        }
    }

    /// Deletes expired sessions and counted attempts.
    package func removeExpired() async throws {
        let at = now()
        try await database.write { connection in
            try connection.send(
                """
                DELETE FROM staff_sessions
                WHERE expires_at <= \(at) OR last_seen_at <= \(at.advanced(by: .zero - Limits.sessionIdle))
                """
            )
            try AttemptLimit.removeExpired(at: at, on: connection)
        }
    }
}

extension Connection {
    fileprivate func insert(_ staff: Staff, passwordHash: String) throws {
        do {
            // Not sent unread, because its failure is handled here.
            _ = try execute(
                """
                INSERT INTO staff (id, email, name, role, grants, password_hash, is_active, created_at)
                VALUES (\(staff.id), \(staff.email), \(staff.name), \(staff.role.rawValue), \(staff.grants.json.text),
                    \(passwordHash), \(staff.isActive), \(staff.createdAt))
                """
            )
        } catch StorageError.unique {
            throw Problem(
                .conflict,
                Localized("Такая почта уже есть.", "This e-mail address is taken."),
                faults: [Fault("#/email", "уже занята", "is taken already")]
            )
        }
    }

    func staff(_ id: String) throws -> Staff {
        guard let id = Identifier.normalized(id),
            let row = try rows("SELECT \(Staff.columns) FROM staff WHERE id = \(id)").first
        else {
            throw Problem.notFound(Localized("Такого сотрудника нет.", "There is no such member of staff."))
        }
        return try Staff(row)
    }

    /// Serializes changes of owners, so that two concurrent ones cannot remove the last two owners.
    ///
    /// The row of the first member is the lock: it is a single row, so there is no deadlock, and it is never deleted.
    fileprivate func lockOwners() throws {
        try send("UPDATE staff SET role = role WHERE id = (SELECT id FROM staff ORDER BY id LIMIT 1)")
    }

    fileprivate func requireOwner(besides staff: Staff, after changes: StaffChanges) throws {
        let isDemoted = changes.role.map { $0 != .owner } ?? false
        let isDeactivated = changes.isActive == false
        guard staff.role == .owner, staff.isActive, isDemoted || isDeactivated else { return }
        let others = try rows(
            "SELECT id FROM staff WHERE role = 'owner' AND is_active AND id <> \(staff.id) LIMIT 1"
        )
        guard others.isEmpty else { return }
        throw Problem(
            .conflict,
            Localized(
                "Это последний владелец: сначала назначьте другого.",
                "This is the last owner: make somebody else an owner first."
            ),
            faults: [
                Fault(isDemoted ? "#/role" : "#/is_active", "последний владелец", "belongs to the last owner")
            ]
        )
    }

    /// Returns the number of revoked tokens.
    fileprivate func apply(
        _ changes: StaffChanges,
        passwordHash: String?,
        to staff: Staff,
        at: Timestamp
    ) throws -> Int {
        let assignments: [SQL] = [
            changes.name.map { "name = \($0)" }, changes.role.map { "role = \($0.rawValue)" },
            changes.grants.map { "grants = \($0.json.text)" },
            changes.isActive.map { "is_active = \($0)" }, passwordHash.map { "password_hash = \($0)" },
        ].compactMap { $0 }
        if !assignments.isEmpty {
            try send("UPDATE staff SET \(assignments.joined(separator: ", ")) WHERE id = \(staff.id)")
        }
        if changes.isActive == false || passwordHash != nil {
            try send("DELETE FROM staff_sessions WHERE staff_id = \(staff.id)")
        }
        guard changes.isActive == false || changes.revokesTokens else { return 0 }
        return try revokeTokens(of: staff.id, at: at)
    }
}

extension Staff {
    /// The changes, for the audit; a new password is only mentioned.
    fileprivate func differences(to after: Staff, hasNewPassword: Bool, revoked: Int) -> JSON {
        var detail: [String: JSON] = [:]
        if name != after.name { detail["name"] = .string(after.name) }
        if role != after.role { detail["role"] = .string(after.role.rawValue) }
        if grants != after.grants { detail["grants"] = after.grants.json }
        if isActive != after.isActive { detail["is_active"] = .bool(after.isActive) }
        if hasNewPassword { detail["password_changed"] = true }
        if revoked > 0 { detail["tokens_revoked"] = .integer(Int64(revoked)) }
        return .object(detail)
    }
}
