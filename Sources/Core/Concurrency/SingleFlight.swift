/// Runs one piece of work for everybody who asks for it at once.
///
/// Each caller is served by a run that began after it asked, and at most one runs at a time.
package actor SingleFlight {
    private var isRunning = false
    /// Resumed with true by the run that hands over to it, with false once a run has served it.
    private var waiting: [CheckedContinuation<Bool, any Error>] = []

    package init() {}

    package func run(_ work: @Sendable () async throws -> Void) async throws {
        if isRunning {
            let mustLead = try await withCheckedThrowingContinuation { waiting.append($0) }
            guard mustLead else { return }
        }
        isRunning = true
        let served = waiting
        waiting = []
        defer { handOver() }
        do {
            try await work()
            for caller in served { caller.resume(returning: false) }
        } catch {
            for caller in served { caller.resume(throwing: error) }
            throw error
        }
    }

    private func handOver() {
        guard !waiting.isEmpty else {
            isRunning = false
            return
        }
        waiting.removeFirst().resume(returning: true)
    }
}
