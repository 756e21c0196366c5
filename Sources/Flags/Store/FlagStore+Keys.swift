import Core
import Storage

extension FlagStore {
    // MARK: Client keys

    package func keys(of project: String) async throws -> [FlagKey] {
        try await database.read { connection in
            let id = try connection.flagProject(project).id
            return try connection.rows(
                "SELECT \(FlagKey.columns) FROM flag_keys WHERE project_id = \(id) ORDER BY created_at, id"
            ).map(FlagKey.init)
        }
    }

    /// Creates a key; `secret` is returned once and stored nowhere.
    package func createKey(
        name: String,
        of project: String,
        by author: Author,
        address: String? = nil
    ) async throws -> (key: FlagKey, secret: String) {
        try await createKey(
            name: name,
            of: project,
            secret: FlagKey.newSecret(random),
            by: author,
            address: address
        )
    }

    /// Creates a key with a known secret, for demonstrations.
    package func createKey(
        name: String,
        of project: String,
        secret: String,
        by author: Author,
        address: String? = nil
    ) async throws -> (key: FlagKey, secret: String) {
        try author.require(.writeSettings)
        if let fault = FlagProject.titleFault(name, "name") { throw Problem.invalid([fault]) }
        let now = now()
        let id = Identifier.new(at: now, random: random)
        let key = try await write { connection in
            let project = try connection.lockedFlagProject(project)
            let count = try connection.rows("SELECT id FROM flag_keys WHERE project_id = \(project.id)").count
            guard count < Limits.flagKeysMax else { throw Problem.tooManyFlagThings }
            try connection.send(
                """
                INSERT INTO flag_keys (id, project_id, name, prefix, hash, created_at, created_by)
                VALUES (\(id), \(project.id), \(name), \(String(secret.prefix(FlagKey.visibleLength))),
                    \(FlagKey.hash(secret)), \(now), \(author.name))
                """
            )
            try connection.tell(.flagKeyCreated, id, name, project, by: author, at: now, address: address)
            return try connection.flagKey(id, of: project)
        }
        return (key, secret)
    }

    /// Disables a key permanently; a disabled one stays so.
    package func disableKey(
        _ id: String,
        of project: String,
        by author: Author,
        address: String? = nil
    ) async throws -> FlagKey {
        try author.require(.writeSettings)
        guard let id = Identifier.normalized(id) else { throw Problem.noFlagKey }
        let now = now()
        return try await write { connection in
            let project = try connection.flagProject(project)
            let key = try connection.flagKey(id, of: project)
            let count = try connection.execute(
                "UPDATE flag_keys SET disabled_at = \(now) WHERE id = \(id) AND disabled_at IS NULL"
            )
            guard count == 1 else { return key }
            try connection.tell(
                .flagKeyDisabled,
                id,
                key.name,
                project,
                by: author,
                at: now,
                address: address
            )
            return try connection.flagKey(id, of: project)
        }
    }

    // MARK: Test devices

    package func devices(of project: String) async throws -> [FlagDevice] {
        try await database.read { connection in
            let id = try connection.flagProject(project).id
            return try connection.rows(
                "SELECT * FROM flag_devices WHERE project_id = \(id) ORDER BY added_at, instance_id"
            ).map(FlagDevice.init)
        }
    }

    /// Adds a test device, which sees the draft; one that exists already gets the new name (R114).
    package func addDevice(
        _ instanceID: String,
        name: String,
        of project: String,
        by author: Author,
        address: String? = nil
    ) async throws {
        try author.require(.writeFlags)
        var faults = [FlagProject.titleFault(name, "name")].compactMap(\.self)
        let max = Limits.flagInstanceLengthMax
        if !(1...max ~= instanceID.unicodeScalars.count) {
            faults.append(Fault("#/id", "от 1 до \(max) знаков", "must have 1 to \(max) characters"))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let now = now()
        try await write { connection in
            let project = try connection.lockedFlagProject(project)
            let count = try connection.rows(
                "SELECT instance_id FROM flag_devices WHERE project_id = \(project.id)"
            ).count
            guard count < Limits.flagDevicesMax else { throw Problem.tooManyFlagThings }
            try connection.send(
                """
                INSERT INTO flag_devices (project_id, instance_id, name, added_by, added_at)
                VALUES (\(project.id), \(instanceID), \(name), \(author.name), \(now))
                ON CONFLICT (project_id, instance_id) DO UPDATE SET name = excluded.name
                """
            )
            try connection.tell(
                .flagDeviceAdded,
                instanceID,
                name,
                project,
                by: author,
                at: now,
                address: address
            )
        }
    }

    package func removeDevice(
        _ instanceID: String,
        of project: String,
        by author: Author,
        address: String? = nil
    ) async throws {
        try author.require(.writeFlags)
        let now = now()
        try await write { connection in
            let project = try connection.flagProject(project)
            let rows = try connection.rows(
                """
                DELETE FROM flag_devices WHERE project_id = \(project.id) AND instance_id = \(instanceID)
                RETURNING name
                """
            )
            guard let name: String = try rows.first?.get("name") else {
                throw Problem.notFound(Localized("Такого телефона нет.", "There is no such device."))
            }
            try connection.tell(
                .flagDeviceRemoved,
                instanceID,
                name,
                project,
                by: author,
                at: now,
                address: address
            )
        }
    }
}

extension Connection {
    fileprivate func flagKey(_ id: String, of project: FlagProject) throws -> FlagKey {
        let row = try rows(
            "SELECT \(FlagKey.columns) FROM flag_keys WHERE id = \(id) AND project_id = \(project.id)"
        ).first
        guard let row else { throw Problem.noFlagKey }
        return try FlagKey(row)
    }

    fileprivate func tell(
        _ action: AuditAction,
        _ subject: String,
        _ name: String,
        _ project: FlagProject,
        by author: Author,
        at now: Timestamp,
        address: String?
    ) throws {
        try AuditLog.record(
            action,
            subject: subject,
            detail: ["project": .string(project.id), "name": .string(name)],
            by: author,
            at: now,
            address: address,
            on: self
        )
        try raiseFlags()
    }
}

extension Problem {
    package static let noFlagKey = Problem.notFound(Localized("Такого ключа нет.", "There is no such key."))
}
