import Glibc
import Synchronization

/// Listens to the other servers of the schema on its own thread, which it blocks until it is stopped.
final class PostgresListener: Sendable {
    /// The interval in milliseconds at which it checks whether it was stopped.
    private static let look: Int32 = 200

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
            usleep(UInt32(clamping: Int64(pauses.next() / .microseconds(1))))
        }
    }

    /// Throws if the connection is lost, and returns when it was stopped.
    private func listen(connected: () -> Void) throws(StorageError) {
        let link = try PostgresLink(settings, settings.call(in: .background))
        // A pooler passes no notifications on: then the look each second is what remains.
        if !link.isShared { try link.query(("LISTEN \(name: settings.channel)" as SQL).text) }
        connected()
        // Notifications may have been missed before the listener was connected.
        heard()
        while !isStopped.load(ordering: .relaxed) {
            if try link.isNotified(within: Self.look) { heard() }
        }
    }
}
