import Dispatch

/// Watches the version of a database file, which changes when any connection of any process has written.
///
/// It has its own connection, which only reads the version. Its state is accessed on its queue only.
final class SQLiteWatch: @unchecked Sendable {
    /// The polling interval.
    private static let pause = DispatchTimeInterval.milliseconds(100)

    private let queue = DispatchQueue(label: "vitrina.sqlite.hints")
    private let timer: any DispatchSourceTimer
    private let path: String
    private let changed: @Sendable () -> Void
    private var link: SQLiteLink?
    private var version: Value?

    init(path: String, changed: @escaping @Sendable () -> Void) {
        self.path = path
        self.changed = changed
        timer = DispatchSource.makeTimerSource(queue: queue)
        // The first reading is made now, so that no write from here on is missed.
        queue.sync { version = try? look() }
        timer.schedule(deadline: .now() + Self.pause, repeating: Self.pause)
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
    }

    func cancel() {
        timer.cancel()
    }

    /// Yields a spurious hint rather than none if the file cannot be read.
    private func tick() {
        let now = try? look()
        if now == nil || now != version { changed() }
        version = now
    }

    private func look() throws(StorageError) -> Value? {
        let link = try opened()
        return try link.statement("PRAGMA data_version").rows([]).first?[0]
    }

    private func opened() throws(StorageError) -> SQLiteLink {
        if let link { return link }
        let link = try SQLiteLink(path: path, .read, busyTimeout: .zero)
        self.link = link
        return link
    }
}
