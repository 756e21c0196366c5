import Storage

/// One entry that refers to another, and through which field.
package struct Use: Sendable {
    package let type: ContentType
    package let id: String
    package let title: String
    package let field: Field
    /// True if the published version refers to it; otherwise only a draft does.
    package let isLive: Bool
}

extension Use {
    package func json(in language: Language) -> JSON {
        [
            "type": .string(type.name), "id": .string(id), "title": .string(title),
            "field": .string(field.name), "field_title": .string(field.title[language]),
            "is_live": .bool(isLive), "is_part": .bool(field.isPart),
        ]
    }

    /// A use as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        package let type: String
        package let id: String
        package let title: String
        package let field: String
        package let isLive: Bool
        /// True if the entry is a part of the one that it refers to.
        package let isPart: Bool

        package init(json: JSON) throws(Fault) {
            type = try json.get("type")
            id = try json.get("id")
            title = try json.get("title")
            field = try json.get("field")
            isLive = try json.get("is_live")
            isPart = try json.get("is_part")
        }
    }
}

extension Connection {
    /// The entries that refer to this one, itself excluded, ordered by type and title.
    func uses(of content: Content, among types: [ContentType], limit: Int) throws -> [Use] {
        try rows(
            """
            SELECT c.type, c.title, l.from_id, l.field, max(CASE WHEN l.is_live THEN 1 ELSE 0 END) AS live_count
            FROM links l JOIN contents c ON c.id = l.from_id
            WHERE l.to_id = \(content.id) AND l.from_id <> \(content.id)
            GROUP BY c.type, c.title, l.from_id, l.field
            ORDER BY c.type, c.title, l.from_id, l.field LIMIT \(limit)
            """
        ).compactMap { row in
            let (typeName, fieldName) = (
                try row.get("type", as: String.self), try row.get("field", as: String.self)
            )
            guard let type = types.first(where: { $0.name == typeName }), let field = type.field(fieldName)
            else {
                return nil
            }
            return Use(
                type: type,
                id: try row.get("from_id"),
                title: try row.get("title"),
                field: field,
                isLive: try row.get("live_count", as: Int64.self) > 0
            )
        }
    }

    /// Removes references to an entry and returns the changed entries; `isNoticed` is true if apps see the change.
    ///
    /// Throws `.conflict` naming the published entries in which the field is mandatory.
    func clearReferences(
        to content: Content,
        among types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp
    ) throws -> (changed: [Undo.Companion], isNoticed: Bool) {
        let uses = try uses(of: content, among: types, limit: Limits.usesClearedMax + 1)
        guard uses.count <= Limits.usesClearedMax else {
            throw Problem(
                .conflict,
                Localized(
                    "Ссылок больше \(Limits.usesClearedMax): сначала уберите часть.",
                    "There are more than \(Limits.usesClearedMax) references; clear some of them first."
                )
            )
        }
        let stuck = uses.filter { $0.isLive && !$0.field.isOptional && !$0.field.isList }
        guard stuck.isEmpty else {
            let list = stuck.prefix(5).map { "\($0.type.name) «\($0.title)»" }.joined(separator: ", ")
            throw Problem(
                .conflict,
                Localized(
                    "Без этой записи не могут быть в эфире: \(list).",
                    "These cannot be live without it: \(list)."
                )
            )
        }
        var (changed, isNoticed) = ([Undo.Companion](), false)
        try lock(Array(Set(uses.map(\.id))))
        for (id, fields) in Dictionary(grouping: uses, by: \.id).sorted(by: { $0.key < $1.key }) {
            guard let type = fields.first?.type else { continue }
            let before = try self.content(id, of: type)
            var after = before
            for field in fields.map(\.field) {
                after.draft?.remove(content.id, from: field)
                after.live?.remove(content.id, from: field)
            }
            if let live = after.live, live != before.live { try type.requireComplete(live) }
            after.version += 1
            after.updatedAt = now
            after.updatedBy = act.author.name
            let action = after.live == before.live ? HistoryEntry.Action.saved : .published
            isNoticed = try replace(before, by: after, of: type, action: action, act: act) || isNoticed
            changed.append(Undo.Companion(type: type.name, id: after.id, version: after.version))
        }
        return (changed, isNoticed)
    }

    /// The body without references to entries and uploads that are trashed or gone.
    func withoutMissing(_ body: Body, of type: ContentType) throws -> Body {
        var result = body
        for (field, target, ids) in type.references(in: body) where !ids.isEmpty {
            let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
            let found = try rows(
                "SELECT id FROM contents WHERE id IN (\(list)) AND type = \(target) AND trashed_at IS NULL"
            ).map { try $0.get("id", as: String.self) }
            for id in ids where !found.contains(id) { result.remove(id, from: field) }
        }
        for (field, ids) in type.uploads(in: body) where !ids.isEmpty {
            let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
            let found = try rows("SELECT id FROM media WHERE id IN (\(list))").map {
                try $0.get("id", as: String.self)
            }
            for id in ids where !found.contains(id) { result.remove(id, from: field) }
        }
        return result
    }
}

extension Body {
    /// Removes one entry or upload from a field; a field with no others becomes empty.
    fileprivate mutating func remove(_ id: String, from field: Field) {
        guard field.holdsUploads else {
            self[field.name] = self[field.name].flatMap { json in
                field.replacingReferences(in: json) { $0.id == id ? nil : $0.id }
            }
            return
        }
        guard case .array(let elements)? = self[field.name] else {
            if self[field.name]?.string == id { self[field.name] = nil }
            return
        }
        let left = elements.filter { $0.string != id }
        self[field.name] = left.isEmpty ? JSON?.none : .array(left)
    }
}
