import Core
import Storage

/// The services of a module, created once: stores, caches, senders.
package protocol ModuleServices: Sendable {
    /// Send its messages from the outbox.
    var senders: [any OutboxSender] { get }
    var dueWork: [any DueWork] { get }
    /// The devices of an app that gets notifications.
    var pushDevices: [any PushDevices] { get }

    /// Called when something may have been written, here or elsewhere; it must return at once.
    func wake()

    /// Reads everything committed before this call; each server calls it at its start, and then repeatedly.
    func refresh() async throws
}

extension ModuleServices {
    package var senders: [any OutboxSender] { [] }
    package var dueWork: [any DueWork] { [] }
    package var pushDevices: [any PushDevices] { [] }
    package func wake() {}
    package func refresh() async throws {}
}

/// The parts from which a module creates its services.
package struct ServiceParts: Sendable {
    /// The database itself, for shared reads, which must never see a dry run's writes.
    package let database: any Database
    package let settings: WebSettings
    package let now: @Sendable () -> Timestamp
    package let random: RandomBytes
}
