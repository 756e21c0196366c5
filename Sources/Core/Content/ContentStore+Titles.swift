import Storage

/// The title of an entry of any type.
package struct ContentTitle: Sendable {
    package let id: String
    package let type: String
    package let title: String
    /// True if the entry is published.
    package let isLive: Bool
    package let hasDraft: Bool
}

extension ContentStore {
    /// The titles of entries of any type, in no order; unknown ids are left out.
    package func titles(of ids: Set<String>) async throws -> [ContentTitle] {
        guard !ids.isEmpty else { return [] }
        return try await database.read { connection in
            var titles: [ContentTitle] = []
            for list in lists(of: ids) {
                let rows = try connection.rows(
                    "SELECT id, type, title, is_live, has_draft FROM contents WHERE id IN (\(list))"
                )
                titles += try rows.map { row in
                    ContentTitle(
                        id: try row.get("id"),
                        type: try row.get("type"),
                        title: try row.get("title"),
                        isLive: try row.get("is_live"),
                        hasDraft: try row.get("has_draft")
                    )
                }
            }
            return titles
        }
    }
}
