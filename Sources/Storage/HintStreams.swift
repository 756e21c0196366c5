import FoundationEssentials

/// The open streams of hints, which finish with their database.
final class HintStreams: Sendable {
    private struct State {
        var streams: [UUID: AsyncStream<Void>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())

    /// A new stream; `start` receives a closure that yields a hint, and returns one that ends the watch.
    func stream(_ start: (@escaping @Sendable () -> Void) -> @Sendable () -> Void) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let id = UUID()
            let isFinished = state.update { state in
                if !state.isFinished { state.streams[id] = stream }
                return state.isFinished
            }
            guard !isFinished else { return stream.finish() }
            let end = start { stream.yield() }
            stream.onTermination = { [state] _ in
                state.update { $0.streams[id] = nil }
                end()
            }
        }
    }

    func finish() {
        let streams = state.update { state in
            state.isFinished = true
            return state.streams.values.map(\.self)
        }
        // Outside the lock, which the end of a stream takes too.
        for stream in streams { stream.finish() }
    }
}
