import Storage

/// What this installation signs with; every server on a database has the same.
package final class SecretStore: Sendable {
    private let database: any Database
    private let random: RandomBytes
    private let known = Locked([String: [UInt8]]())

    package init(database: any Database, random: RandomBytes) {
        self.database = database
        self.random = random
    }

    /// The secret of a name, which is made when it is first asked for; the database is asked once.
    package func secret(_ name: String) async throws -> [UInt8] {
        if let secret = known.value[name] { return secret }
        let fresh = random(SHA256.size)
        let secret = try await database.write { connection in
            try connection.execute(
                "INSERT INTO secrets (name, bytes) VALUES (\(name), \(fresh)) ON CONFLICT (name) DO NOTHING"
            )
            return try connection.rows("SELECT bytes FROM secrets WHERE name = \(name)").first?
                .get("bytes", as: [UInt8].self)
        }
        guard let secret else { throw StorageError.column("bytes", "holds no secret") }
        known.update { $0[name] = secret }
        return secret
    }
}
