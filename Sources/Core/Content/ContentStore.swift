import Storage

/// The one room behind every door: each change of a content is checked, versioned, kept and told here.
package struct ContentStore: Sendable {
    package let database: any Database
    package let live: LiveContents
    package let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(
        database: any Database,
        live: LiveContents,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        self.database = database
        self.live = live
        self.now = now
        self.random = random
    }

    /// What somebody wants to do, and what it was made from.
    package struct Act: Sendable {
        package let author: Author
        /// The version that the change was made from; nil only for acts that commute with every other.
        package let version: Int64?
        package let note: String?

        package init(author: Author, version: Int64? = nil, note: String? = nil) {
            self.author = author
            self.version = version
            self.note = note
        }
    }

    package func content(_ id: String, of type: ContentType) async throws -> Content {
        try await database.read { try $0.content(id, of: type) }
    }

    /// A new content at the top of its row; a draft, or published at once.
    package func create(
        _ fields: [String: JSON],
        of type: ContentType,
        publish: Bool,
        as act: Act
    ) async throws -> Content {
        try act.author.require(.writeContent)
        let body = try type.body(type.initialBody, patchedBy: fields)
        if publish { try type.requireComplete(body) }
        let now = now()
        let id = Identifier.new(at: now, random: random)
        return try await write { connection in
            let content = Content(
                id: id,
                type: type.name,
                version: 1,
                position: try connection.topPosition(in: type.row),
                createdAt: now,
                createdBy: act.author.name,
                updatedAt: now,
                updatedBy: act.author.name,
                draft: publish ? nil : body,
                live: publish ? body : nil
            )
            let isNoticed = try connection.insert(content, of: type, act: act)
            return (content, isNoticed)
        }
    }

    /// Changes the working copy by a merge patch (RFC 7396), and publishes it where asked.
    package func save(
        _ patch: [String: JSON],
        to id: String,
        of type: ContentType,
        publish: Bool,
        as act: Act
    ) async throws -> Content {
        try await change(id, of: type, as: act) { content in
            let body = try type.body(content.fields, patchedBy: patch)
            if publish {
                try type.requireComplete(body)
                (content.live, content.draft) = (body, nil)
                return .published
            }
            guard body != content.fields else { return nil }
            content.draft = body
            return .saved
        }
    }

    package func publish(_ id: String, of type: ContentType, as act: Act) async throws -> Content {
        try await change(id, of: type, as: act) { try $0.publish(as: type) }
    }

    /// Takes a content off every app; it becomes a draft.
    package func unpublish(_ id: String, of type: ContentType, as act: Act) async throws -> Content {
        try await change(id, of: type, as: act) { $0.unpublish() }
    }

    /// Throws the unpublished changes of a live content away.
    package func discardDraft(_ id: String, of type: ContentType, as act: Act) async throws -> Content {
        try await change(id, of: type, as: act) { content in
            guard content.draft != nil else { return nil }
            guard content.live != nil else {
                throw Problem(
                    .conflict,
                    Localized(
                        "Запись ещё не опубликована: её можно только удалить.",
                        "It has never been published; it can only be removed."
                    )
                )
            }
            content.draft = nil
            return .discarded
        }
    }

    /// Switches a flag at once, past the draft, which keeps its other changes.
    package func setFlag(
        _ name: String,
        to value: Bool,
        of id: String,
        of type: ContentType,
        as act: Act
    ) async throws -> Content {
        guard let field = type.field(name), field.kind == .bool, field.isImmediate else {
            throw .notFound(
                Localized("Нет переключателя «\(name.prefix(80))».", "No flag \(name.prefix(80)) here.")
            )
                as Problem
        }
        return try await change(id, of: type, as: act) { content in
            let (live, draft) = (content.live, content.draft)
            if content.live != nil { content.live?[name] = .bool(value) }
            if content.draft != nil { content.draft?[name] = .bool(value) }
            return content.live == live && content.draft == draft ? nil : .flagged
        }
    }

    /// Moves a content to the trash; refused while anything refers to it.
    package func remove(_ id: String, of type: ContentType, as act: Act) async throws {
        let now = now()
        _ = try await change(id, of: type, as: act) { content in
            (content.draft, content.live, content.trashedAt) = (content.fields, nil, now)
            return .removed
        }
    }

    /// One change of one content in one transaction.
    private func change(
        _ id: String,
        of type: ContentType,
        as act: Act,
        _ edit: @escaping @Sendable (inout Content) throws -> HistoryEntry.Action?
    ) async throws -> Content {
        try act.author.require(.writeContent)
        let now = now()
        return try await write { try $0.change(id, of: type, as: act, at: now, edit) }
    }

    /// Runs a change, and shows it to this server's apps before it answers where an app could notice.
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> (R, isNoticed: Bool)
    ) async throws -> R {
        do {
            let (result, isNoticed) = try await database.write(body)
            if isNoticed { try await live.refreshIfLoaded() }
            return result
        } catch StorageError.unique {
            // A slug is the one thing that the tables of contents let be there only once.
            throw Problem.slugTaken
        }
    }
}

extension Problem {
    static func stale(_ content: Content, of type: ContentType, at now: Timestamp) -> Problem {
        let title = type.title(of: content.fields)
        return Problem(
            .stale,
            Localized(
                "«\(title)» уже изменена: версия \(content.version), \(content.updatedBy).",
                "“\(title)” has changed since it was read: version \(content.version) by \(content.updatedBy)."
            ),
            current: content.json(as: type, at: now)
        )
    }
}
