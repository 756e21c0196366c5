import Storage

extension Connection {
    /// Replaces the links of one body with those of another, after checking that everything referred to exists.
    func link(
        _ content: Content,
        isLive: Bool,
        from before: Body,
        to after: Body,
        of type: ContentType
    ) throws {
        let references = type.references(in: after)
        try requireThere(references, type.uploads(in: after), in: after, since: before, of: type)
        let wanted = references.flatMap { reference in reference.ids.map { (reference.field.name, $0) } }
        let had = type.references(in: before).flatMap { reference in
            reference.ids.map { (reference.field.name, $0) }
        }
        for (field, id) in had where !wanted.contains(where: { $0 == (field, id) }) {
            try send(
                """
                DELETE FROM links WHERE from_id = \(content.id) AND is_live = \(isLive) AND field = \(field)
                    AND to_id = \(id)
                """
            )
        }
        let new = wanted.filter { link in !had.contains { $0 == link } }
        guard !new.isEmpty else { return }
        let values = new.map { "(\(content.id), \(isLive), \($0.0), \($0.1))" as SQL }.joined(separator: ", ")
        try send("INSERT INTO links (from_id, is_live, field, to_id) VALUES \(values)")
    }

    /// Reports all references and uploads that do not exist at once.
    ///
    /// The rows referred to are locked against a concurrent removal.
    private func requireThere(
        _ references: [(field: Field, target: String, ids: [String])],
        _ uploads: [(field: Field, ids: [String])],
        in after: Body,
        since before: Body,
        of type: ContentType
    ) throws {
        var faults: [Fault] = []
        for ((field, target, ids), known) in zip(references, type.references(in: before))
        where !ids.isEmpty && ids != known.ids {
            let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
            let found = Set(
                try rows(
                    """
                    SELECT id FROM contents WHERE id IN (\(list)) AND type = \(target) AND trashed_at IS NULL
                    \(locking("FOR SHARE"))
                    """
                ).map { try $0.get("id", as: String.self) }
            )
            for reference in field.references(in: after[field.name])
            where reference.target == target && !found.contains(reference.id) {
                let pointer = "#/\(field.name)\(reference.path)"
                faults.append(Fault(pointer, "такой записи нет", "is not one of \(target)"))
            }
        }
        for (field, ids) in uploads where !ids.isEmpty {
            let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
            let found = Set(
                try rows("SELECT id FROM media WHERE id IN (\(list)) \(locking("FOR SHARE"))").map {
                    try $0.get("id", as: String.self)
                }
            )
            for (index, id) in ids.enumerated() where !found.contains(id) {
                let pointer = field.kind == .images ? "#/\(field.name)/\(index)" : "#/\(field.name)"
                faults.append(Fault(pointer, "такого файла нет", "is not an uploaded file"))
            }
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }

    /// Throws `.conflict` naming the entries that refer to this one, if there are any.
    func requireUnreferenced(_ content: Content) throws {
        let rows = try rows(
            """
            SELECT DISTINCT c.type, c.title FROM links l JOIN contents c ON c.id = l.from_id
            WHERE l.to_id = \(content.id) AND l.from_id <> \(content.id) ORDER BY c.type, c.title LIMIT 6
            """
        )
        guard !rows.isEmpty else { return }
        let shown = try rows.prefix(5).map {
            "\(try $0.get("type", as: String.self)) «\(try $0.get("title", as: String.self))»"
        }
        let list = shown.joined(separator: ", ") + (rows.count > 5 ? "…" : "")
        throw Problem(
            .conflict,
            Localized("На запись ссылаются: \(list).", "It is still referred to by \(list).")
        )
    }
}
