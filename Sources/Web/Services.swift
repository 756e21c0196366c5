import Core
import Logging
import Storage

/// The services of handlers, created once at the start and passed on.
package struct Services: Sendable {
    /// The database of handlers, in which a dry run sees its own writes.
    package let database: any Database
    package let claims: ClaimStore
    package let contents: ContentStore
    package let live: LiveContents
    package let staff: StaffStore
    /// Ends the streams of authors who lose their permissions.
    package let rights: RightsWatch
    /// For the people who use the apps; staff have their own queue.
    package let passwords: PasswordQueue
    package let media: MediaStore
    package let outbox: Outbox
    package let courier: OutboxCourier
    package let hooks: HookStore
    package let notices: FlashMessageStore
    package let preferences: PreferenceStore
    package let editing: EditingStore
    /// On the database itself: a server that may write nothing else goes on saying that it runs.
    package let servers: ServerRegistry
    package let appSettings: AppSettingStore
    package let codes: CodeStore
    package let codeFeed: CodeFeed
    package let points: PointsLedger
    package let changes: ChangeLog
    package let feed: ChangeFeed
    package let answers: Answers
    package let searches = SearchTally()
    package let counts: DailyCounter
    package let secrets: SecretStore
    package let settings: WebSettings
    package let modules: [any Module]
    /// The modules that are apps.
    package let apps: [any App]
    private let ofModules: [ObjectIdentifier: any ModuleServices]
    package let logger: Logger
    package let now: @Sendable () -> Timestamp
    /// The clock behind `now`, if it follows the database.
    package let clock: DatabaseClock?
    let readiness: Readiness
    /// Notices that other programs have taken the schema past this one, whose writes are refused from then on.
    package let schema: SchemaGate
    package let metrics: ServerMetrics
    package let random: RandomBytes

    package init(
        database: any Database,
        staff: StaffStore,
        media: MediaStore,
        settings: WebSettings,
        modules: [any Module],
        logger: Logger,
        now: @escaping @Sendable () -> Timestamp,
        clock: DatabaseClock? = nil,
        random: RandomBytes,
        senders: [any OutboxSender] = []
    ) {
        let answers = Answers()
        let types = modules.flatMap { $0.types }.map { $0.type }
        schema = SchemaGate(database)
        readiness = Readiness(database, settings, clock, logger, now: now)
        metrics = ServerMetrics(database: database, modules: modules)
        servers = ServerRegistry(database: database, now: now)
        let gated = GatedDatabase(database, schema)
        // Shared reads use this database, so that they never see a dry run's writes.
        live = LiveContents(types: types, database: gated) { answers.forget(before: $0.generation) }
        claims = ClaimStore(database: gated, now: now, random: random)
        counts = DailyCounter(database: gated, now: now)
        secrets = SecretStore(database: gated, random: random)
        rights = RightsWatch(staff: staff.on(gated))
        let parts = ServiceParts(database: gated, settings: settings, now: now, random: random)
        let database = RequestDatabase(gated)
        contents = ContentStore(database: database, live: live, types: types, now: now, random: random)
        outbox = Outbox(database: database, now: now, random: random)
        let ofModules = modules.compactMap { $0.services(parts) }
        let all = Self.senders(database, settings, ofModules, now) + senders + Self.fallbacks(database)
        courier = OutboxCourier(outbox: outbox, senders: all, tracer: settings.tracer)
        hooks = HookStore(database: database, types: types, now: now, random: random)
        notices = FlashMessageStore(database: database, now: now, random: random)
        preferences = PreferenceStore(database: database)
        editing = EditingStore(database: database, now: now)
        apps = modules.compactMap { $0 as? any App }
        appSettings = Self.appSettings(of: apps, database, settings, now)
        codes = CodeStore(database: database, isProduction: settings.isProduction, now: now)
        codeFeed = CodeFeed(store: codes, now: now)
        points = PointsLedger(database: database, now: now, random: random)
        changes = ChangeLog(database: database, types: types)
        feed = ChangeFeed(log: changes, now: now)
        self.database = database
        self.ofModules = Self.byType(ofModules)
        (self.staff, passwords) = (staff.on(database), staff.passwords.another())
        self.media = media.on(database)
        (self.answers, self.settings, self.modules, self.logger) = (answers, settings, modules, logger)
        (self.random, self.clock, self.now) = (random, clock, now)
    }

    private static func byType(_ parts: [any ModuleServices]) -> [ObjectIdentifier: any ModuleServices] {
        Dictionary(parts.map { (ObjectIdentifier(type(of: $0)), $0) }) { first, _ in first }
    }

    private static func appSettings(
        of apps: [any App],
        _ database: any Database,
        _ settings: WebSettings,
        _ now: @escaping @Sendable () -> Timestamp
    ) -> AppSettingStore {
        AppSettingStore(
            database: database,
            declared: Dictionary(apps.map { ($0.name, $0.settings) }) { first, _ in first },
            isProduction: settings.isProduction,
            now: now
        )
    }

    private static func senders(
        _ database: any Database,
        _ settings: WebSettings,
        _ ofModules: [any ModuleServices],
        _ now: @escaping @Sendable () -> Timestamp
    ) -> [any OutboxSender] {
        let fcm = FCM(settings.google, now: now)
        return [
            HookSender(database: database, now: now, destinations: .outside(and: settings.hookHosts)),
            DevicePushSender(fcm: fcm, apps: ofModules.flatMap(\.pushDevices)),
        ] + ofModules.flatMap(\.senders)
    }

    /// Senders for kinds that are not configured: codes are refused and mails stored.
    private static func fallbacks(_ database: any Database) -> [any OutboxSender] {
        [SMSSender(gateway: nil, database: database), MailSender(server: nil), PushSender(fcm: nil)]
    }

    package var releases: ReleaseStore { ReleaseStore(contents: contents) }
    package var dueChanges: DueChanges { DueChanges(contents: contents) }
    package var agenda: Agenda { Agenda(database: database) }

    /// Prevents a wrong clock from deleting old data.
    package var clockGuard: ClockGuard { ClockGuard(database: database, now: now) }

    /// The services of a module; one of the modules must have created them.
    package func of<Part: ModuleServices>(_ type: Part.Type) -> Part {
        guard let part = ofModules[ObjectIdentifier(type)] as? Part else {
            preconditionFailure("no module has made \(type)")
        }
        return part
    }

    package var dueWork: [any DueWork] { [dueChanges] + ofModules.values.flatMap(\.dueWork) }

    /// Signals that something may have been written, here or elsewhere.
    func wake() {
        courier.wake()
        feed.wake()
        codeFeed.wake()
        for part in ofModules.values { part.wake() }
    }

    /// Reads everything into memory that was committed before this call.
    package func refresh() async throws {
        try await live.refresh()
        for part in ofModules.values { try await part.refresh() }
    }
}

