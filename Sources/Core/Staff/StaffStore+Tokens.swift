import Storage

extension StaffStore {
    /// Creates a token for the author, or by an owner for `staffID`; `secret` is returned once and stored nowhere.
    package func createToken(
        name: String,
        role: Role,
        grants: Set<Permission> = [],
        expiresInDays days: Int? = nil,
        for staffID: String? = nil,
        by author: Author,
        address: String? = nil
    ) async throws -> (token: APIToken, secret: String) {
        if staffID != nil, staffID != author.staffID { try author.require(.manageStaff) }
        guard let owner = (staffID ?? author.staffID).flatMap(Identifier.normalized) else {
            throw Self.noOwner
        }
        let daysMax = Int(Limits.tokenAgeMax.components.seconds / 86_400)
        try Self.checkToken(
            name: name,
            role: role,
            grants: grants,
            days: days,
            daysMax: daysMax,
            by: author
        )
        let at = now()
        let secret = APIToken.prefix + Base64URL.encode(random(32))
        let token = APIToken(
            id: Identifier.new(at: at, random: random),
            staffID: owner,
            name: name.trimmed,
            visible: String(secret.prefix(APIToken.visibleLength)),
            role: role,
            grants: grants,
            createdAt: at,
            expiresAt: at.advanced(by: .seconds(86_400 * (days ?? daysMax))),
            lastUsedAt: nil,
            revokedAt: nil
        )
        try await database.write { connection in
            guard try connection.insert(token, secret: secret) else { throw Self.noOwner }
            try AuditLog.record(
                .tokenCreated,
                subject: token.id,
                detail: token.beginning,
                by: author,
                at: at,
                address: address,
                on: connection
            )
        }
        return (token, secret)
    }

    /// The author's tokens, or everybody's for an owner, newest first.
    package func tokens(by author: Author) async throws -> [APIToken] {
        let mine: SQL = author.isOwner ? "" : "WHERE staff_id = \(author.staffID)"
        return try await database.read { connection in
            try connection.rows(
                """
                SELECT \(APIToken.columns) FROM staff_tokens \(mine)
                ORDER BY created_at DESC, id DESC LIMIT \(Limits.pageSizeMax)
                """
            ).map(APIToken.init)
        }
    }

    /// Revokes a token of the author, or anybody's for an owner; a revoked token stays revoked.
    package func revokeToken(_ id: String, by author: Author, address: String? = nil) async throws {
        let at = now()
        let missing = Problem.notFound(Localized("Такого ключа нет.", "There is no such token."))
        guard let id = Identifier.normalized(id) else { throw missing }
        try await database.write { connection in
            let mine: SQL = author.isOwner ? "" : "AND staff_id = \(author.staffID)"
            guard
                let row = try connection.rows(
                    "SELECT \(APIToken.columns) FROM staff_tokens WHERE id = \(id) \(mine)"
                ).first
            else { throw missing }
            let token = try APIToken(row)
            let revoked = try connection.execute(
                "UPDATE staff_tokens SET revoked_at = \(at) WHERE id = \(id) AND revoked_at IS NULL"
            )
            guard revoked == 1 else { return }
            try AuditLog.record(
                .tokenRevoked,
                subject: id,
                detail: ["name": .string(token.name), "staff_id": .string(token.staffID)],
                by: author,
                at: at,
                address: address,
                on: connection
            )
        }
    }

    /// The number of valid tokens of a member.
    package func openTokenCount(of id: String) async throws -> Int {
        let at = now()
        guard let id = Identifier.normalized(id) else { return 0 }
        return try await database.read { connection in
            try connection.openTokens("staff_id = \(id)", at: at).count
        }
    }

