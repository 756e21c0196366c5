import CLibPQ
import Foundation

/// Listens on a connection of its own for what other servers tell, and comes back when it is lost.
///
/// The thread alone touches the connection; what is shared is behind a lock.
final class PostgresListener: Sendable {
    private let settings: PostgresSettings
    private let isStopped = Shared(false)

    /// Milliseconds; bounds how long a stop may take.
    private static let pollMax: Int32 = 500

    init(_ settings: PostgresSettings) {
        self.settings = settings
    }

    func start(_ tell: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            while !isStopped.value {
                listen(tell)
                // It is the database that is away; the look each second goes on meanwhile.
                if !isStopped.value { Thread.sleep(forTimeInterval: 1) }
            }
        }
    }

    func stop() {
        isStopped.update { $0 = true }
    }

    private func listen(_ tell: () -> Void) {
        guard let connection = try? settings.open() else { return }
        defer { PQfinish(connection) }
        PQclear(PQexec(connection, ("LISTEN \(name: settings.channel)" as SQL).text))
        // Whatever was told while nobody listened is looked for now.
        tell()
        while !isStopped.value, PQstatus(connection) == CONNECTION_OK {
            var descriptor = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Self.pollMax) >= 0 || errno == EINTR else { return }
            guard PQconsumeInput(connection) == 1 else { return }
            var isTold = false
            while let notice = PQnotifies(connection) {
                PQfreemem(notice)
                isTold = true
            }
            if isTold { tell() }
        }
    }
}
