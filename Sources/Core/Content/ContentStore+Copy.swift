import Storage

extension ContentStore {
    /// A draft with the fields of another content, right after it in its row.
    ///
    /// Its title says that it is a copy, its flags are off and its slug is another one.
    package func copy(_ id: String, of type: ContentType, as act: Act) async throws -> Content {
        try act.author.require(.writeContent)
        let now = now()
        let newID = Identifier.new(at: now, random: random)
        return try await write(type) { connection in
            let original = try connection.content(id, of: type)
            var body = type.copied(original.fields)
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
                draft: body
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
    fileprivate func copied(_ body: Body) -> Body {
        var copy = body
        for field in fields where field.isImmediate { copy[field.name] = field.initial }
        if case .object(let texts)? = body[titleField] {
            for (name, text) in texts {
                let language = Language(rawValue: name) ?? .standard
                copy[titleField] = (copy[titleField] ?? .null).merged(with: [name: copied(text, language)])
            }
        } else if let text = body[titleField] {
            copy[titleField] = copied(text, .standard)
        }
        return copy
    }

    private func copied(_ title: JSON, _ language: Language) -> JSON {
        guard let title = title.string else { return title }
        let suffix = Localized(" (копия)", " (copy)")[language]
        return .string(
            String(title.unicodeScalars.prefix(max(0, titleLengthMax - suffix.unicodeScalars.count))) + suffix
        )
    }

    private var titleLengthMax: Int {
        switch field(titleField)?.kind {
        case .text(let lengthMax)?, .localizedText(let lengthMax, _)?: lengthMax
        case _: Limits.textLengthMax
        }
    }
}
