import Foundation

/// A PostgreSQL server of the test's own, which can be stopped and started.
struct PostgresServer {
    let url: String
    private let directory: String

    /// Blocks, for a few seconds.
    static func with(_ body: (PostgresServer) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "vitrina-pg-" + UUID().uuidString
        let url = try run("start", directory)
        defer {
            _ = try? run("stop", directory)
            try? FileManager.default.removeItem(atPath: directory)
        }
        try await body(PostgresServer(url: url, directory: directory))
    }

    func stop() throws { _ = try Self.run("stop", directory) }
    func kill() throws { _ = try Self.run("kill", directory) }
    func startAgain() throws { _ = try Self.run("again", directory) }

    private static func run(_ command: String, _ directory: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        let output = Pipe()
        process.executableURL = root.appending(path: "scripts/test-postgres")
        process.arguments = [command, directory]
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        let said = output.fileHandleForReading.availableData
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
