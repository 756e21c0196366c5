import Dispatch

extension DispatchQueue {
    /// Runs blocking work, such as on files, off the threads that Swift's tasks share.
    package func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            self.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
