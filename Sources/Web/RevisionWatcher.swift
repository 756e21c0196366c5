import Core
import Logging
import ServiceLifecycle
import Storage

/// Reads what other servers, and the command line, have written.
///
/// Hints of the database wake it early; polling each second is what can be relied on.
struct RevisionWatcher: Service {
    static let pause: Duration = .seconds(1)

    let services: Services
    /// Wakes other pollers when there may be something new; it must return at once.
    let hint: @Sendable () -> Void
    private let isDetached = Locked(false)
    private let isOutdated = Locked(false)

    init(services: Services, hint: @escaping @Sendable () -> Void) {
        (self.services, self.hint) = (services, hint)
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in services.database.hints() { await look() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: Self.pause)
                        lookAtFile()
                        await lookAtSchema()
                        await look()
                    }
                }
            }
        }
    }

    /// Logs once that the database file is gone, and once that it is back.
    private func lookAtFile() {
        var fault: StorageError?
        do throws(StorageError) {
            try services.database.requireAttached()
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
            services.logger.error("changes are refused", metadata: ["error": "\(fault)"])
        } else {
            services.logger.notice("changes are kept again: the database file is back")
        }
    }

    /// Logs once that this program has become too old for the schema, and once that it fits again.
    private func lookAtSchema() async {
        // The look for changes reports a database that is away.
        guard let steps = try? await services.schema.look() else { return }
        guard
            isOutdated.update({ was in
                defer { was = !steps.isEmpty }
                return was == steps.isEmpty
            })
        else { return }
        if steps.isEmpty {
            services.logger.notice("changes are kept again: the schema fits this program")
        } else {
            services.logger.error(
                "changes are refused: this program is too old for the schema",
                metadata: ["steps": "\(steps.joined(separator: ", "))"]
            )
        }
    }

    private func look() async {
        services.wake()
        hint()
        await services.logger.attempt(orWarn: "cannot look for changes, will try again") {
            try await services.refresh()
        }
    }
}