    /// The author of a request with a token; nil if it is unknown, revoked or expired, or its member is deactivated.
    ///
    /// A token never has more permissions than its member has now, whatever it was created with.
    package func author(forToken secret: String, door: Author.Door = .api) async throws -> Author? {
        guard secret.hasPrefix(APIToken.prefix) else { return nil }
        let at = now()
        let digest = SHA256.digest(secret.utf8)
        let found = try await database.read { connection in
            try connection.openTokens("token_hash = \(digest)", at: at).first
        }
        guard let (token, staff) = found else { return nil }
        let earlier = at.advanced(by: .zero - Self.useStep)
        if token.lastUsedAt.map({ $0 <= earlier }) ?? true {
            try await database.writeIfPossible { connection in
                try connection.send(
                    """
                    UPDATE staff_tokens SET last_used_at = \(at)
                    WHERE id = \(token.id) AND (last_used_at IS NULL OR last_used_at <= \(earlier))
                    """
                )
            }
        }
        return token.author(of: staff, door: door)
    }

    private static func checkToken(
        name: String,
        role: Role,
        grants: Set<Permission>,
        days: Int?,
        daysMax: Int,
        by author: Author
    ) throws(Problem) {
        var faults: [Fault] = []
        if let fault = StaffCheck.nameFault(name) { faults.append(fault) }
        for (name, permissions) in [("role", role.permissions), ("grants", grants)]
        where !permissions.isSubset(of: author.permissions) {
            faults.append(
                Fault("#/\(name)", "больше, чем вам позволено", "must not be above what you may do")
            )
        }
        if let days, !(1...daysMax ~= days) {
            faults.append(
                Fault("#/expires_in_days", "должно быть от 1 до \(daysMax)", "must be 1 to \(daysMax)")
            )
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    private static var noOwner: Problem {
        .invalid([
            Fault("#/staff_id", "должен быть действующим сотрудником", "must be an active member of staff")
        ])
    }
}

extension APIToken {
    /// The author of requests with this token, with no more permissions than the member has now.
    func author(of staff: Staff, door: Author.Door) -> Author {
        Author(
            staffID: staff.id,
            name: "\(staff.name) (\(name))",
            role: role.permissions.isSubset(of: staff.role.permissions) ? role : staff.role,
            permissions: role.permissions.union(grants).intersection(staff.permissions),
            door: door,
            credential: .token(id)
        )
    }

    /// The audit detail of its creation.
    fileprivate var beginning: JSON {
        grants.detail.merged(with: [
            "name": .string(name), "role": .string(role.rawValue), "staff_id": .string(staffID),
            "expires_at": .string(expiresAt.description),
        ])
    }
}

extension Connection {
    /// The valid tokens, with their members.
    func openTokens(_ condition: SQL, at now: Timestamp) throws -> [(token: APIToken, staff: Staff)] {
        try rows(
            """
            SELECT \(APIToken.columns), \(Staff.columns)
            FROM staff_tokens JOIN staff ON staff.id = staff_tokens.staff_id
            WHERE \(condition) AND revoked_at IS NULL AND expires_at > \(now) AND is_active
            """
        ).map { row in (try APIToken(row), try Staff(row)) }
    }

    /// Returns the number of revoked tokens.
    func revokeTokens(of staffID: String, at now: Timestamp) throws -> Int {
        try execute(
            "UPDATE staff_tokens SET revoked_at = \(now) WHERE staff_id = \(staffID) AND revoked_at IS NULL"
        )
    }

    /// False if the member does not exist or is not active; the condition is in the statement.
    fileprivate func insert(_ token: APIToken, secret: String) throws -> Bool {
        let member = try execute(
            "UPDATE staff SET is_active = is_active WHERE id = \(token.staffID) AND is_active"
        )
        guard member == 1 else { return false }
        try send(
            """
            INSERT INTO staff_tokens (id, staff_id, name, prefix, token_hash, role, grants, created_at, expires_at)
            VALUES (\(token.id), \(token.staffID), \(token.name), \(token.visible),
                \(SHA256.digest(secret.utf8)), \(token.role.rawValue), \(token.grants.json.text), \(token.createdAt),
                \(token.expiresAt))
            """
        )
        return true
    }
}

extension Author {
    package var isOwner: Bool { may(.manageStaff) }
}
