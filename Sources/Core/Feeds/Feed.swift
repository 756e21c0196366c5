import Storage

/// Sends the events of every server to the subscribers on this one.
///
/// One query serves all of them, and none is made while there are no subscribers.
package protocol Feed: Sendable {
    associatedtype Reader: FeedReader

    var followers: Followers<Reader> { get }

    /// Reads everything committed before this call.
    func look() async throws
}

/// A subscriber to a feed, with a bounded queue of what is not yet delivered.
package protocol FeedReader: AnyObject, Sendable {
    /// The owner of the reader; each owner may have a limited number of readers.
    var owner: String { get }
    /// Yields when there is something to take, and finishes when nothing more will come.
    var wakes: AsyncStream<Void> { get }

    func end()
}

extension Feed {
    /// Signals that there may be something new, or that time has passed.
    package func wake() { followers.wake() }

    /// The signals that `run` waits for, created before anything can stop it.
    package func looks() -> AsyncStream<Void> { followers.looks() }

    /// Calls `look` at each signal until `stop`; `onFault` receives the errors of the database.
    package func run(_ looks: AsyncStream<Void>, onFault: @escaping @Sendable (any Error) -> Void) async {
        followers.open()
        for await _ in looks {
            do {
                try await look()
            } catch {
                onFault(error)
            }
        }
        followers.close()
    }

    package func stop() { followers.stop() }

    package func leave(_ reader: Reader) { followers.leave(reader) }
}
