import Logging

/// Something that a running server reads again when it is told to (SIGHUP): its settings, its certificates.
package struct Reload: Sendable {
    /// For the log: `settings`.
    private let name: String
    private let read: @Sendable () async throws -> Void

    /// `read` takes up all or nothing: it throws if what it reads is wrong, and the server goes on with what it has.
    package init(_ name: String, read: @escaping @Sendable () async throws -> Void) {
        (self.name, self.read) = (name, read)
    }

    /// Reads once; a failure is logged.
    package func run(_ logger: Logger) async {
        do {
            try await read()
        } catch {
            logger.error(
                "what was read again is wrong, so nothing of it is taken up",
                metadata: ["what": "\(name)", "error": "\(error)"]
            )
        }
    }
}
