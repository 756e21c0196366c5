import Core
import HTTPTypes
import Storage

/// Makes the lines of the access log: it hides secrets, and knows the clients of apps by their paths.
///
/// It keeps them in the server's log in memory, too, and makes the spans of what is answered in the channel.
struct RequestLogger: Sendable {
    private static let failureMin = 400
    /// The routes that show the server's log.
    private static let readers: Set<String> = [ServerLogRoutes.address, ServerLogPage.path]

    /// Nil if there is no access log.
    private let log: RequestLog?
    private let recent: ServerLog?
    private let tracer: RequestTracer?
    private let secrets: SecretPaths
    private let groups: RouteGroups
    private let clients: Clients
    private let now: @Sendable () -> Timestamp

    /// Nil if nothing is noted of the requests that handlers answer.
    init?(_ services: Services, clients: Clients) {
        let settings = services.settings
        guard settings.requestLog != nil || settings.serverLog != nil else { return nil }
        self.init(all: services, clients)
    }

    /// Nil if nothing is noted of the requests that are answered in the channel, which a line for memory alone would
    /// slow down too much.
    init?(ofChannel services: Services, clients: Clients) {
        let settings = services.settings
        guard settings.requestLog != nil || settings.tracer != nil else { return nil }
        self.init(all: services, clients)
    }

    private init(all services: Services, _ clients: Clients) {
        (log, recent) = (services.settings.requestLog, services.settings.serverLog)
        tracer = RequestTracer(services)
        secrets = SecretPaths(services)
        groups = services.metrics.requests.groups
        (self.clients, now) = (clients, services.now)
    }

    /// Logs a request that a handler has answered; `place` is that of its span.
    func add(
        _ request: HTTPRequest,
        _ context: WebContext,
        route: String,
        status: Int,
        bytes: Int,
        since began: ContinuousClock.Instant,
        in place: TraceParent?
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
            place: place,
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
        address: @autoclosure () -> String
    ) {
        let span = tracer?.begin(fields, since: began)
        guard log != nil || span?.isSampled == true else { return }
        let requestID = clients.requestID(in: fields) ?? RequestLog.newID()
        if let span, span.isSampled {
            tracer?.end(
                span,
                method: method,
                target: target,
                route: route,
                status: status,
                requestID: requestID
            )
        }
        guard log != nil else { return }
        add(
            method: method,
            target: target,
            fields,
            route: route,
            status: status,
            bytes: bytes,
            since: began,
            address: address(),
            actor: .app,
            requestID: requestID,
            place: span?.place,
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
        place: TraceParent?,
        isFast: Bool
    ) {
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = mark.map { String(target[..<$0]) } ?? target
        let entry = RequestLog.Entry(
            at: now(),
            method: method,
            path: secrets.redacted(path).bounded(RequestLog.Entry.textLengthMax),
            parameters: mark.map { RequestLog.Entry.names(target[target.utf8.index(after: $0)...]) } ?? [],
            route: route,
            status: status,
            bytes: bytes,
            duration: ContinuousClock.now - began,
            address: address,
            actor: actor ?? (groups.isOfApps(path) ? .app : nil),
            requestID: requestID,
            trace: place ?? TraceParent(fields[.traceParent]),
            isFast: isFast
        )
        log?.add(entry)
        // A client that follows the log would read of its own requests alone.
        guard !Self.readers.contains(route) || status >= Self.failureMin else { return }
        recent?.add(ServerLogLine(entry))
    }
}
