import Storage

/// What apps see, held in memory: a read of an app costs no query.
package struct LiveState: Sendable {
    /// Goes up with every change on this server; what was made from an older state is not kept.
    package fileprivate(set) var generation = 0
    fileprivate var isLoaded = false
    fileprivate var sets: [String: LiveSet] = [:]
    fileprivate var settings = DecidedSettings()

    /// What somebody has decided about an app, by the names of its settings.
    package func decided(_ app: String) -> [String: JSON] { settings.byApp[app] ?? [:] }

    package subscript(type: String) -> LiveSet { sets[type] ?? .empty }

    /// The first moment after `now` at which anything appears or goes.
    package func nextBoundary(after now: Timestamp) -> Timestamp? {
        sets.values.compactMap { $0.nextBoundary(after: now) }.min()
    }

    /// The state as it would be with this content published, in the place of what there is of it.
    package func replacing(_ content: LiveContent) -> LiveState {
        let set = self[content.type]
        return with(set.changed(to: set.revision, [content.id], present: [content]), of: content.type)
    }

    /// The state as it would be without this content.
    package func removing(_ id: String, of type: String) -> LiveState {
        with(self[type].changed(to: self[type].revision, [id], present: []), of: type)
    }

    private func with(_ set: LiveSet, of type: String) -> LiveState {
        var state = self
        state.sets[type] = set
        return state
    }
}

/// What staff have decided about the apps, at one revision.
struct DecidedSettings: Sendable {
    /// What stands among the revisions of the content types.
    static let revisionName = "app_settings"

    var revision: Int64 = 0
    var byApp: [String: [String: JSON]] = [:]
}

/// Keeps the live state as new as the database.
///
/// This server's writes refresh it before they are answered; another's are found by their revisions.
package final class LiveContents: Sendable {
    private let types: [ContentType]
    private let database: any Database
    private let shared = Locked(LiveState())
    private let refreshes = SingleFlight()
    private let onChange: @Sendable (LiveState) -> Void

    /// `onChange` is told of each new state before anybody who waits for it goes on.
    package init(
        types: [ContentType],
        database: any Database,
        onChange: @escaping @Sendable (LiveState) -> Void
    ) {
        self.types = types
        self.database = database
        self.onChange = onChange
    }

    package var state: LiveState { shared.value }

    /// Reads everything, unless that has been done.
    ///
    /// A server does it at its start; a command that shows nothing of an app never pays for it.
    package func load() async throws {
        if !state.isLoaded { try await refresh() }
    }

    /// Takes in what this process has written, where anybody here looks at it.
    package func refreshIfLoaded() async throws {
        if state.isLoaded { try await refresh() }
    }

    /// Takes in whatever has been kept before this call.
    package func refresh() async throws {
        try await refreshes.run { try await self.takeIn() }
    }

    private func takeIn() async throws {
        let (types, before) = (types, state)
        let (changed, settings) = try await database.read { connection in
            (
                try connection.liveSets(of: types, since: before),
                try connection.decidedSettings(since: before)
            )
        }
        guard !changed.isEmpty || settings != nil || !before.isLoaded else { return }
        let state = shared.update { state in
            state.sets.merge(changed) { _, new in new }
            if let settings { state.settings = settings }
            state.generation += 1
            state.isLoaded = true
            return state
        }
        onChange(state)
    }
}

extension Connection {
    /// All settings, where any was decided since `state`; those of before anybody counted are of revision 0.
    fileprivate func decidedSettings(since state: LiveState) throws -> DecidedSettings? {
        let revision: Int64 =
            try rows("SELECT revision FROM revisions WHERE type = \(DecidedSettings.revisionName)").first?
            .get("revision") ?? 0
        guard revision > state.settings.revision || !state.isLoaded else { return nil }
        var settings = DecidedSettings(revision: revision)
        for row in try rows("SELECT app, name, value FROM app_settings") {
            let (app, name): (String, String) = (try row.get("app"), try row.get("name"))
            settings.byApp[app, default: [:]][name] = try JSON(parsing: row.get("value", as: String.self))
        }
        return settings
    }

    /// The sets of the types whose revision is above the one in `state`.
    ///
    /// Their revisions are read in the same transaction as the rows.
    fileprivate func liveSets(of types: [ContentType], since state: LiveState) throws -> [String: LiveSet] {
        var sets: [String: LiveSet] = [:]
        for row in try rows("SELECT type, revision, whole_at FROM revisions") {
            let name: String = try row.get("type")
            let revision: Int64 = try row.get("revision")
            let known = state[name]
            guard revision > known.revision, let type = types.first(where: { $0.name == name }) else {
                continue
            }
            let wholeAt: Int64 = try row.get("whole_at")
            sets[name] =
                known.revision == 0 || known.revision < wholeAt
                ? LiveSet(revision: revision, contents: try liveContents(of: type, where: "TRUE"))
                : try changed(known, to: revision, of: type)
        }
        return sets
    }

    /// The set with those contents brought up to date that history names since.
    private func changed(_ known: LiveSet, to revision: Int64, of type: ContentType) throws -> LiveSet {
        let since: SQL =
            "SELECT content_id FROM history WHERE type = \(type.name) AND revision > \(known.revision)"
        let changed = Set(try rows(since).map { try $0.get("content_id", as: String.self) })
        let present = changed.isEmpty ? [] : try liveContents(of: type, where: "l.id IN (\(since))")
        return known.changed(to: revision, changed, present: present)
    }

    private func liveContents(of type: ContentType, where condition: SQL) throws -> [LiveContent] {
        let formerSlugs = try formerSlugs(of: type, where: condition)
        return try rows(
            """
            SELECT l.*, c.position AS content_position, c.created_at AS content_created_at,
                s.taken AS stock_taken, n.number AS content_number
            FROM \(name: type.name) l JOIN contents c ON c.id = l.id LEFT JOIN stock s ON s.content_id = l.id
                LEFT JOIN content_numbers n ON n.content_id = l.id
            WHERE \(condition)
            """
        ).map { row in
            LiveContent(
                id: try row.get("id"),
                type: type,
                position: try row.get("content_position"),
                createdAt: try row.get("content_created_at"),
                body: try type.body(row),
                taken: try row.get("stock_taken", as: Int64?.self) ?? 0,
                number: try row.get("content_number"),
                formerSlugs: formerSlugs[try row.get("id")] ?? []
            )
        }
    }
}
