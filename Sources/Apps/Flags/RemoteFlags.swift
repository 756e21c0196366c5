import Core
import Flags
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Storage
import Web

/// Remote flags: values that apps fetch without a release, in the formats of Firebase's and other clients.
package struct RemoteFlags: Module {
    package let name = "flags"
    package let title = Localized("Флаги", "Flags")
    package let icon = "flag"
    package let isQuick = true
    package let resources: [any ResourceDeclaration.Type] = [
        FlagProjects.self, FlagKeys.self, FlagDevices.self,
    ]

    package init() {}

    package func services(_ parts: ServiceParts) -> (any ModuleServices)? { FlagServices(parts) }

    package func tidy(_ services: Services) async throws {
        try await services.flags.store.removeExpired()
        try await services.flags.tally.removeExpired()
    }

    package func gauges(_ services: Services) async throws -> [Gauge] {
        let count = Double(services.flags.feed.followers.count)
        return [Gauge("vitrina_streams_open", "Open streams of events.", count, label: ("stream", name))]
    }

    package func background(_ services: Services) -> [any Service] {
        [
            FeedService(feed: services.flags.feed, name: "flags", logger: services.logger),
            FlagCounterService(tally: services.flags.tally, logger: services.logger),
        ]
    }
}

// MARK: Console

extension RemoteFlags {
    package var pages: [ModulePage] {
        [
            ModulePage(
                "/flags",
                Localized("Параметры", "Parameters"),
                .readFlags,
                waiting: { $0.flags.live.state.changes }
            ),
            ModulePage("/flags?page=conditions", Localized("Условия", "Conditions"), .readFlags),
            ModulePage("/flags?page=versions", Localized("Версии", "Versions"), .readFlags),
        ]
    }
    package var files: [String: String] { embeddedFiles }
    package var assetPages: [String] { ["flag"] }

    package func addPages(to group: RouterGroup<ConsoleContext>, console: Console) {
        FlagPages(console: console).add(to: group)
    }

    package func found(
        _ context: ConsoleContext,
        _ console: Console,
        fits: ([String]) -> Bool
    ) async throws -> [FoundAction] {
        try await FlagSearch(console: console).found(context, fits: fits)
    }

    package func attention(_ context: ConsoleContext, _ console: Console) async throws -> [AttentionLine] {
        try await FlagToday(console: console).lines(context)
    }
}

// MARK: Admin API

extension RemoteFlags {
    package var routes: [any RouteList.Type] {
        [
            FlagDraftRoutes.self, FlagScheduleRoutes.self, FlagVersionRoutes.self, FlagPromotionRoutes.self,
            FlagPartRoutes.self, FlagExplainRoutes.self, GoogleRoutes.self,
        ]
    }

    package func addAdminRoutes(to group: RouterGroup<StaffContext>, services: Services) {
        FlagEventRoutes(flags: services.flags, rights: services.rights).add(to: group)
    }

    package var identifierSources: [IdentifierSource] {
        [IdentifierSource("flags/*/schedules", table: "flag_schedules", right: .readFlags)]
    }

    package var openAPIPaths: [String: JSON] {
        OpenAPI.flagEventPaths.with(OpenAPI.flagClientPaths)
    }
    package var openAPIPermissions: [String: [Permission]] { ["flags_events": [.readFlags]] }
    package var openAPISecuritySchemes: [String: JSON] { OpenAPI.flagClientSchemes }
}

// MARK: Client API

extension RemoteFlags {
    package func addRoutes(to router: RouteCollector, services: Services, clients: Clients) {
        FlagRoutes(services: services, clients: clients).add(to: router)
    }

    package func fastRoutes(_ services: Services, clients: Clients) -> [FastRoute] {
        let fetch = FetchRoutes(flags: services.flags, now: services.now)
        return [
            FastRoute(
                prefix: FlagPath.prefix,
                suffix: ":fetch",
                bodySizeMax: Limits.flagBodyAtOnceMax,
                fields: FetchRoutes.headers
            ) { fetch.answerAtOnce($0) }
        ]
    }

    package var preflights: [(prefix: String, headers: HTTPFields)] {
        ["/v1", "/config/v1", "/ofrep/v1"].map { ($0, CORS.preflight) }
    }

    package var errorFormats: [ErrorFormat] {
        [.google("/v1/"), .google("/oauth2/"), .google("/config/v1/"), .ofrep]
    }
}
