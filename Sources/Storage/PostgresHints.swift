import Foundation
import Synchronization

/// Listens to the other servers of the schema, each stream on a connection of its own.
final class PostgresHints: Sendable {
    private let settings: PostgresSettings
    private let streams = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

    init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    func stream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let id = UUID()
            streams.withLock { $0[id] = stream }
            let listener = PostgresListener(settings) { stream.yield() }
            stream.onTermination = { [weak self] _ in
                listener.stop()
                _ = self?.streams.withLock { $0.removeValue(forKey: id) }
            }
            Thread.detachNewThread(listener.run)
        }
    }

    func finish() {
        for stream in streams.withLock({ $0.values.map(\.self) }) { stream.finish() }
    }
}

/// Listens on a thread of its own, which it blocks, until it is stopped.
private final class PostgresListener: Sendable {
    /// How soon it sees that it was stopped.
    static let look: Int32 = 200

    private let settings: PostgresSettings
    private let heard: @Sendable () -> Void
    private let isStopped = Atomic(false)

    init(_ settings: PostgresSettings, heard: @escaping @Sendable () -> Void) {
        self.settings = settings
        self.heard = heard
    }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    @Sendable func run() {
        var pauses = Pauses(first: .milliseconds(50), longest: .seconds(2))
        while !isStopped.load(ordering: .relaxed) {
            try? listen { pauses = Pauses(first: .milliseconds(50), longest: .seconds(2)) }
            if isStopped.load(ordering: .relaxed) { break }
            Thread.sleep(forTimeInterval: pauses.next() / .seconds(1))
        }
    }

    /// Ends by an error when the connection is lost, and otherwise when it was stopped.
    private func listen(connected: () -> Void) throws(StorageError) {
        let link = try PostgresLink(settings)
        _ = try link.query(("LISTEN \(name: settings.channel)" as SQL).text)
        connected()
        // Something may have been said while nobody listened.
        heard()
        while !isStopped.load(ordering: .relaxed) {
            if try link.isNotified(within: Self.look) { heard() }
        }
    }
}
