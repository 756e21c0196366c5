import Storage

extension Connection {
    /// Takes one of a content of which there are as many as `count` says; false where none is left.
    ///
    /// Whoever takes at the same time waits for the row, so that never more are taken than there are. When the last
    /// one goes, apps are told, as what is not there is not shown.
    package func take(_ id: String, of type: String, count: Int64) throws -> Bool {
        guard count > 0 else { return false }
        let rows = try rows(
            """
            INSERT INTO stock (content_id, taken) VALUES (\(id), 1)
            ON CONFLICT (content_id) DO UPDATE SET taken = stock.taken + 1 WHERE stock.taken < \(count)
            RETURNING taken
            """
        )
        guard let taken: Int64 = try rows.first?.get("taken") else { return false }
        if taken >= count { try stockChanged(of: type) }
        return true
    }

    /// Gives one back.
    package func giveBack(_ id: String, of type: String) throws {
        try execute("UPDATE stock SET taken = taken - 1 WHERE content_id = \(id) AND taken > 0")
        try stockChanged(of: type)
    }

    private func stockChanged(of type: String) throws {
        _ = try raiseRevision(of: type, whole: true)
        try notify()
    }
}
