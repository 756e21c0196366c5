import Storage

extension ContentStore {
    /// What has a flag on in the version that apps read or, where nothing is published, in the draft.
    ///
    /// One list for each pair, in no order, without archive and trash. What is published is known from `live`, so that
    /// only drafts have to be looked through.
    package func flagged(_ flags: [(type: ContentType, flag: String)]) async throws -> [[Content]] {
        let state = live.state
        return try await database.read { connection in
            try flags.map { type, flag in
                let shown = state[type.name].flagged(flag).map(\.id)
                return try connection.contents(Set(shown + connection.drafts(with: flag, of: type)), of: type)
            }
        }
    }
}

extension Connection {
    /// Contents of which nothing is published, with the flag on.
    fileprivate func drafts(with flag: String, of type: ContentType) throws -> [String] {
        guard let field = type.fields.first(where: { $0.name == flag }) else { return [] }
        return try rows(
            """
            SELECT c.id FROM drafts d CROSS JOIN contents c
            WHERE c.id = d.content_id AND c.type = \(type.name) AND NOT c.is_live AND \(field.draftCondition(true))
            """
        ).map { try $0.get("id") }
    }

    /// Those of the contents that are neither in the archive nor in the trash.
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
