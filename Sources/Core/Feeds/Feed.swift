import Storage

/// Sends the events of every server to the subscribers on this one.
///
/// It looks once for all of them, and not at all while there is nobody.
package protocol Feed: Sendable {
    associatedtype Reader: FeedReader

    var followers: Followers<Reader> { get }

    /// Takes in whatever has been kept before this call.
    func look() async throws
}

/// Somebody who follows a feed: what waits for them, and no more of it than they may leave lying.
package protocol FeedReader: AnyObject, Sendable {
    /// Of whom there may be only so many.
    var owner: String { get }
    /// Each tells that there is something to take; it ends when nothing more will come.
    var wakes: AsyncStream<Void> { get }

    func end()
}

extension Feed {
    /// There may be something new, or time has passed.
    package func wake() { followers.wake() }

    /// What `run` waits for, made before anything can want to stop it.
    package func looks() -> AsyncStream<Void> { followers.looks() }

    /// Looks whenever it is woken, until `stop`; `onFault` is told what the database said.
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
