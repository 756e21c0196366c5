import Storage

/// Wakes tasks that sleep until there may be work; several signals before a wake-up count as one.
package final class WakeUpSignal: Sendable {
    private let sleepers = Locked([AsyncStream<Void>.Continuation]())

    package init() {}

    package func stream() -> AsyncStream<Void> {
        let (stream, sleeper) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        sleepers.update { $0.append(sleeper) }
        return stream
    }

    package func wake() {
        for sleeper in sleepers.value { sleeper.yield() }
    }

    /// Ends every stream.
    package func finish() {
        let sleepers = sleepers.update { sleepers in
            defer { sleepers = [] }
            return sleepers
        }
        for sleeper in sleepers { sleeper.finish() }
    }
}
