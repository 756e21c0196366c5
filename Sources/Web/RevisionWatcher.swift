import Core
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

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in database.hints() { await look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pause)
                        await look()
                    }
                }
            }
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
