import Core
import Storage
import TestSupport

extension HostileWorld {
    /// A failed backup; returns its id.
    func writeBackup() async throws -> String {
        let id = "01a22108-5be4-726e-8f99-000000000001"
        let reason = Localized(same: Self.text("reason"))
        try await vitrina.database.write { connection in
            try connection.send(
                """
                INSERT INTO backups (id, place, is_planned, state, started_at, ended_at, error, check_error, created_by)
                VALUES (\(id), \(Self.text("place")), \(true), 'failed', \(Timestamp.earliest), \(Timestamp.earliest),
                    \(reason.kept.text), \(reason.kept.text), \(Self.text("author")))
                """
            )
            try connection.send("UPDATE backup_plans SET updated_by = \(Self.text("author"))")
        }
        return id
    }
}
