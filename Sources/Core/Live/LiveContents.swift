import Storage

/// The published entries in memory, so that a read by an app costs no query.
package struct LiveState: Sendable {
    /// Increases with every change on this server; a result made from an older state is not cached.
    package fileprivate(set) var generation = 0
    fileprivate(set) var isLoaded = false
    fileprivate var sets: [String: LiveSet] = [:]
    fileprivate var settings = DecidedSettings()

    /// The app settings that differ from their defaults, by name.
    package func decided(_ app: String) -> [String: JSON] { settings.byApp[app] ?? [:] }

    package subscript(type: String) -> LiveSet { sets[type] ?? .empty }

    /// The first moment after `now` at which any entry appears or disappears.
    package func nextBoundary(after now: Timestamp) -> Timestamp? {
        sets.values.compactMap { $0.nextBoundary(after: now) }.min()
    }

    /// The state with this entry published in place of its present version.
    package func replacing(_ content: LiveContent) -> LiveState {
        let set = self[content.type]
        return with(set.changed(to: set.revision, [content.id], present: [content]), of: content.type)
    }

    /// The state without this entry.
    package func removing(_ id: String, of type: String) -> LiveState {
        with(self[type].changed(to: self[type].revision, [id], present: []), of: type)
    }

    private func with(_ set: LiveSet, of type: String) -> LiveState {
        var state = self
        state.sets[type] = set
        return state
    }
}

/// The values of app settings that staff have chosen, at one revision.
struct DecidedSettings: Sendable {
    /// The row of app settings in the table of revisions.
    static let revisionName = "app_settings"

    var revision: Int64 = 0
    var byApp: [String: [String: JSON]] = [:]
}

/// Keeps the live state up to date with the database.
///
/// This server's writes refresh it before they return; those of other servers are found by their revisions.
package final class LiveContents: Sendable {
    private let types: [ContentType]
    private let database: any Database
    private let shared = Locked(LiveState())
    private let refreshes = SingleFlight()
    private let onChange: @Sendable (LiveState) -> Void
    let warnings = KeptWarnings()

    /// `onChange` is called with each new state before callers that wait for it continue.
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

    /// Reads everything, unless it is loaded already.
    ///
    /// A server loads at its start; a command that shows nothing of an app never pays for it.
    package func load() async throws {
        if !state.isLoaded { try await refresh() }
    }

    /// Reads what this process has written, if the state is in use here.
    package func refreshIfLoaded() async throws {
        if state.isLoaded { try await refresh() }
    }

    /// Reads everything committed before this call.
    package func refresh() async throws {
        try await refreshes.run { try await self.takeIn() }
    }

    private func takeIn() async throws {
        let (types, before) = (types, state)
        let (changed, settings) = try await database.read { connection in
            let revisions = try connection.revisions()
            return (
                try connection.liveSets(of: types, at: revisions, since: before),
                try connection.decidedSettings(at: revisions, since: before)
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

/// The revision of a type, and the last at which more changed than its history names.
private struct Revision {
    let number: Int64
    let wholeAt: Int64
}

extension Connection {
    fileprivate func revisions() throws -> [String: Revision] {
        try rows("SELECT type, revision, whole_at FROM revisions").reduce(into: [:]) { revisions, row in
            revisions[try row.get("type")] =
                Revision(number: try row.get("revision"), wholeAt: try row.get("whole_at"))
        }
    }

    /// All settings, if any has changed since `state`; settings older than the revisions have revision 0.
    fileprivate func decidedSettings(
        at revisions: [String: Revision],
        since state: LiveState
    ) throws -> DecidedSettings? {
        let revision = revisions[DecidedSettings.revisionName]?.number ?? 0
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
    /// Their revisions were read in the same transaction.
    fileprivate func liveSets(
        of types: [ContentType],
        at revisions: [String: Revision],
        since state: LiveState
    ) throws -> [String: LiveSet] {
        var sets: [String: LiveSet] = [:]
        for type in types {
            let known = state[type.name]
            guard let revision = revisions[type.name], revision.number > known.revision else { continue }
            sets[type.name] =
                known.revision == 0 || known.revision < revision.wholeAt
                ? LiveSet(revision: revision.number, contents: try liveContents(of: type, where: "TRUE"))
                : try changed(known, to: revision.number, of: type)
        }
        return sets
    }

    /// The set with the entries updated that have changed since, according to the history.
    private func changed(_ known: LiveSet, to revision: Int64, of type: ContentType) throws -> LiveSet {
        let since: SQL =
            "SELECT content_id FROM history WHERE type = \(type.name) AND revision > \(known.revision)"
        let changed = Set(try rows(since).map { try $0.get("content_id", as: String.self) })
        let present = changed.isEmpty ? [] : try liveContents(of: type, where: "l.id IN (\(since))")
        return known.changed(to: revision, changed, present: present)
    }

    private func liveContents(of type: ContentType, where condition: SQL) throws -> [LiveContent] {
        let formerSlugs = try formerSlugs(of: type, where: condition)
        let read: @Sendable (Row) throws -> Body = { try type.body($0) }
        return try rows(
            """
            SELECT l.*, c.position AS content_position, c.created_at AS content_created_at,
                s.taken AS stock_taken, n.number AS content_number
            FROM \(name: type.name) l JOIN contents c ON c.id = l.id LEFT JOIN stock s ON s.content_id = l.id
                LEFT JOIN content_numbers n ON n.content_id = l.id
            WHERE \(condition)
            """
        ).map { try LiveContent($0, of: type, formerSlugs: formerSlugs, read: read) }
    }
}
