import Core
import Flags
import Logging
import ServiceLifecycle
import Storage

/// What the handlers of flags work with.
package struct FlagServices: Sendable {
    package let store: FlagStore
    package let drafts: FlagDrafts
    package let schedules: FlagSchedules
    package let statistics: FlagStatistics
    package let due: DueFlags
    package let live: LiveFlags
    package let feed: FlagFeed
    package let tally: FlagTally
    package let google: GoogleFlags
    /// Brings publications to Google; it belongs to no request.
    let sender: GoogleSender

    /// What everybody is shown is made of the database itself, as a dry run's writes are nobody's to see.
    init(
        database: any Database,
        google settings: GoogleSettings,
        now: @escaping @Sendable () -> Timestamp,
        random: RandomBytes
    ) {
        let followers = FlagFeed.newFollowers()
        tally = FlagTally(database: database, now: now)
        live = LiveFlags(database: database, tally: tally, onChange: { followers.wake() })
        feed = FlagFeed(live: live, followers: followers, now: now)
        store = FlagStore(database: RequestDatabase(database), live: live, now: now, random: random)
        drafts = FlagDrafts(store: store)
        schedules = FlagSchedules(store: store)
        statistics = FlagStatistics(store: store)
        due = DueFlags(store: store)
        let tokens = GoogleTokens()
        google = GoogleFlags(store: store, settings: settings, tokens: tokens)
        let own = FlagStore(database: database, live: live, now: now, random: random)
        sender = GoogleSender(google: GoogleFlags(store: own, settings: settings, tokens: tokens))
    }
}

/// Writes down how often flags were asked for, now and then and at the end.
struct FlagTallyService: Service {
    let tally: FlagTally
    let logger: Logger

    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Limits.flagFetchPause) }
            do {
                try await tally.flush()
            } catch is CancellationError {
                // The server ends, so nothing is tried again.
            } catch {
                logger.warning("cannot write down fetches of flags", metadata: ["error": "\(error)"])
            }
        }
    }
}
