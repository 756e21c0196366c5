import Core
import Storage
import TestSupport
import Testing

/// A staff store: an empty database, a clock, and the user who runs the program.
struct StaffWorld: Sendable {
    static let password = "correct horse"
    static let root = Author(staffID: nil, name: "terminal", role: .owner, door: .cli)

    let database: any Database
    let clock: Clock
    let store: StaffStore
    let audit: AuditLog

    init(_ database: any Database) {
        let clock = Clock()
        self.database = database
        self.clock = clock
        store = StaffStore(database: database, now: { clock.now }, cost: .forTests)
        audit = AuditLog(database: database)
    }

    /// A second server on the same database.
    var otherStore: StaffStore {
        let clock = clock
        return StaffStore(database: database, now: { clock.now }, cost: .forTests)
    }

    @discardableResult
    func member(_ name: String = "anna", role: Role = .editor) async throws -> Staff {
        try await store.create(
            email: "\(name)@mall.example",
            name: name,
            role: role,
            password: Self.password,
            by: Self.root
        ).staff
    }

    func signIn(
        _ name: String = "anna",
        password: String = StaffWorld.password,
        from address: String = "192.0.2.1",
        on store: StaffStore? = nil
    ) async throws -> (secret: String, session: StaffSession) {
        try await (store ?? self.store).signIn(
            email: "\(name)@mall.example",
            password: password,
            address: address,
            door: .console
        )
    }

    /// The problem of a sign-in; nil if it succeeds.
    func refusal(
        _ name: String = "anna",
        password: String = "wrong password",
        from address: String = "192.0.2.1",
        on store: StaffStore? = nil
    ) async throws -> Problem? {
        do {
            _ = try await signIn(name, password: password, from: address, on: store)
            return nil
        } catch let problem as Problem {
            return problem
        }
    }

    func actions() async throws -> [String] {
        try await audit.list(limit: Limits.pageSizeMax).entries.map(\.action)
    }
}

func withStaff(_ kind: TestDatabase, _ body: @Sendable (StaffWorld) async throws -> Void) async throws {
    try await withMigratedDatabase(kind) { database in try await body(StaffWorld(database)) }
}
