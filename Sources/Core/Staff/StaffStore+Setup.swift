import Storage

/// The setup of the first owner of an installation, who cannot be invited.
extension StaffStore {
    /// The lifetime of a setup link.
    package static let setupAge: Duration = .seconds(3600)

    /// The secret of a new setup link; nil if there is an owner already.
    package func newSetupSecret() async throws -> String? {
        guard try await database.read({ try !$0.hasOwner() }) else { return nil }
        let at = now()
        let secret = Base64URL.encode(random(32))
        try await database.write { connection in
            try connection.send("DELETE FROM setup_links WHERE expires_at <= \(at) OR used_at IS NOT NULL")
            try connection.send(
                """
                INSERT INTO setup_links (secret_hash, created_at, expires_at)
                VALUES (\(SHA256.digest(secret.utf8)), \(at), \(at.advanced(by: Self.setupAge)))
                """
            )
        }
        return secret
    }

    /// Throws if the link was used or has expired, or if there is an owner by now.
    package func requireSetup(_ secret: String) async throws {
        let (at, digest) = (now(), SHA256.digest(secret.utf8))
        let isOpen = try await database.read { connection in
            let links = try connection.rows(
                """
                SELECT secret_hash FROM setup_links
                WHERE secret_hash = \(digest) AND used_at IS NULL AND expires_at > \(at)
                """
            )
            return try !links.isEmpty && !connection.hasOwner()
        }
        guard isOpen else { throw Self.setupIsOver }
    }

    /// Creates the first owner; of several links, and of several people with one, the first wins.
    package func setUp(
        _ secret: String,
        email: String,
        name: String,
        password: String,
        address: String?
    ) async throws {
        try await requireSetup(secret)
        let (at, digest) = (now(), SHA256.digest(secret.utf8))
        let author = Author(staffID: nil, name: name, role: .owner, door: .console)
        _ = try await create(
            email: email,
            name: name,
            role: .owner,
            password: password,
            by: author,
            address: address
        ) { connection in
            // All links end at once, so that another one waits here and is then refused as used.
            let ended = try connection.rows(
                """
                UPDATE setup_links SET used_at = \(at) WHERE used_at IS NULL AND expires_at > \(at)
                RETURNING secret_hash
                """
            ).map { try $0.get("secret_hash", as: [UInt8].self) }
            guard ended.contains(digest), try !connection.hasOwner() else { throw Self.setupIsOver }
        }
    }

    private static let setupIsOver = Problem.notFound(
        Localized(
            "Эта ссылка уже использована или устарела. Новую печатает сервер при запуске, пока нет владельца.",
            "This link was used, or is too old. The server prints a new one when it starts without an owner."
        )
    )
}

extension Connection {
    /// True if there is an active owner.
    fileprivate func hasOwner() throws -> Bool {
        try !rows("SELECT id FROM staff WHERE role = \(Role.owner.rawValue) AND is_active LIMIT 1").isEmpty
    }
}
