import Storage

extension ContentStore {
    /// The time for which an entry stays in the trash.
    private static let trashAge: Duration = .seconds(30 * 86_400)

    /// Deletes an entry from the trash permanently; only its history is left.
    package func purge(_ id: String, of type: ContentType, as act: Act) async throws {
        try act.author.require(.purgeContent)
        let now = now()
        try await write { connection in
            let content = try connection.content(id, of: type)
            if let version = act.version, version != content.version {
                throw Problem.stale(content, of: type, at: now)
            }
            guard content.shelf == .trash else {
                throw Problem(
                    .conflict,
                    Localized("Сначала перенесите запись в корзину.", "Move it to the trash first.")
                )
            }
            try connection.purge(content, of: type, as: act, at: now)
            return ((), false)
        }
    }

    /// Deletes entries that were trashed longer than `Self.trashAge` ago; returns the number deleted.
    @discardableResult
    package func purgeExpired() async throws -> Int {
        let now = now()
        let act = Act(author: .program)
        let border = now.advanced(by: .zero - Self.trashAge)
        var count = 0
        for type in types {
            var batch: Int
            repeat {
                batch = try await write { connection in
                    let rows = try connection.rows(
                        """
                        SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
                        WHERE c.type = \(type.name) AND c.trashed_at < \(border)
                        ORDER BY c.id LIMIT \(Limits.housekeepingBatch)
                        """
                    )
                    for content in try connection.contents(rows, of: type) {
                        try connection.purge(content, of: type, as: act, at: now)
                    }
                    return (rows.count, false)
                }
                count += batch
            } while batch == Limits.housekeepingBatch
        }
        return count
    }
}

extension Connection {
    fileprivate func purge(
        _ content: Content,
        of type: ContentType,
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws {
        let count = try execute(
            "DELETE FROM contents WHERE id = \(content.id) AND version = \(content.version) AND trashed_at IS NOT NULL"
        )
        guard count == 1 else { throw Problem.stale(content, of: type, at: now) }
        var gone = content
        gone.updatedAt = now
        _ = try record(.purged, content, gone, of: type, act: act)
    }
}

extension Author {
    /// The author of changes that the program makes by itself.
    package static let program = Author(staffID: nil, name: "vitrina", role: .owner, door: .server)
}
