import Apps
import Core
import HTTPTypes
import Logging
import Storage
import Web

/// A program for a test: an empty database with every migration, the real router, and an actor.
package struct Vitrina: Sendable {
    package let services: Services
    package let server: Server
    package let clock: Clock
    package let database: any Database

    package static let owner = Author(staffID: nil, name: "Olga", role: .owner, door: .api)
    package static let editor = Author(staffID: nil, name: "Egor", role: .editor, door: .api)
    package static let viewer = Author(staffID: nil, name: "Vera", role: .viewer, door: .api)

    /// Sends a request within the process, as `author` if one is given.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSON? = nil,
        headers: HTTPFields = [:],
        as author: Author? = Vitrina.editor
    ) async throws -> Reply {
        try await send(method, path, bytes: body?.bytes ?? [], headers: headers, as: author)
    }

    /// Sends a body of any kind.
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: [UInt8],
        headers: HTTPFields = [:],
        as author: Author? = Vitrina.editor
    ) async throws -> Reply {
        let (status, headers, bytes) = try await server.respond(
            method: method,
            path: path,
            headers: headers,
            body: bytes,
            author: author
        )
        return Reply(status: status, headers: headers, bytes: bytes)
    }

    package struct Reply: Sendable {
        package let status: Int
        package let headers: HTTPFields
        package let bytes: [UInt8]

        package init(status: Int, headers: HTTPFields, bytes: [UInt8]) {
            (self.status, self.headers, self.bytes) = (status, headers, bytes)
        }

        /// The body as JSON; null if it is not JSON.
        package var json: JSON { (try? JSON(parsing: bytes)) ?? .null }
        package var text: String { String(decoding: bytes, as: UTF8.self) }
        package var id: String { json["id"]?.string ?? "" }
    }
}

/// A clock that a test sets; it starts at noon UTC of 21 November 2026.
package final class Clock: Sendable {
    private let moment: Locked<Timestamp>

    package init() {
        moment = Locked(Timestamp("2026-11-21T12:00:00Z") ?? .earliest)
    }

    package var now: Timestamp {
        get { moment.value }
        set { moment.update { $0 = newValue } }
    }

    package func advance(by duration: Duration) {
        moment.update { $0 = $0.advanced(by: duration) }
    }
}

/// Runs `body` with a new program, and closes it afterwards.
package func withVitrina(
    _ kind: TestDatabase = .sqlite,
    settings: WebSettings = WebSettings(
        publicURL: "https://mall.example",
        rateLimit: 0,
        // The receivers of the tests are on this machine.
        hookHosts: ["127.0.0.1"]
    ),
    senders: @escaping @Sendable (any Database) -> [any OutboxSender] = { _ in [] },
    log: LogLines? = nil,
    _ body: @Sendable (Vitrina) async throws -> Void
) async throws {
    try await withMigratedDatabase(kind) { database in
        try await withTemporaryDirectory { directory in
            let clock = Clock()
            let now: @Sendable () -> Timestamp = { clock.now }
            let media = MediaStore(directory: directory, database: database, now: now)
            try await media.prepare()
            let services = Services(
                database: database,
                staff: StaffStore(database: database, now: now, random: .system, cost: .forTests),
                media: media,
                settings: settings,
                modules: Catalog.modules,
                logger: log?.logger ?? logger(settings.serverLog, now),
                now: now,
                random: .system,
                senders: senders(database)
            )
            try await services.live.load()
            try await body(
                Vitrina(
                    services: services,
                    server: Server(services: services),
                    clock: clock,
                    database: database
                )
            )
        }
    }
}

/// The logger of a program, of which the last lines are in `lines` if a test reads them.
private func logger(_ lines: ServerLog?, _ now: @escaping @Sendable () -> Timestamp) -> Logger {
    guard let lines else { return Logger(label: "test") }
    return Logger(label: "test") { _ in ServerLogHandler(lines, now: now) }
}
