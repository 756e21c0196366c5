import Core
import Flags
import Storage

/// What the handlers work with that vouch for apps.
package struct FlagClientServices: Sendable {
    package let installations: Installations
    package let tickets: FlagTicket

    init(
        database: any Database,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        let secrets = SecretStore(database: database, random: random)
        installations = Installations(secrets: secrets, now: now, random: random)
        tickets = FlagTicket(secrets: secrets, now: now)
    }
}
