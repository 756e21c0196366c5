import Storage

/// Parts of another entry, which are trashed and restored with it.
extension Connection {
    /// Moves the parts of an entry to the trash and returns them; `isNoticed` is true if the change is visible to apps.
    ///
    /// An entry whose draft refers elsewhere already is not a part; apps still see it here, so the reference stays.
    func removeParts(
        of content: Content,
        by edit: Edit,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> (parts: [Undo.Companion], isNoticed: Bool) {
        guard types.contains(where: { !$0.partFields(of: content.type).isEmpty }) else { return ([], false) }
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
        var (gone, isNoticed) = ([Undo.Companion](), false)
        for part in parts {
            let fields = try self.content(part.id, of: part.type).fields
            guard fields[part.field.name]?.string == content.id else { continue }
            let outcome = try perform(
                edit,
                on: part.id,
                of: part.type,
                among: types,
                as: act.onItsOwn,
                at: now
            )
            isNoticed = outcome.isNoticed || isNoticed
            gone.append(
                Undo.Companion(type: part.type.name, id: part.id, version: outcome.content.version)
            )
        }
        return (gone, isNoticed)
    }

    /// The parts that were trashed together with the entry, at the same moment.
    func trashedParts(of content: Content, among types: [ContentType]) throws -> [TrashedPart] {
        try types.flatMap { type -> [TrashedPart] in
            let fields = type.partFields(of: content.type)
            guard !fields.isEmpty else { return [] }
            let rows = try rows(
                """
                SELECT c.*, d.body AS draft FROM contents c LEFT JOIN drafts d ON d.content_id = c.id
                WHERE c.type = \(type.name) AND c.trashed_at = \(content.trashedAt) ORDER BY c.id
                LIMIT \(Limits.usesClearedMax)
                """
            )
            return try contents(rows, of: type).filter { part in
                fields.contains { part.fields[$0.name]?.string == content.id }
            }.map { TrashedPart(type: type, content: $0) }
        }
    }

    /// Takes a part out of the trash; true if the change is visible to apps.
    func recover(
        _ part: TrashedPart,
        by edit: Edit,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> Bool {
        try perform(edit, on: part.content.id, of: part.type, among: types, as: act.onItsOwn, at: now)
            .isNoticed
    }
}

/// A part in the trash that comes back with its owner.
struct TrashedPart {
    let type: ContentType
    let content: Content

    /// The companion as it will be once the part is restored.
    var companion: Undo.Companion {
        Undo.Companion(type: type.name, id: content.id, version: content.version + 1)
    }
}

extension ContentType {
    /// The fields through which an entry is a part of one of that type.
    fileprivate func partFields(of owner: String) -> [Field] {
        fields.filter { $0.isPart && $0.kind == .reference(to: owner) }
    }
}

extension ContentStore.Act {
    /// The version in an act belongs to the entry that the caller named, so a part is changed without one.
    fileprivate var onItsOwn: ContentStore.Act { ContentStore.Act(author: author, note: note) }
}
