import Core
import Storage

/// What a module keeps for its work, made once with the services: stores, what is held in memory, ways out.
package protocol ModuleServices: Sendable {
    /// Bring what the outbox holds to others.
    var senders: [any OutboxSender] { get }
    var dueWork: [any DueWork] { get }

    /// Something may have been written, here or elsewhere; it must not take time.
    func wake()

    /// Takes in whatever has been kept before this call; each server calls it at its start, and then all the time.
    func refresh() async throws
}

extension ModuleServices {
    package var senders: [any OutboxSender] { [] }
    package var dueWork: [any DueWork] { [] }
    package func wake() {}
    package func refresh() async throws {}
}

/// What the services of a module are made of.
package struct ServiceParts: Sendable {
    /// The database itself, for shared reads, which must never see a dry run's writes.
    package let database: any Database
    package let settings: WebSettings
    package let now: @Sendable () -> Timestamp
    package let random: RandomBytes
}
