/// Lets one caller do the work of a key, while the others that want the same wait for it.
actor KeyedFlight {
    /// The callers that wait for each key whose work runs.
    ///
    /// Resumed with true to take over the work, with false once it is done.
    private var waiting: [String: [CheckedContinuation<Bool, any Error>]] = [:]

    func run(_ key: String, _ work: @Sendable () async throws -> Void) async throws {
        if waiting[key] != nil {
            let mustLead = try await withCheckedThrowingContinuation { continuation in
                waiting[key, default: []].append(continuation)
            }
            guard mustLead else { return }
        } else {
            waiting[key] = []
        }
        do {
            try await work()
            for caller in end(key) { caller.resume(returning: false) }
        } catch let error as CancellationError {
            handOver(key)
            throw error
        } catch {
            for caller in end(key) { caller.resume(throwing: error) }
            throw error
        }
    }

    private func end(_ key: String) -> [CheckedContinuation<Bool, any Error>] {
        waiting.removeValue(forKey: key) ?? []
    }

    /// Passes on the work of a caller that has left, since the others still want it.
    private func handOver(_ key: String) {
        guard var callers = waiting[key], !callers.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = callers.removeFirst()
        waiting[key] = callers
        next.resume(returning: true)
    }
}
