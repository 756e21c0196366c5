import Core
import HTTPTypes
import Storage

/// Makes the lines of the access log: it hides secrets, and knows the clients of apps by their paths.
struct RequestLogger: Sendable {
    private let log: RequestLog
    private let secrets: SecretPaths
    private let groups: RouteGroups
    private let clients: Clients
    private let now: @Sendable () -> Timestamp

    /// Nil if there is no access log.
    init?(_ services: Services, clients: Clients) {
        guard let log = services.settings.requestLog else { return nil }
        self.log = log
        secrets = SecretPaths(services)
        groups = services.metrics.requests.groups
        (self.clients, now) = (clients, services.now)
    }

    /// Logs a request that a handler has answered.
    func add(
        _ request: HTTPRequest,
        _ context: WebContext,
        route: String,
        status: Int,
        bytes: Int,
        since began: ContinuousClock.Instant
    ) {
        add(
            method: request.method.rawValue,
            target: request.path ?? "",
            request.headerFields,
            route: route,
            status: status,
            bytes: bytes,
            since: began,
            address: context.address,
            actor: context.requestActor.value,
            requestID: context.requestID,
            isFast: false
        )
    }

    /// Logs a request that was answered in the channel.
    func addFast(
        method: String,
        target: String,
        _ fields: HTTPFields,
        route: String,
        status: Int,
        bytes: Int,
        since began: ContinuousClock.Instant,
        address: String
    ) {
        add(
            method: method,
            target: target,
            fields,
            route: route,
            status: status,
            bytes: bytes,
            since: began,
            address: address,
            actor: .app,
            requestID: clients.requestID(in: fields) ?? RequestLog.newID(),
            isFast: true
        )
    }

    private func add(
        method: String,
        target: String,
        _ fields: HTTPFields,
        route: String,
        status: Int,
        bytes: Int,
        since began: ContinuousClock.Instant,
        address: String,
        actor: RequestActor?,
        requestID: String,
        isFast: Bool
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map { String($0) } ?? ""
        log.add(
            RequestLog.Entry(
                at: now(),
                method: method,
                path: secrets.redacted(path),
                query: parts.count > 1 ? String(parts[1]) : nil,
                route: route,
                status: status,
                bytes: bytes,
                duration: ContinuousClock.now - began,
                address: address,
                actor: actor ?? (groups.isOfApps(path) ? .app : nil),
                requestID: requestID,
                trace: TraceParent(fields[.traceParent]),
                isFast: isFast
            )
        )
    }
}
