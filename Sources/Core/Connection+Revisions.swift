import Storage

extension Connection {
    /// The new revision of a type; `whole` is true if more has changed than one row of history names.
    package func raiseRevision(of type: String, whole: Bool = false) throws -> Int64 {
        let rows = try rows("\(raise(type, whole)) RETURNING revision")
        guard let revision: Int64 = try rows.first?.get("revision") else {
            throw StorageError.other("revisions has not answered")
        }
        return revision
    }

    /// The same for a caller who does not need the number.
    package func signalChange(of type: String, whole: Bool = false) throws {
        try send(raise(type, whole))
    }

    private func raise(_ type: String, _ whole: Bool) -> SQL {
        """
        INSERT INTO revisions (type, revision, whole_at) VALUES (\(type), 1, \(whole ? 1 : 0))
        ON CONFLICT (type) DO UPDATE SET revision = revisions.revision + 1,
            whole_at = CASE WHEN \(whole) THEN revisions.revision + 1 ELSE revisions.whole_at END
        """
    }
}
