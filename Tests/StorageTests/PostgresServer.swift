import Foundation
import TestSupport

/// A PostgreSQL server of the test's own, which can be stopped and started.
struct PostgresServer {
    let url: String
    private let directory: String

    static func with(_ body: (PostgresServer) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "vitrina-pg-" + UUID().uuidString
        let url = try await run("start", directory)
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

    func stop() async throws { _ = try await Self.run("stop", directory) }
    func kill() async throws { _ = try await Self.run("kill", directory) }
    func startAgain() async throws { _ = try await Self.run("again", directory) }

    private static func run(_ command: String, _ directory: String) async throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let output = Pipe()
        let script = root.appending(path: "scripts/test-postgres").path
        let process = ChildProcess(script, [command, directory], output: .pipe(output))
        let (ends, end) = AsyncStream<Void>.makeStream()
        try process.run { _ in end.finish() }
        for await _ in ends {}
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        let said = output.next()
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
