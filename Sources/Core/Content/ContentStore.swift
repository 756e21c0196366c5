import Storage

/// Checks, versions, stores and reports every change of an entry, whatever its channel.
package struct ContentStore: Sendable {
    package let database: any Database
    package let live: LiveContents
    /// All content types.
    package let types: [ContentType]
    package let now: @Sendable () -> Timestamp
    let random: RandomBytes

    package init(
        database: any Database,
        live: LiveContents,
        types: [ContentType],
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        self.database = database
        self.live = live
        self.types = types
        self.now = now
        self.random = random
    }

    /// The author of a change, with the version that it was made from.
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

    /// Creates an entry at the top of its row; a draft, or published at once.
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
        return try await write(type) { connection in
            var content = Content(
                id: id,
                type: type.name,
                version: 1,
                position: try connection.newPosition(of: type),
                createdAt: now,
                createdBy: act.author.name,
                updatedAt: now,
                updatedBy: act.author.name,
                draft: publish ? nil : body,
                live: publish ? body : nil
            )
            try connection.fillSlug(of: &content, since: nil, type)
            let isNoticed = try connection.insert(content, of: type, act: act)
            content.number = try connection.numbers(of: [id], type)[id]
            return (content, isNoticed)
        }
    }

    /// Makes one change of one entry in one transaction.
    package func change(
        _ id: String,
        of type: ContentType,
        by edit: Edit,
        as act: Act
    ) async throws -> Content {
        try act.author.require(.writeContent)
        let (now, types) = (now(), types)
        return try await write(type) { connection in
            let outcome = try connection.perform(
                edit,
                on: id,
                of: type,
                among: types,
                as: act,
                at: now
            )
            return (outcome.content, outcome.isNoticed)
        }
    }

    /// Runs a change, and refreshes this server's live entries before it returns if the change is visible to apps.
    ///
    /// The change is retried once if somebody else took the same slug at the same time, because a slug made of a title
    /// then becomes another one.
    func write<R: Sendable>(
        _ type: ContentType? = nil,
        _ body: @escaping @Sendable (any Connection) throws -> (R, isNoticed: Bool)
    ) async throws -> R {
        let (result, isNoticed): (R, Bool)
        do {
            (result, isNoticed) = try await database.write(body)
        } catch StorageError.unique {
            do {
                (result, isNoticed) = try await database.write(body)
            } catch StorageError.unique {
                throw Problem.slugTaken(type)
            }
        }
        if isNoticed { try await live.refreshIfLoaded() }
        return result
    }
}

extension Problem {
    /// The problem of a taken slug, the only value that the tables of entries keep unique.
    ///
    /// `holder` is the title of the entry that had it before: apps still reach that one by it, and no list shows this.
    static func slugTaken(_ type: ContentType?, formerlyBy holder: String? = nil) -> Problem {
        let pointer = "#/\(type?.slugField?.name ?? "slug")"
        return Problem(
            .conflict,
            Localized("Такой адрес уже занят.", "Another entry of the type has this slug."),
            faults: [
                holder.map {
                    Fault(
                        pointer,
                        "это прежний адрес «\($0)», он продолжает работать",
                        "is a former one of “\($0)”, which goes on working"
                    )
                } ?? Fault(pointer, "уже занято", "is taken")
            ]
        )
    }

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
