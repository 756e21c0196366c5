import Core
import Foundation
import Storage
import TestSupport
import Testing

/// The clock of the tests, if `scripts/test --ahead` sets it.
private let testClock = ProcessInfo.processInfo.environment.filter {
    $0.key == "LD_PRELOAD" || $0.key == "AHEAD_SECONDS"
}

/// The real program, run as by a user, with separate settings.
struct Program: Sendable {
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let messages: String

        /// Reads the files of a process that has ended.
        init(status: Int32, _ output: String, _ messages: String) throws {
            self.status = status
            self.output = try String(contentsOfFile: output, encoding: .utf8)
            self.messages = try String(contentsOfFile: messages, encoding: .utf8)
        }

        var json: JSON { (try? JSON(parsing: output)) ?? .null }
        var lines: [Substring] { output.split(separator: "\n") }
        var id: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// The working folder.
    let folder: String
    var environment: [String: String]

    /// Runs one command line to its end.
    func run(
        _ arguments: [String],
        input: String = "",
        environment more: [String: String] = [:]
    ) async throws -> Outcome {
        let name = UUID().uuidString
        let (output, messages) = ("\(folder)/\(name).out", "\(folder)/\(name).err")
        let inputFile = "\(folder)/\(name).in"
        try write(input, to: "\(name).in")
        let process = try process(
            arguments,
            input: .file(inputFile),
            output: output,
            messages: messages,
            more
        )
        return try await outcome(of: process, output, messages)
    }

    /// Runs a process to its end; `output` and `messages` are its files.
    func outcome(of process: ChildProcess, _ output: String, _ messages: String) async throws -> Outcome {
        try process.run()
        return try Outcome(status: await process.ended(), output, messages)
    }

    func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(arguments, input: input)
    }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
    }

    /// Opens the database directly, without the program.
    func withDatabase<R>(_ body: (any Database) async throws -> R) async throws -> R {
        let database = try TestedProgram.database(environment["VITRINA_POSTGRES"], in: folder + "/var")
        return try await database.closing { try await body(database) }
    }

    /// A token of this role, which a new owner has: `ROLE@mall.example`.
    func token(of role: String = "owner") async throws -> String {
        let owner = try await run("staff", "add", "--email", "\(role)@mall.example", "--role", "owner", "-q")
        let token = try await run(
            ["tokens", "create", "--name", "t", "--role", role, "--for", owner.id, "--json"]
        )
        return try #require(token.json["token"]?.string, "\(token.messages)")
    }

    /// Runs `body` with the URL of this program while it serves.
    func serving(_ body: (String) async throws -> Void) async throws {
        let (output, messages) = ("\(folder)/serve.out", "\(folder)/serve.err")
        // A test may exceed the rate limit of one client.
        let process = try process(
            ["serve", "--port", "0"],
            output: output,
            messages: messages,
            ["VITRINA_RATE_LIMIT": "0"]
        )
        try process.run()
        defer { process.terminate() }
        let url = try #require(await address(in: output), "it does not serve")
        try await body(url)
    }

    /// Starts a server, ends it with SIGTERM once it listens, and returns the outcome.
    func serve(arguments: [String]) async throws -> Outcome {
        let (output, messages) = ("\(folder)/served.out", "\(folder)/served.err")
        let process = try process(
            ["serve", "--port", "0"] + arguments,
            output: output,
            messages: messages,
            [:]
        )
        try process.run()
        let isServing = await address(in: output) != nil
        process.terminate()
        let status = await process.ended()
        try #require(isServing, "it does not serve")
        return try Outcome(status: status, output, messages)
    }

    /// Runs `body` during an endless command; its argument returns the output so far.
    func following(_ arguments: [String], _ body: (() -> String) async throws -> Void) async throws {
        let (output, messages) = ("\(folder)/follow.out", "\(folder)/follow.err")
        let process = try process(arguments, output: output, messages: messages, [:])
        try process.run()
        defer { process.terminate() }
        try await body { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }
    }

    /// The URL that the server prints when it listens.
    private func address(in file: String) async -> String? {
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            if let match = text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/) { return String(match.output) }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    func process(
        _ arguments: [String],
        of program: String? = nil,
        input: ChildProcess.Stream = .null,
        output: String,
        messages: String,
        _ more: [String: String]
    ) throws -> ChildProcess {
        for path in [output, messages] { try Data().write(to: URL(filePath: path)) }
        return ChildProcess(
            try program ?? TestedProgram.file.path,
            arguments,
            environment: environment.merging(more) { $1 },
            folder: folder,
            input: input,
            output: .file(output),
            errors: .file(messages)
        )
    }
}

/// Runs `body` with the program in a separate folder, on an empty database that has every migration.
func withProgram(
    _ kind: TestDatabase = .sqlite,
    isMigrated: Bool = true,
    _ body: (Program) async throws -> Void
) async throws {
    let folder = NSTemporaryDirectory() + "vitrina-command-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var program = Program(
        folder: folder,
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder].merging(testClock) { first, _ in first }
    )
    switch kind {
    case .sqlite:
        if isMigrated { try await migrate(in: folder) }
        try await body(program)
    case .postgres:
        try await PostgresTemplate.withCopy(isMigrated: isMigrated) { url in
            program.environment["VITRINA_POSTGRES"] = url
            try await body(program)
        }
    }
}

/// Runs `body` with the program on a new installation, with its initial entries.
func withInstallation(
    _ kind: TestDatabase = .sqlite,
    _ body: (Program) async throws -> Void
) async throws {
    try await withProgram(kind, isMigrated: false) { program in
        let migrated = try await program.run("migrate")
        try #require(migrated.status == 0, "\(migrated.messages)")
        try await body(program)
    }
}

/// Does the work of `vitrina migrate`, which has separate tests, without a process.
private func migrate(in folder: String) async throws {
    let data = folder + "/var"
    try FileManager.default.createDirectory(
        atPath: data,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
    )
    try await MigratedFile.shared.copy(to: data + "/vitrina.db")
}