/// The part of the server configuration that concerns HTTP.
package struct WebSettings: Sendable {
    /// The public base URL of this server, without a trailing slash; nil takes it from each request.
    package var publicURL: String?
    /// The number of trusted proxies in front of this server.
    package var trustedProxies = 0
    /// Requests that one client may make in a minute; 0 for no limit.
    package var rateLimit: Int { changing.rateLimit }
    /// The time zone in which times are shown to people; they are stored in UTC.
    package var timeZone = Zone.utc
    /// The retention of the history; nil for no limit.
    package var historyAge: Duration? { changing.historyAge }
    /// True in production, where settings that are only for tests cannot be switched on.
    package var isProduction = false
    /// True if Firebase's command line on the same machine may use this server as an emulator.
    package var isEmulator = false
    /// Hosts inside the network that web hooks may reach.
    package var hookHosts: [String] = []
    /// The configuration of Firebase's own services.
    package var google = GoogleSettings()
    /// The place of backups; nil if none is set.
    package var backups: BackupTarget?
    /// The clients that may read the metrics without a token.
    package var metrics: MetricsAccess { changing.metrics }
    /// The TLS that the server speaks itself; nil if it speaks plain HTTP, as behind a proxy.
    package var tls: ServerTLS?
    /// The access log; nil if there is none.
    package var requestLog: RequestLog?
    /// The last lines of the log in memory; nil if no server runs.
    package var serverLog: ServerLog?
    /// Traces requests; nil if they are not traced.
    package var tracer: Tracer?
    /// The directory whose free space is watched; nil if there is none.
    package var dataDirectory: String?
    /// All settings of the server, for those who may see them.
    package var all: [ServerSetting] { changing.all }
    /// Those that a running server takes up without a restart.
    package let changing: ChangingSettings

    package init(
        publicURL: String? = nil,
        trustedProxies: Int = 0,
        rateLimit: Int = 600,
        timeZone: Zone = .utc,
        historyAge: Duration? = nil,
        isProduction: Bool = false,
        isEmulator: Bool = false,
        hookHosts: [String] = [],
        google: GoogleSettings = GoogleSettings(),
        backups: BackupTarget? = nil,
        tls: ServerTLS? = nil,
        metrics: MetricsAccess = .off,
        requestLog: RequestLog? = nil,
        dataDirectory: String? = nil,
        all: [ServerSetting] = []
    ) {
        self.publicURL = publicURL
        self.trustedProxies = trustedProxies
        self.timeZone = timeZone
        self.isProduction = isProduction
        self.isEmulator = isEmulator
        self.hookHosts = hookHosts
        self.google = google
        (self.backups, self.tls) = (backups, tls)
        (self.requestLog, self.dataDirectory) = (requestLog, dataDirectory)
        changing = ChangingSettings(rateLimit: rateLimit, historyAge: historyAge, metrics: metrics, all: all)
    }
}

/// The version of the program; `scripts/package` refuses a commit whose tag is not `v` and this.
package let version = "0.1.0"

extension Services {
    /// Every list for staff besides those of content types.
    var resources: [Resource] {
        SystemLists.resources(with: modules) + modules.flatMap(\.resources).map { $0.resource }
    }
}
