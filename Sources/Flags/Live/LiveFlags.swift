import Core
import Storage

/// One template as it is served, parsed once for each version; a reference, since each fetch passes it on.
package final class LiveTemplate: Sendable {
    package let version: FlagVersion.Info
    package let sheet: AnnotatedTemplate
    /// The compiled template, without the values of flags that are switched off.
    package let compiled: CompiledTemplate
    /// Counts the fetches of this version.
    let counts: FlagCounts

    init(_ version: FlagVersion) {
        self.version = version.info
        sheet = version.sheet
        compiled = CompiledTemplate(version.sheet)
        counts = FlagCounts(version.place, version.number, keys: version.template.parameters.keys.sorted())
    }
}

/// One project as it is served.
package struct LiveFlagProject: Sendable {
    package let project: FlagProject
    /// By namespace; without those that have no publication.
    package fileprivate(set) var templates: [String: LiveTemplate] = [:]
    /// By namespace; test devices see them in place of the published templates.
    package fileprivate(set) var drafts: [String: LiveDraft] = [:]
    fileprivate var devices: Set<String> = []

    /// The published template; nil if nothing was ever published.
    package subscript(namespace: String) -> LiveTemplate? { templates[namespace] }

    /// The draft for a test device that may see one (R114), for all others the published template.
    package func template(_ namespace: String, for instanceID: String?) -> LiveTemplate? {
        if let instanceID, devices.contains(instanceID), let draft = drafts[namespace]?.template {
            return draft
        }
        return templates[namespace]
    }
}

/// The state of a draft, present or past.
package struct LiveDraft: Sendable {
    let revision: Int64
    let base: Int64
    /// The number of parameters, conditions and groups that it changes; 0 if there is no draft.
    package let changes: Int
    let editor: String
    let editedAt: Timestamp
    /// True if test devices see it.
    let isShown: Bool
    /// Nil if it could not be published as it is, or no device would see it.
    let template: LiveTemplate?
}

/// The access that a client key grants.
package enum FlagAccess: Sendable {
    /// `key` is the id of the key.
    case open(LiveFlagProject, key: String)
    /// The key is disabled (OFREP: 403).
    case disabled
    case unknown
}

/// The flags for apps in memory, so that a fetch costs no query.
package struct LiveFlagState: Sendable {
    fileprivate var revision: Int64 = 0
    fileprivate var isLoaded = false
    /// By id.
    package fileprivate(set) var projects: [String: LiveFlagProject] = [:]
    fileprivate var ids: [Int64: String] = [:]
    /// By hash.
    fileprivate var keys: [[UInt8]: LiveFlagKey] = [:]
    /// The projects of the enabled keys, by the id of the key.
    fileprivate var openKeys: [String: String] = [:]

    /// By id, or by number if it is one (R6).
    package func project(_ idOrNumber: String) -> LiveFlagProject? {
        if let project = projects[idOrNumber] { return project }
        return Int64(idOrNumber).flatMap { ids[$0] }.flatMap { projects[$0] }
    }

    /// The project of a key that was valid; nil if the key was disabled since, or its project deleted.
    package func project(ofKey id: String) -> LiveFlagProject? {
        openKeys[id].flatMap { projects[$0] }
    }

    package func version(_ place: FlagPlace) -> Int64 {
        projects[place.project]?[place.namespace]?.version.number ?? 0
    }

    /// Increases with each edit of the draft and each publication, which staff see.
    package func step(_ place: FlagPlace) -> Int64 {
        version(place) + (projects[place.project]?.drafts[place.namespace]?.revision ?? 0)
    }

    /// The author of the last step; nil if there is none.
    package func lastAuthor(_ place: FlagPlace) -> String? {
        let project = projects[place.project]
        let version = project?[place.namespace]?.version
        guard let draft = project?.drafts[place.namespace] else { return version?.author }
        guard let version, version.at > draft.editedAt else { return draft.editor }
        return version.author
    }

    /// The number of unpublished changes in the drafts for clients, in all projects.
    package var changes: Int {
        projects.values.reduce(0) { $0 + ($1.drafts[FlagPlace.clients]?.changes ?? 0) }
    }
}

private struct LiveFlagKey: Sendable {
    let id: String
    let project: String
    let isDisabled: Bool
}

