import Storage

/// The subscribers to a feed on this server, which are limited in number.
package final class Followers<Reader: FeedReader>: Sendable {
    private struct State {
        var isOpen = false
        var readers: [ObjectIdentifier: Reader] = [:]
        /// The number of readers of each owner.
        var owners: [String: Int] = [:]
    }

    private let max: Int
    private let ofOneMax: Int
    private let state = Locked(State())
    private let wakes = WakeUpSignal()

    package init(max: Int, ofOneMax: Int) {
        (self.max, self.ofOneMax) = (max, ofOneMax)
    }

    package var all: [Reader] { Array(state.value.readers.values) }
    package var isEmpty: Bool { state.value.readers.isEmpty }
    package var count: Int { state.value.readers.count }

    /// Adds a reader; `first` is called before it if there are no others.
    package func add(_ reader: Reader, first: () -> Void = {}) throws(Problem) {
        let problem: Problem? = state.update { state in
            guard state.isOpen else { return .noFeed }
            let ofOwner = state.owners[reader.owner] ?? 0
            guard state.readers.count < max, ofOwner < ofOneMax else { return .tooManyReaders }
            if state.readers.isEmpty { first() }
            state.readers[ObjectIdentifier(reader)] = reader
            state.owners[reader.owner] = ofOwner + 1
            return nil
        }
        if let problem { throw problem }
    }

    package func leave(_ reader: Reader) {
        state.update { state in
            guard state.readers.removeValue(forKey: ObjectIdentifier(reader)) != nil else { return }
            let rest = (state.owners[reader.owner] ?? 1) - 1
            state.owners[reader.owner] = rest > 0 ? rest : nil
        }
        reader.end()
    }

    package func wake() {
        if !isEmpty { wakes.wake() }
    }

    package func looks() -> AsyncStream<Void> { wakes.stream() }

    package func open() {
        state.update { $0.isOpen = true }
    }

    /// Refuses new readers, and ends the present ones.
    package func close() {
        let readers = state.update { state in
            state.isOpen = false
            return Array(state.readers.values)
        }
        for reader in readers { reader.end() }
    }

    package func stop() { wakes.finish() }
}

extension Problem {
    package static let noFeed = Problem(
        .unavailable,
        Localized("События сообщает только работающий сервер.", "Events are told by a running server only.")
    )

    static let tooManyReaders = Problem(
        .limited,
        Localized("Слишком много открытых лент событий.", "Too many streams of events are open."),
        retryAfter: 30
    )
}
