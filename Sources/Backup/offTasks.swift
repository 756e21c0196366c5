import Core
import Dispatch

private let queue = DispatchQueue(label: "vitrina.backup", attributes: .concurrent)

/// Runs blocking work on files off the threads that tasks share.
func offTasks<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await queue.blocking(body)
}