/// Keeps the live flags up to date with the database.
///
/// This server's writes refresh them before they return; those of other servers are found by their revision.
package final class LiveFlags: Sendable {
    /// The row of `revisions` that every write of flags raises.
    static let revisionName = "flags"

    private let database: any Database
    private let shared = Locked(LiveFlagState())
    private let refreshes = SingleFlight()
    private let tally: FlagCounter
    private let onChange: @Sendable () -> Void

    /// `onChange` is called after each change, before callers that wait for it continue.
    package init(database: any Database, tally: FlagCounter, onChange: @escaping @Sendable () -> Void) {
        self.database = database
        self.tally = tally
        self.onChange = onChange
    }

    package var state: LiveFlagState { shared.value }

    /// The access that the key grants; the time of its use is recorded now and then.
    package func access(_ secret: String) -> FlagAccess {
        guard secret.utf8.count <= Limits.flagKeyLengthMax else { return .unknown }
        // Keys are compared by their hashes, so the time reveals nothing about any key.
        let hash = FlagKey.hash(secret)
        // The state is not copied, since all threads count their references to its parts in the same place.
        let found = shared.update { state -> (LiveFlagKey, LiveFlagProject)? in
            guard let key = state.keys[hash], let project = state.projects[key.project] else { return nil }
            return (key, project)
        }
        guard let (key, project) = found else { return .unknown }
        guard !key.isDisabled else { return .disabled }
        tally.use(key.id)
        return .open(project, key: key.id)
    }

    /// Evaluates every flag and counts the fetch; nil if nothing was ever published.
    package func answer(
        _ project: LiveFlagProject,
        _ namespace: String,
        _ context: FlagContext
    ) -> FlagAnswer? {
        guard let template = project.template(namespace, for: context.instanceID) else { return nil }
        let outcomes = template.compiled.evaluate(context)
        tally.count(outcomes, of: template)
        return FlagAnswer(template: template, outcomes: outcomes)
    }

    /// Evaluates one flag and counts the fetch; nil if there is none with that key.
    package func answer(
        _ key: String,
        _ project: LiveFlagProject,
        _ namespace: String,
        _ context: FlagContext
    ) -> FlagAnswer? {
        guard let template = project.template(namespace, for: context.instanceID),
            let outcome = template.compiled.outcome(of: key, context)
        else { return nil }
        let outcomes = FlagOutcomes([outcome])
        tally.count(outcomes, of: template)
        return FlagAnswer(template: template, outcomes: outcomes)
    }

    /// Reads everything, unless it is loaded already; a server does so at its start.
    package func load() async throws {
        if !state.isLoaded { try await refresh() }
    }

    func refreshIfLoaded() async throws {
        if state.isLoaded { try await refresh() }
    }

    /// Reads everything committed before this call.
    package func refresh() async throws {
        try await refreshes.run { try await self.takeIn() }
    }

    private func takeIn() async throws {
        let before = state
        let news = try await database.read { connection in
            try connection.liveFlags(since: before)
        }
        guard let news else { return }
        shared.update { $0 = news }
        onChange()
    }
}

// MARK: Reading

extension Connection {
    /// Nil if nothing has changed; a template that is known already is not read again.
    fileprivate func liveFlags(since before: LiveFlagState) throws -> LiveFlagState? {
        let rows = try rows("SELECT revision FROM revisions WHERE type = \(LiveFlags.revisionName)")
        let revision: Int64 = try rows.first?.get("revision") ?? 0
        guard revision != before.revision || !before.isLoaded else { return nil }
        var state = LiveFlagState(revision: revision, isLoaded: true)
        for row in try self.rows("SELECT \(FlagProject.columns) FROM flag_projects") {
            let project = try FlagProject(row)
            state.projects[project.id] = LiveFlagProject(project: project)
            state.ids[project.number] = project.id
        }
        for row in try self.rows("SELECT project_id, instance_id FROM flag_devices") {
            let id: String = try row.get("project_id")
            state.projects[id]?.devices.insert(try row.get("instance_id"))
        }
        for row in try self.rows("SELECT id, project_id, hash, disabled_at FROM flag_keys") {
            let key = LiveFlagKey(
                id: try row.get("id"),
                project: try row.get("project_id"),
                isDisabled: try row.get("disabled_at", as: Timestamp?.self) != nil
            )
            state.keys[try row.get("hash")] = key
            if !key.isDisabled { state.openKeys[key.id] = key.project }
        }
        try readTemplates(into: &state, known: before)
        try readDrafts(into: &state, known: before)
        return state
    }

    private func readTemplates(into state: inout LiveFlagState, known: LiveFlagState) throws {
        let newest = try rows(
            "SELECT project_id, namespace, max(number) AS number FROM flag_versions GROUP BY project_id, namespace"
        )
        for row in newest {
            let place = FlagPlace(project: try row.get("project_id"), namespace: try row.get("namespace"))
            let number: Int64 = try row.get("number")
            let old = known.projects[place.project]
            // A project that was deleted and created again counts from 1.
            if let template = old?[place.namespace], template.version.number == number,
                old?.project.createdAt == state.projects[place.project]?.project.createdAt
            {
                state.projects[place.project]?.templates[place.namespace] = template
            } else {
                state.projects[place.project]?.templates[place.namespace] = LiveTemplate(
                    try flagVersion(number, place)
                )
            }
        }
    }

    /// A draft that is known already is not read again.
    private func readDrafts(into state: inout LiveFlagState, known: LiveFlagState) throws {
        for row in try rows(
            "SELECT project_id, namespace, revision, edited_by, updated_at FROM flag_drafts"
        ) {
            let place = FlagPlace(project: try row.get("project_id"), namespace: try row.get("namespace"))
            let revision: Int64 = try row.get("revision")
            guard let project = state.projects[place.project] else { continue }
            let (base, isShown) = (state.version(place), !project.devices.isEmpty)
            let old = known.projects[place.project]
            if let draft = old?.drafts[place.namespace], draft.revision == revision, draft.base == base,
                draft.isShown == isShown, old?.project.createdAt == project.project.createdAt
            {
                state.projects[place.project]?.drafts[place.namespace] = draft
                continue
            }
            let draft = try flagDraft(place)
            let template = draft.flatMap { draft in
                isShown && draft.isPublishable
                    ? LiveTemplate(FlagVersion(info: draft.published, sheet: draft.sheet)) : nil
            }
            state.projects[place.project]?.drafts[place.namespace] = LiveDraft(
                revision: revision,
                base: base,
                changes: draft?.changes.count ?? 0,
                editor: try row.get("edited_by"),
                editedAt: try row.get("updated_at"),
                isShown: isShown,
                template: template
            )
        }
    }
}
