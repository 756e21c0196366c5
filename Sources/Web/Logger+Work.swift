import Logging
import ServiceLifecycle

/// Work of a server that can be tried again, so that a failure is only logged.
extension Logger {
    /// Does the work; logs a failure as this warning, but not the cancellation by which a server ends.
    package func attempt(
        orWarn message: Message,
        file: String = #fileID,
        _ work: () async throws -> Void
    ) async {
        do {
            try await work()
        } catch is CancellationError {
            // The server is shutting down, so nothing is retried.
        } catch {
            warning(message, metadata: ["error": "\(error)"], file: file)
        }
    }

    /// Does the work after each pause until the server ends, and a last time then.
    ///
    /// A shutdown interrupts only the pause. Each failure is logged as this warning.
    package func attempt(
        afterEach pause: Duration,
        orWarn message: Message,
        file: String = #fileID,
        _ work: () async throws -> Void
    ) async {
        while !Task.isShuttingDownGracefully && !Task.isCancelled {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            await attempt(orWarn: message, file: file, work)
        }
    }
}
