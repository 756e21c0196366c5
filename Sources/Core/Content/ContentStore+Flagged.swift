import Storage

extension ContentStore {
    /// The entries with a flag on in the published version or, if nothing is published, in the draft.
    ///
    /// One list for each pair, in no order, without the archive and the trash.
    package func flagged(_ flags: [(type: ContentType, flag: String)]) async throws -> [[Content]] {
        try await database.read { connection in
            try flags.map { type, flag in
                guard let field = type.field(flag) else { return [] }
                return try connection.contents(Set(connection.flagged(field, of: type)), of: type)
            }
        }
    }
}

extension Connection {
    fileprivate func flagged(_ flag: Field, of type: ContentType) throws -> [String] {
        try rows(
            """
            SELECT l.id FROM \(name: type.name) l WHERE l.\(name: flag.name)
            UNION ALL
            SELECT c.id FROM drafts d CROSS JOIN contents c
            WHERE c.id = d.content_id AND c.type = \(type.name) AND NOT c.is_live AND \(flag.draftCondition(true))
            """
        ).map { try $0.get("id") }
    }

    /// The entries among these ids that are neither archived nor trashed.
    fileprivate func contents(_ ids: Set<String>, of type: ContentType) throws -> [Content] {
        guard !ids.isEmpty else { return [] }
        return try lists(of: ids).flatMap { list in
            try contents(
                rows(
                    """
                    SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
                    WHERE c.id IN (\(list)) AND c.trashed_at IS NULL AND c.archived_at IS NULL
                    """
                ),
                of: type
            )
        }
    }
}
