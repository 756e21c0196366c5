import Storage

extension StaffStore {
    package static let addressFailuresMax: Int64 = 50

    /// Signs a member in; `secret` is for the browser alone, only its digest is stored.
    ///
    /// An unknown address, a wrong password and a deactivated member give the same result after the same work, so that
    /// the names of the staff are not revealed. The attempt is counted before the password is checked.
    package func signIn(
        email: String,
        password: String,
        address: String?,
        door: Author.Door
    ) async throws -> (secret: String, session: StaffSession) {
        let attempt = SignInAttempt(email: email, address: address, door: door, at: now())
        return try await passwords.admit {
            var candidate = try await database.write { connection in
                try attempt.limits.count(at: attempt.at, on: connection)
                return try attempt.email.flatMap { try connection.candidate($0) }
            }
            // Again if the hash has changed meanwhile: the same sign-in, sent twice, may have replaced an outdated one.
            for _ in 1...2 {
                let isRight = await passwords.matches(password, candidate?.passwordHash)
                guard let known = candidate, known.staff.isActive, isRight else { break }
                // The plain password is needed to make a hash at the present cost.
                let hash =
                    passwords.isOutdated(known.passwordHash)
                    ? try await passwords.hash(password).text : known.passwordHash
                if let signedIn = try await start(attempt, of: known, keeping: hash) { return signedIn }
                candidate = try await database.read { connection in
                    try attempt.email.flatMap { try connection.candidate($0) }
                }
            }
            try await refuse(attempt, candidate)
            throw Problem(
                .unauthenticated,
                Localized("Неверная почта или пароль.", "Wrong e-mail address or password.")
            )
        }
    }

    /// Nil if the member was deactivated, or got another password, while this one was being checked.
    private func start(
        _ attempt: SignInAttempt,
        of candidate: Candidate,
        keeping hash: String
    ) async throws -> (secret: String, session: StaffSession)? {
        let secret = Base64URL.encode(random(32))
        let id = Identifier.new(at: attempt.at, random: random)
        let session = try await database.write { connection -> StaffSession? in
            let member = try connection.execute(
                """
                UPDATE staff SET last_sign_in_at = \(attempt.at), password_hash = \(hash)
                WHERE id = \(candidate.staff.id) AND is_active AND password_hash = \(candidate.passwordHash)
                """
            )
            guard member == 1 else { return nil }
            try connection.send(
                """
                INSERT INTO staff_sessions
                    (id, staff_id, secret_hash, created_at, last_seen_at, expires_at, address)
                VALUES (\(id), \(candidate.staff.id), \(SHA256.digest(secret.utf8)), \(attempt.at), \(attempt.at),
                    \(attempt.at.advanced(by: Limits.sessionAge)), \(attempt.address))
                """
            )
            try attempt.emailLimit.clear(on: connection)
            try attempt.addressLimit?.forgive(on: connection)
            try AuditLog.record(
                .signedIn,
                subject: candidate.staff.id,
                detail: ["session": .string(id)],
                by: candidate.staff.author(door: attempt.door),
                at: attempt.at,
                address: attempt.address,
                on: connection
            )
            return try connection.session("staff_sessions.id = \(id)")
        }
        return session.map { (secret, $0) }
    }

    private func refuse(_ attempt: SignInAttempt, _ candidate: Candidate?) async throws {
        let reason = candidate.map { $0.staff.isActive ? "password" : "deactivated" } ?? "unknown"
        try await database.write { connection in
            try AuditLog.record(
                .signInRefused,
                subject: candidate?.staff.id,
                detail: ["email": JSON(attempt.email), "reason": .string(reason)],
                by: attempt.author,
                at: attempt.at,
                address: attempt.address,
                on: connection
            )
        }
    }
}

/// A sign-in attempt that is not yet authenticated.
private struct SignInAttempt: Sendable {
    /// Nil if it is not an address; people type their password there by mistake, so the text is not stored.
    let email: String?
    let address: String?
    let door: Author.Door
    let at: Timestamp
    let emailLimit: AttemptLimit
    let addressLimit: AttemptLimit?

    init(email: String, address: String?, door: Author.Door, at: Timestamp) {
        self.email = Email.normalized(email)
        self.address = address
        self.door = door
        self.at = at
        // The input may contain anything, of any length; the key is a digest, which both databases store.
        emailLimit = AttemptLimit(
            key: "sign-in email \(self.email ?? email)",
            countMax: Limits.signInFailuresMax,
            window: Limits.signInWindow
        )
        addressLimit = address.map {
            AttemptLimit(
                key: "sign-in address \(NetworkAddress.limited($0))",
                countMax: StaffStore.addressFailuresMax,
                window: Limits.signInWindow
            )
        }
    }

    /// Always in this order, so that two attempts cannot deadlock.
    var limits: [AttemptLimit] { [emailLimit, addressLimit].compactMap { $0 } }

    /// An author without an id, because no identity is proven yet.
    var author: Author { Author(staffID: nil, name: email ?? "—", role: .viewer, door: door) }
}

private struct Candidate: Sendable {
    let staff: Staff
    let passwordHash: String
}

extension Connection {
    fileprivate func candidate(_ email: String) throws -> Candidate? {
        try rows("SELECT \(Staff.columns), staff.password_hash FROM staff WHERE email = \(email)").first.map {
            row in
            Candidate(staff: try Staff(row), passwordHash: try row.get("password_hash"))
        }
    }
}
