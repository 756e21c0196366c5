import Storage

/// Coalesces concurrent calls into one run of the work.
///
/// Each caller is served by a run that began after its call, and at most one runs at a time. The work is the server's own
/// and not of the caller's lane: it serves others too, and may take longer than an app waits.
package actor SingleFlight {
    private var isRunning = false
    /// Resumed with true to take over as the next run, with false once a run has served the caller.
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
            try await Lane.background.run { try await work() }
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
