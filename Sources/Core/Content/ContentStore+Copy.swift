import Storage

extension ContentStore {
    /// Creates a draft with the fields of another entry, right after it in its row.
    ///
    /// It is marked as a copy until it is published; its flags are off, its slug is a new one, and dates that have
    /// passed are moved so that it can be shown from today.
    package func copy(_ id: String, of type: ContentType, as act: Act) async throws -> Content {
        try act.author.require(.writeContent)
        let now = now()
        let newID = Identifier.new(at: now, random: random)
        return try await write(type) { connection in
            let original = try connection.content(id, of: type)
            var body = type.copied(original.fields, at: now)
            if original.shelf == .trash { body = try connection.withoutMissing(body, of: type) }
            if let field = type.slugField, let slug = body[field.name]?.string {
                body[field.name] = JSON(
                    try connection.freeSlug(
                        like: String(slug.prefix(Limits.madeSlugLengthMax)) + "-copy",
                        of: type,
                        for: newID
                    )
                )
            }
            var content = Content(
                id: newID,
                type: type.name,
                version: 1,
                position: try connection.newPosition(of: type),
                createdAt: now,
                createdBy: act.author.name,
                updatedAt: now,
                updatedBy: act.author.name,
                draft: body,
                isCopy: true
            )
            if case .manual = type.order, original.shelf == .active {
                content.position = try connection.position(
                    at: .after(original.id),
                    in: type.row,
                    for: content
                )
            }
            try connection.fillSlug(of: &content, since: nil, type)
            let isNoticed = try connection.insert(content, of: type, as: .copied, act: act)
            content.number = try connection.numbers(of: [newID], type)[newID]
            return (content, isNoticed)
        }
    }
}

extension ContentType {
    fileprivate func copied(_ body: Body, at now: Timestamp) -> Body {
        var copy = body
        for field in fields where field.isImmediate { copy[field.name] = field.initial }
        let days = Dictionary(datedNames.map { ($0, daysToMove(body, to: now)) }) { first, _ in first }
        return copy.merging(shifted(copy, by: days)) { $1 }
    }

    /// Whole days, so that hours stay, by which a past window moves to be open now; 0 if it is not over.
    private func daysToMove(_ body: Body, to now: Timestamp) -> Int64 {
        guard let until = body.timestamp("live_until"), until < now else { return 0 }
        let start = body.timestamp("live_from") ?? until
        let days = max(0, (now.seconds - start.seconds) / 86_400)
        return until.advanced(by: .seconds(days * 86_400)) < now ? days + 1 : days
    }
}
