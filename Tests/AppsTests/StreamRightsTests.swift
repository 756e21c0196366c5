import Apps
import Core
import Flags
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

/// A stream ends as soon as its reader loses the right, on any server.
struct StreamRightsTests {
    /// The lost right, and the way it is lost.
    enum Loss: String, CaseIterable, Sendable {
        case signOut, everywhere, newPassword, ownPassword, revocation, demotion, deactivation

        /// True if the loss ends the stream at the path.
        func ends(_ path: String, isSession: Bool) -> Bool {
            switch self {
            case .signOut, .everywhere, .newPassword, .ownPassword: isSession
            case .revocation: !isSession
            // A viewer may read entries and flags, but not codes.
            case .demotion: path.hasPrefix("/codes")
            case .deactivation: true
            }
        }
    }

    private static let api = "/admin/api/v1"
    // About a second is required; a busy machine must not fail the test. By itself a stream lasts an hour.
    private static let endMax: Duration = .seconds(60)

    @Test(arguments: TestDatabase.all, Loss.allCases)
    func `every stream of theirs ends, on each server`(kind: TestDatabase, loss: Loss) async throws {
        try await withTwoServers(kind) { world in
            var streams: [(stream: EventStream, ends: Bool)] = []
            for url in world.urls {
                for path in ["/events", "/codes/events", "/flags/demo-app/events"] {
                    for header in [world.cookie, world.bearer] {
                        let stream = try EventStream(url, Self.api + path, headers: [header])
                        streams.append((stream, loss.ends(path, isSession: header == world.cookie)))
                    }
                }
            }
            let all = streams
            let haveBegun = try await holds {
                all.allSatisfy { $0.stream.status == 200 && !$0.stream.body.isEmpty }
            }
            #expect(haveBegun)

            try await world.lose(loss)
            let begin = ContinuousClock.now
            let haveEnded = try await holds { all.allSatisfy { $0.stream.isClosed || !$0.ends } }

            #expect(haveEnded)
            #expect(ContinuousClock.now - begin < Self.endMax, "\(loss)")
            for one in all where !one.ends { #expect(!one.stream.isClosed, "\(loss)") }
        }
    }

    @Test(arguments: TestDatabase.all)
    func `who was deactivated reads no new code`(kind: TestDatabase) async throws {
        try await withTwoServers(kind) { world in
            let streams = try world.urls.map { url in
                try EventStream(url, Self.api + "/codes/events", headers: [world.bearer])
            }
            let haveBegun = try await holds { streams.allSatisfy { !$0.body.isEmpty } }
            #expect(haveBegun)

            _ = try await world.there.services.staff.update(
                world.id,
                StaffChanges(isActive: false),
                by: Vitrina.owner
            )
            try await world.makeCode()
            let haveEnded = try await holds { streams.allSatisfy(\.isClosed) }

            #expect(haveEnded)
            #expect(streams.allSatisfy { !$0.text.contains("event: code") })
        }
    }
}

/// Two servers on one database, and a user with a browser session and a token.
private struct TwoServers: Sendable {
    let here: Vitrina
    let there: Vitrina
    let urls: [String]
    let id: String
    let session: StaffSession
    let cookie: String
    let token: APIToken
    let bearer: String

    static let password = "correct horse battery"

    /// Revokes a right on the second server.
    func lose(_ loss: StreamRightsTests.Loss) async throws {
        let (staff, author) = (there.services.staff, session.author(door: .api))
        func update(_ changes: StaffChanges) async throws {
            _ = try await staff.update(id, changes, by: Vitrina.owner)
        }
        switch loss {
        case .signOut: try await staff.endSession(session.id, by: author)
        case .everywhere: try await staff.endSessions(of: author)
        case .demotion: try await update(StaffChanges(role: .viewer))
        case .deactivation: try await update(StaffChanges(isActive: false))
        case .newPassword: try await update(StaffChanges(password: "another horse battery"))
        case .ownPassword:
            try await staff.changePassword(
                from: Self.password,
                to: "another horse battery",
                keeping: nil,
                by: author,
                address: nil
            )
        case .revocation: try await staff.revokeToken(token.id, by: author)
        }
    }

    /// Requests a code for a phone.
    func makeCode() async throws {
        var app = MallApp(here)
        try await app.install()
        #expect(try await app.send(.post, "/mobile-users/login", ["phone": "+79990001001"]).status == 201)
    }
}

private func withTwoServers(
    _ kind: TestDatabase,
    _ body: @escaping @Sendable (TwoServers) async throws -> Void
) async throws {
    try await withVitrina(kind) { here in
        try await here.testMode()
        let there = try await here.another()
        let store = here.services.staff
        _ = try await store.create(
            email: "other@rights.example",
            name: "Olga",
            role: .owner,
            by: Vitrina.owner
        )
        let staff = try await store.create(
            email: "kira@rights.example",
            name: "Kira",
            role: .owner,
            password: TwoServers.password,
            by: Vitrina.owner
        ).staff
        let (cookie, session) = try await store.signIn(
            email: staff.email,
            password: TwoServers.password,
            address: nil,
            door: .console
        )
        let (token, bearer) = try await store.createToken(
            name: "t",
            role: .owner,
            for: staff.id,
            by: Vitrina.owner
        )
        let project = NewFlagProject(
            id: "demo-app",
            number: 123_456_789_012,
            app: "demo",
            environment: "production",
            title: "Demo"
        )
        _ = try await here.services.flags.store.create(project, by: Vitrina.owner)
        try await withHTTP(here) { url in
            try await withHTTP(there) { otherURL in
                try await body(
                    TwoServers(
                        here: here,
                        there: there,
                        urls: [url, otherURL],
                        id: staff.id,
                        session: session,
                        cookie: "Cookie: vitrina_session=\(cookie)",
                        token: token,
                        bearer: "Authorization: Bearer \(bearer)"
                    )
                )
            }
        }
    }
}
