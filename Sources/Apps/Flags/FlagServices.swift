import Core
import Flags
import Logging
import ServiceLifecycle
import Storage
import Web

/// The services of the flags module.
package struct FlagServices: ModuleServices {
    package let store: FlagStore
    package let drafts: FlagDrafts
    package let schedules: FlagSchedules
    package let statistics: FlagStatistics
    package let due: DueFlags
    package let live: LiveFlags
    package let feed: FlagFeed
    package let tally: FlagCounter
    package let google: GoogleFlags
    let installations: Installations
    let tickets: FlagTicket
    let limits: FlagRateLimits
    /// Pushes publications to Google, outside of requests.
    private let sender: GoogleSender

    init(_ parts: ServiceParts) {
        let (database, now, random) = (parts.database, parts.now, parts.random)
        let followers = FlagFeed.newFollowers()
        tally = FlagCounter(database: database, now: now)
        live = LiveFlags(database: database, tally: tally, onChange: { followers.wake() })
        feed = FlagFeed(live: live, followers: followers, now: now)
        store = FlagStore(database: RequestDatabase(database), live: live, now: now, random: random)
        drafts = FlagDrafts(store: store)
        schedules = FlagSchedules(store: store)
        statistics = FlagStatistics(store: store)
        due = DueFlags(store: store)
        let (settings, tokens) = (parts.settings.google, GoogleTokens())
        google = GoogleFlags(store: store, settings: settings, tokens: tokens)
        let secrets = SecretStore(database: RequestDatabase(database), random: random)
        installations = Installations(secrets: secrets, now: now, random: random)
        tickets = FlagTicket(secrets: secrets, now: now)
        limits = FlagRateLimits(rateLimit: parts.settings.rateLimit, now: now)
        let own = FlagStore(database: database, live: live, now: now, random: random)
        sender = GoogleSender(google: GoogleFlags(store: own, settings: settings, tokens: tokens))
    }

    package var senders: [any OutboxSender] { [sender] }
    package var dueWork: [any DueWork] { [due] }
    package func wake() { feed.wake() }
    package func refresh() async throws { try await live.refresh() }
}

extension Services {
    package var flags: FlagServices { of(FlagServices.self) }
}

/// Writes the counters of fetches to the database, periodically and at shutdown.
struct FlagCounterService: Service {
    let tally: FlagCounter
    let logger: Logger

    func run() async throws {
        await logger.attempt(
            afterEach: Limits.flagFetchPause,
            orWarn: "cannot write down fetches of flags"
        ) { try await tally.flush() }
    }
}
