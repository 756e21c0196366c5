import Core
@testable import Flags
import Storage
import TestSupport
import Testing

/// One server on an empty database with one project.
struct FlagWorld: Sendable {
    static let owner = Author(staffID: nil, name: "Olga", role: .owner, door: .api)
    static let editor = Author(staffID: nil, name: "Egor", role: .editor, door: .console)
    static let viewer = Author(staffID: nil, name: "Vera", role: .viewer, door: .api)
    static let place = FlagPlace(project: "mods-demo")

    let database: any Database
    let clock: Clock
    let tally: FlagCounter
    let live: LiveFlags
    let feed: FlagFeed
    let store: FlagStore
    let drafts: FlagDrafts
    let schedules: FlagSchedules
    let due: DueFlags
    let audit: AuditLog

    init(_ database: any Database, _ clock: Clock = Clock()) {
        let now: @Sendable () -> Timestamp = { clock.now }
        let followers = FlagFeed.newFollowers()
        self.database = database
        self.clock = clock
        tally = FlagCounter(database: database, now: now)
        live = LiveFlags(database: database, tally: tally, onChange: { followers.wake() })
        feed = FlagFeed(live: live, followers: followers, now: now)
        store = FlagStore(database: database, live: live, now: now, random: .system)
        drafts = FlagDrafts(store: store)
        schedules = FlagSchedules(store: store)
        due = DueFlags(store: store)
        audit = AuditLog(database: database)
    }

    /// Another server on the same database, independent of this one.
    var anotherServer: FlagWorld { FlagWorld(database, clock) }

    func create(
        _ id: String = "mods-demo",
        number: Int64 = 123_456_789_012,
        environment: String = "production",
        settings: FlagSettings = FlagSettings()
    ) async throws {
        let project = NewFlagProject(
            id: id,
            number: number,
            app: "mods",
            environment: environment,
            title: "Мелон",
            settings: settings
        )
        _ = try await store.create(project, by: Self.owner)
    }

    @discardableResult
    func publish(
        _ template: FlagTemplate,
        notes: TemplateMetadata? = nil,
        expecting: FlagExpectation = .any,
        by author: Author = FlagWorld.editor
    ) async throws -> FlagVersion {
        try await store.publish(
            template,
            notes: notes,
            at: Self.place,
            expecting: expecting,
            as: FlagAct(author: author, description: "Зачем", allowsEmpty: true)
        )
    }

    /// Edits the current draft, and returns the result.
    @discardableResult
    func edit(_ edits: FlagEdit..., by author: Author = FlagWorld.editor) async throws -> FlagDraft {
        let revision = try await drafts.draft(Self.place).revision
        return try await drafts.edit(edits, Self.place, from: revision, by: author)
    }

    func current() async throws -> FlagVersion { try await store.current(Self.place) }

    func actions() async throws -> [String] {
        try await audit.list(limit: Limits.pageSizeMax).entries.map(\.action)
    }
}

func withFlags(
    _ kind: TestDatabase,
    settings: FlagSettings = FlagSettings(),
    _ body: @Sendable (FlagWorld) async throws -> Void
) async throws {
    try await withMigratedDatabase(kind) { database in
        let world = FlagWorld(database)
        try await world.create(settings: settings)
        try await body(world)
    }
}

extension FlagTemplate {
    /// A template of parameters with default values, and of conditions by name and expression in their order.
    init(_ values: [String: String], conditions: [(String, String)] = []) {
        self.init()
        parameters = values.mapValues { FlagParameter(FlagValue($0)) }
        self.conditions = conditions.map { FlagCondition(name: $0.0, expression: $0.1) }
    }

    /// A template that also has a value under a condition.
    func with(_ value: String, of key: String, under condition: String) -> FlagTemplate {
        var template = self
        template.parameters[key]?.conditional[condition] = FlagValue(value)
        return template
    }

    func text(_ key: String) -> String? { parameters[key]?.value?.text }
}
