/// Notices that other programs have taken the schema past what this one can work with.
package struct SchemaGate: Sendable {
    private let database: any Database
    /// The number of the last step that this program knows.
    private let newest: String
    /// The steps that this program is too old for.
    private let barring = Locked<[String]>([])

    package init(_ database: any Database, newest: String = Migration.newest) {
        (self.database, self.newest) = (database, newest)
    }

    /// Reads which steps bar this program now, and returns them.
    @discardableResult
    package func look() async throws -> [String] {
        // A read replica might not have the newest step yet.
        let found = try await Lane.current.run {
            try await database.read { [newest] connection in
                try connection.rows("SELECT name FROM migrations WHERE oldest > \(newest) ORDER BY name")
                    .map { try $0.get("name", as: String.self) }
            }
        }
        barring.update { $0 = found }
        return found
    }

    /// Throws `StorageError.outdated` if the last look has found a step that this program is too old for.
    package func requireOpen() throws(StorageError) {
        let found = barring.value
        guard found.isEmpty else { throw .outdated(found) }
    }
}
