import Storage

/// What is a part of another content, and goes and comes back with it.
extension Connection {
    /// Moves the parts of a content to the trash; true where an app could notice.
    ///
    /// One whose draft stands elsewhere already is none: apps see it here still, and the content stays for it.
    func removeParts(
        of content: Content,
        by edit: Edit,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Bool {
        guard types.contains(where: { !$0.partFields(of: content.type).isEmpty }) else { return false }
        let parts = try uses(of: content, among: types, limit: Limits.usesClearedMax + 1).filter(
            \.field.isPart
        )
        guard parts.count <= Limits.usesClearedMax else {
            throw Problem(
                .conflict,
                Localized(
                    "Частей больше \(Limits.usesClearedMax): сначала уберите некоторые.",
                    "It has more than \(Limits.usesClearedMax) parts; remove some of them first."
                )
            )
        }
        var isNoticed = false
        for part in parts {
            let fields = try self.content(part.id, of: part.type).fields
            guard fields[part.field.name]?.string == content.id else { continue }
            isNoticed =
                try perform(edit, on: part.id, of: part.type, among: types, as: act.onItsOwn, at: now)
                .isNoticed
                || isNoticed
        }
        return isNoticed
    }

    /// Takes out of the trash what went there with the content, at the same moment.
    func recoverParts(
        of content: Content,
        by edit: Edit,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Bool {
        var isNoticed = false
        for type in types {
            let fields = type.partFields(of: content.type)
            guard !fields.isEmpty else { continue }
            let rows = try rows(
                """
                SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
                WHERE c.type = \(type.name) AND c.trashed_at = \(content.trashedAt) ORDER BY c.id
                LIMIT \(Limits.usesClearedMax)
                """
            )
            for part in try contents(rows, of: type)
            where fields.contains(where: { part.fields[$0.name]?.string == content.id }) {
                isNoticed =
                    try perform(edit, on: part.id, of: type, among: types, as: act.onItsOwn, at: now)
                    .isNoticed
                    || isNoticed
            }
        }
        return isNoticed
    }
}

extension ContentType {
    /// The fields by which a content is a part of one of that type.
    fileprivate func partFields(of owner: String) -> [Field] {
        fields.filter { $0.isPart && $0.kind == .reference(to: owner) }
    }
}

extension ContentStore.Act {
    /// The version is that of the content that somebody has named.
    fileprivate var onItsOwn: ContentStore.Act { ContentStore.Act(author: author, note: note) }
}
