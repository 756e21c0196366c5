import Core
import Foundation
import Storage
import TestSupport
import Testing

/// The real program, as it was built, serving on a separate port.
struct RunningProgram: Sendable {
    let port: Int
    /// The token that allows everything.
    let token: String
    private let process: ChildProcess

    /// Starts the server on `place`, which is migrated.
    init(on place: Place) async throws {
        let output = Pipe()
        let process = try place.process(["serve", "--port", "0"], output: .pipe(output))
        try process.run()
        let port = try await onThread {
            var text = ""
            while true {
                let bytes = output.next()
                try #require(!bytes.isEmpty, "The server did not start: \(text)")
                text += String(decoding: bytes, as: UTF8.self)
                if let match = text.firstMatch(of: #/127\.0\.0\.1:(\d+)\//#), let port = Int(match.output.1) {
                    return port
                }
            }
        }
        self.process = process
        self.port = port
        token = place.token
    }

    /// Ends the program without a shutdown, as a crash would.
    func kill() async throws {
        process.send(SIGKILL)
        await process.ended()
    }

    /// Kills it as soon as the list at `path` has an item, or after a minute.
    ///
    /// One thread polls and kills: between two tasks the program might finish its work while other tests run.
    func kill(whenListed path: String) async throws {
        try await onThread {
            let deadline = ContinuousClock.now + .seconds(60)
            let connection = try HTTPConnection(to: self)
            while ContinuousClock.now < deadline {
                let list = try connection.send("GET", path)
                if !list.json.items.isEmpty { break }
            }
            process.send(SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Stops it with SIGTERM, and returns its status.
    func stop() async throws -> Int32 {
        process.terminate()
        return await process.ended()
    }

    /// The resident memory, in bytes.
    var memory: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
            let size = try #require(text.firstMatch(of: #/VmRSS:\s+(\d+) kB/#).flatMap { Int($0.output.1) })
            return size << 10
        }
    }

    /// Sends one request on a separate connection.
    func send(
        _ method: String,
        _ path: String,
        headers: [String] = [],
        _ body: JSON? = nil
    ) async throws -> HTTPConnection.Answer {
        try await onThread { try HTTPConnection(to: self).send(method, path, headers: headers, body) }
    }

    /// Sends a request with a body of any kind; the answer may be long, and has its headers.
    func call(
        _ method: String,
        _ path: String,
        headers: [(name: String, value: String)] = [],
        _ body: HTTPBody = .none
    ) async throws -> HTTPAnswer {
        try await HTTPClient(timeout: .seconds(120), bodySizeMax: 64 << 20).send(
            method,
            "http://127.0.0.1:\(port)\(path)",
            headers: [(name: "Authorization", value: "Bearer \(token)")] + headers,
            body: body
        )
    }
}

/// The storage of a program: a directory, with a database in it or on PostgreSQL.
struct Place: Sendable {
    let environment: [String: String]
    private(set) var token = ""

    fileprivate init(directory: String, postgres: String?, more: [String: String]) {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("VITRINA_") }
        environment["VITRINA_DATA"] = directory
        environment["VITRINA_POSTGRES"] = postgres
        environment["VITRINA_RATE_LIMIT"] = "0"
        environment["VITRINA_HOOK_HOSTS"] = "127.0.0.1"
        environment["VITRINA_LOG_LEVEL"] = "error"
        environment["LANG"] = "C.UTF-8"
        self.environment = environment.merging(more) { _, new in new }
    }

    /// Changes the database directly, without the program.
    func change(_ sql: SQL) async throws {
        try await withDatabase { database in
            _ = try await database.write { try $0.execute(sql) }
        }
    }

    /// Opens the database directly, without a program.
    func withDatabase<R>(_ body: (any Database) async throws -> R) async throws -> R {
        let (postgres, folder) = (environment["VITRINA_POSTGRES"], environment["VITRINA_DATA"] ?? "")
        let database = try TestedProgram.database(postgres, in: folder)
        return try await database.closing { try await body(database) }
    }

    fileprivate mutating func prepare() async throws {
        _ = try await run(["migrate"])
        _ = try await run(["staff", "add", "--email", "owner@example.com", "--role", "owner"])
        let json = try await run(["tokens", "create", "--name", "test", "--role", "owner", "--json"])
        token = try #require(JSON(parsing: json)["token"]?.string)
    }

    fileprivate func process(
        _ arguments: [String],
        output: ChildProcess.Stream,
        errors: ChildProcess.Stream = .inherited
    ) throws -> ChildProcess {
        ChildProcess(
            try TestedProgram.file.path,
            arguments,
            environment: environment,
            output: output,
            errors: errors
        )
    }

    private func run(_ arguments: [String]) async throws -> [UInt8] {
        let output = Pipe()
        // Notes are for people; the status shows a failure.
        let process = try process(arguments, output: .pipe(output), errors: .null)
        try process.run()
        return try await onThread {
            let bytes = output.rest()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "vitrina \(arguments) failed")
            return Array(bytes)
        }
    }
}

/// Runs `body` on an empty, migrated place with an owner's token, and deletes it afterwards.
///
/// `environment` is added for every program there.
func withPlace(
    _ kind: TestDatabase,
    environment: [String: String] = [:],
    _ body: @escaping @Sendable (Place) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        try await withDatabase(kind) { database in
            var postgres = TestDatabase.postgresURL
            switch kind {
            case .sqlite: postgres = nil
            case .postgres:
                let row = try await database.read { try $0.rows("SELECT current_schema()::text AS name") }
                    .first
                let schema = try row?.get("name", as: String.self) ?? ""
                postgres? += "?options=-csearch_path%3D\(schema)"
            }
            var place = Place(directory: directory + "/data", postgres: postgres, more: environment)
            try await place.prepare()
            try await body(place)
        }
    }
}

/// Runs `body` on a separate PostgreSQL server without other data.
func withPlace(
    on server: PostgresServer,
    environment: [String: String] = [:],
    _ body: @escaping @Sendable (Place) async throws -> Void
) async throws {
    try await withTemporaryDirectory { directory in
        var place = Place(directory: directory + "/data", postgres: server.url, more: environment)
        try await place.prepare()
        try await body(place)
    }
}

/// Runs `body` with a server on `place`, and stops it afterwards.
func withProgram(
    on place: Place,
    _ body: @Sendable (RunningProgram) async throws -> Void
) async throws {
    let program = try await RunningProgram(on: place)
    do {
        try await body(program)
    } catch {
        try await program.kill()
        throw error
    }
    #expect(try await program.stop() == 0)
}
