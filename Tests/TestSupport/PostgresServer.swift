import Foundation

/// A separate PostgreSQL server for a test, which can be stopped and started.
package struct PostgresServer: Sendable {
    package let url: String
    private let directory: String

    package static func with(_ body: (PostgresServer) async throws -> Void) async throws {
        try await with("start", body)
    }

    /// Runs `body` with a hot standby that follows the server.
    package func withStandby(_ body: (PostgresServer) async throws -> Void) async throws {
        try await Self.with("follow", of: directory, body)
    }

    private static func with(
        _ command: String,
        of primary: String? = nil,
        _ body: (PostgresServer) async throws -> Void
    ) async throws {
        let directory = NSTemporaryDirectory() + "vitrina-pg-" + UUID().uuidString
        let url = try await run(command, directory, of: primary)
        let server = PostgresServer(url: url, directory: directory)
        do {
            try await body(server)
        } catch {
            try? await server.remove()
            throw error
        }
        try await server.remove()
    }

    private func remove() async throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await stop()
    }

    package func stop() async throws { _ = try await Self.run("stop", directory) }
    package func kill() async throws { _ = try await Self.run("kill", directory) }
    package func startAgain() async throws { _ = try await Self.run("again", directory) }

    /// Restarts the server as a standby without a primary: it has the same rows, and accepts no writes.
    package func becomeStandby() async throws {
        try await stop()
        try Data().write(to: URL(filePath: directory + "/data/standby.signal"))
        try await startAgain()
    }

    private static func run(
        _ command: String,
        _ directory: String,
        of primary: String? = nil
    ) async throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let output = Pipe()
        let script = root.appending(path: "scripts/test-postgres").path
        let arguments = [command, directory] + (primary.map { [$0] } ?? [])
        let process = ChildProcess(script, arguments, output: .pipe(output))
        try process.run()
        guard await process.ended() == 0 else { throw CocoaError(.executableLoad) }
        return output.line().trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
