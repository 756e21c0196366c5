import Core
import Flags
import Logging
import ServiceLifecycle
import Storage

/// Takes in what other servers, and the command line, have written.
///
/// A hint of the database wakes it; that it looks each second anyway is what can be relied on.
struct RevisionWatcher: Service {
    static let pause: Duration = .seconds(1)

    let live: LiveContents
    let flags: LiveFlags
    let database: any Database
    /// Others who look when there may be something new, and who must not wait.
    let wake: @Sendable () -> Void
    let logger: Logger
    private let isDetached = Shared(false)

    init(
        live: LiveContents,
        flags: LiveFlags,
        database: any Database,
        wake: @escaping @Sendable () -> Void,
        logger: Logger
    ) {
        (self.live, self.flags, self.database) = (live, flags, database)
        (self.wake, self.logger) = (wake, logger)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in database.hints() { await look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pause)
                        lookAtFile()
                        await look()
                    }
                }
            }
        }
    }

    /// Says once that the database has gone from under this server, and once that it is back.
    private func lookAtFile() {
        var fault: StorageError?
        do throws(StorageError) {
            try database.requireAttached()
        } catch {
            fault = error
        }
        let isGone = fault != nil
        guard
            isDetached.update({ was in
                defer { was = isGone }
                return was != isGone
            })
        else { return }
        if let fault {
            logger.error("changes are refused", metadata: ["error": "\(fault)"])
        } else {
            logger.notice("changes are kept again: the database file is back")
        }
    }

    private func look() async {
        wake()
        do {
            try await live.refresh()
            try await flags.refresh()
        } catch is CancellationError {
        } catch {
            logger.warning("cannot look for changes, will try again", metadata: ["error": "\(error)"])
        }
    }
}
