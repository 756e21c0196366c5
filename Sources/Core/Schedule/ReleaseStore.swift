import Storage

/// Creates, fills, publishes and cancels releases.
package struct ReleaseStore: Sendable {
    private static let releaseItemsMax = 200

    package let contents: ContentStore
    private var types: [ContentType] { contents.types }

    package init(contents: ContentStore) {
        self.contents = contents
    }

    /// Newest first; the cursor is the id of the last release of a page.
    package func list(
        in state: Release.State?,
        before cursor: String?,
        limit: Int
    ) async throws -> Page<Release> {
        try await contents.database.read { connection in
            let found = try connection.releases(in: state, before: cursor, limit: limit + 1)
            let page = Array(found.prefix(limit))
            return Page(elements: page, next: found.count > limit ? page.last?.id : nil)
        }
    }

    package func release(_ id: String) async throws -> Release {
        try await contents.database.read { [types] in try $0.release(id, types: types) }
    }

    package func create(_ change: ReleaseChange, as act: ContentStore.Act) async throws -> Release {
        try act.author.require(.writeContent)
        let now = contents.now()
        let at = change.at ?? nil
        try at?.requireAhead(of: now)
        let id = Identifier.new(at: now, random: contents.random)
        let author = act.author
        return try await contents.database.write { [types] connection in
            try connection.send(
                """
                INSERT INTO releases (id, version, title, note, state, at, author, staff_id, created_at,
                    created_by, updated_at, updated_by)
                VALUES (\(id), 1, \(change.title), \(change.note ?? nil), 'open', \(at), \(author.name),
                    \(author.staffID), \(now), \(author.name), \(now), \(author.name))
                """
            )
            let release = try connection.release(id, types: types)
            try Self.note(.releaseCreated, release, by: author, at: now, on: connection)
            return release
        }
    }

    /// Updates a release; a new time reopens one that has failed.
    package func update(
        _ id: String,
        _ change: ReleaseChange,
        as act: ContentStore.Act
    ) async throws -> Release {
        let author = act.author
        return try await edit(id, .releaseChanged, as: act) { connection, release, now in
            let at = change.at ?? release.at
            if let at, at != release.at || release.state == .failed { try at.requireAhead(of: now) }
            let isOpened = change.at != nil
            let isTimed = isOpened && at != release.at || release.state == .failed && isOpened
            try connection.send(
                """
                UPDATE releases SET title = \(change.title ?? release.title),
                    note = \(change.note ?? release.note), at = \(at),
                    author = \(isTimed ? author.name : release.author),
                    staff_id = \(isTimed ? author.staffID : release.staffID),
                    state = \((isOpened ? Release.State.open : release.state).rawValue),
                    ended_at = \(isOpened ? nil : release.endedAt),
                    fault = \(isOpened ? nil : release.fault?.kept.text)
                WHERE id = \(release.id)
                """
            )
        }
    }

    /// Adds an entry to the release, or changes its action there.
    package func put(
        _ contentID: String,
        _ action: Schedule.Action,
        into id: String,
        as act: ContentStore.Act
    ) async throws -> Release {
        try await edit(id, .releaseChanged, as: act) { [types] connection, release, _ in
            let (content, _) = try connection.content(contentID, among: types)
            guard content.shelf == .active else { throw content.shelf.refusal }
            let isNew = !release.items.contains { $0.content.id == content.id }
            guard !isNew || release.items.count < Self.releaseItemsMax else {
                throw Problem(
                    .conflict,
                    Localized(
                        "В выпуске уже \(Self.releaseItemsMax) записей.",
                        "The release holds \(Self.releaseItemsMax) entries already."
                    )
                )
            }
            let put = {
                try connection.savepoint {
                    try connection.send(
                        """
                        INSERT INTO release_items (release_id, content_id, action, is_open)
                        VALUES (\(release.id), \(content.id), \(action.rawValue), \(true))
                        ON CONFLICT (release_id, content_id) DO UPDATE SET action = excluded.action
                        """
                    )
                }
            }
            do {
                try put()
            } catch StorageError.unique {
                guard let other = try connection.schedules(of: [content.id])[content.id]?.release else {
                    // The other release has just been published or cancelled.
                    return try put()
                }
                throw Problem(
                    .conflict,
                    Localized(
                        "Запись уже стоит в выпуске «\(other.title)».",
                        "It stands in the release “\(other.title)” already."
                    )
                )
            }
        }
    }

    package func take(
        _ contentID: String,
        outOf id: String,
        as act: ContentStore.Act
    ) async throws -> Release {
        try await edit(id, .releaseChanged, as: act) { connection, release, _ in
            let count = try Identifier.normalized(contentID).map { contentID in
                try connection.execute(
                    """
                    DELETE FROM release_items WHERE release_id = \(release.id) AND content_id = \(contentID)
                    """
                )
            }
            guard count == 1 else {
                throw Problem.notFound(
                    Localized("Этой записи в выпуске нет.", "That entry is not in the release.")
                )
            }
        }
    }

    /// Carries out the release now, all or none.
    package func publish(_ id: String, as act: ContentStore.Act) async throws -> Release {
        try act.author.require(.writeContent)
        let now = contents.now()
        return try await contents.write { [types] connection in
            let release = try Self.editable(id, types, as: act, at: now, on: connection)
            let change = ContentStore.Act(author: act.author, note: act.note ?? release.reason)
            let isNoticed = try connection.carryOut(release, as: change, at: now)
            try connection.end(release, .published, by: act.author.name, at: now)
            try Self.note(.releasePublished, release, by: act.author, at: now, on: connection)
            connection.notify()
            return (try connection.release(release.id, types: types), isNoticed)
        }
    }

    /// Cancels a release; its entries stay as they are.
    package func cancel(_ id: String, as act: ContentStore.Act) async throws -> Release {
        try act.author.require(.writeContent)
        let now = contents.now()
        return try await contents.database.write { [types] connection in
            let release = try Self.editable(id, types, as: act, at: now, on: connection)
            try connection.end(release, .cancelled, fault: release.fault, by: act.author.name, at: now)
            try Self.note(.releaseCancelled, release, by: act.author, at: now, on: connection)
            connection.notify()
            return try connection.release(release.id, types: types)
        }
    }

    /// One change of a release, which raises its version.
    private func edit(
        _ id: String,
        _ deed: AuditAction,
        as act: ContentStore.Act,
        _ change: @escaping @Sendable (any Connection, Release, Timestamp) throws -> Void
    ) async throws -> Release {
        try act.author.require(.writeContent)
        let now = contents.now()
        return try await contents.database.write { [types] connection in
            let release = try Self.editable(id, types, as: act, at: now, on: connection)
            try change(connection, release, now)
            try connection.send(
                """
                UPDATE releases SET version = version + 1, updated_at = \(now), updated_by = \(act.author.name)
                WHERE id = \(release.id)
                """
            )
            let after = try connection.release(release.id, types: types)
            try Self.note(deed, after, by: act.author, at: now, on: connection)
            connection.notify()
            return after
        }
    }

    /// The release, locked, at the version that the change was made from.
    private static func editable(
        _ id: String,
        _ types: [ContentType],
        as act: ContentStore.Act,
        at now: Timestamp,
        on connection: any Connection
    ) throws -> Release {
        let release = try connection.lockedRelease(id, types: types)
        if let version = act.version, version != release.version {
            throw Problem(
                .stale,
                Localized(
                    "Выпуск «\(release.title)» уже изменён: версия \(release.version), \(release.updatedBy).",
                    "The release “\(release.title)” has changed: version \(release.version) by \(release.updatedBy)."
                ),
                current: release.json(in: .en, at: now)
            )
        }
        try release.requireEditable()
        return release
    }

    private static func note(
        _ deed: AuditAction,
        _ release: Release,
        by author: Author,
        at now: Timestamp,
        on connection: any Connection
    ) throws {
        try AuditLog.record(
            deed,
            subject: release.id,
            detail: [
                "title": .string(release.title), "at": JSON(release.at?.description),
                "items": .integer(Int64(release.items.count)),
            ],
            by: author,
            at: now,
            on: connection
        )
    }
}

extension AuditAction {
    static let releaseCreated = AuditAction("release.created", Localized("новый выпуск", "made a release"))
    static let releaseChanged = AuditAction(
        "release.changed",
        Localized("выпуск изменён", "changed a release")
    )
    static let releasePublished = AuditAction(
        "release.published",
        Localized("выпуск опубликован", "published a release")
    )
    static let releaseCancelled = AuditAction(
        "release.cancelled",
        Localized("выпуск отменён", "cancelled a release")
    )
}
