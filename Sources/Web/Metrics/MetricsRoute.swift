import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the metrics to Prometheus: `GET /metrics`.
struct MetricsRoute: Sendable {
    static let path = "/metrics"
    /// The time for looking a token up; with what is read of the database it is less than Prometheus waits.
    private static let tokenMax: Duration = .seconds(2)

    let services: Services

    func add(to router: RouteCollector) {
        router.get(RouterPath(Self.path)) { request, context in
            try await requireAccess(request, context)
            let metrics = services.metrics
            let families = metrics.families(services) + (await metrics.gauges.families(services))
            return Response(
                status: .ok,
                headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PrometheusText(families).bytes))
            )
        }
    }

    /// Metrics tell how much is going on, so they are not public by accident; the right is that of the settings.
    private func requireAccess(_ request: Request, _ context: WebContext) async throws {
        let isAllowed = services.settings.metrics.allows(
            request.headers,
            authority: request.head.authority,
            from: context.peer
        )
        // First, because a token is looked up in the database, which may be away.
        if isAllowed { return }
        if let header = request.headers[.authorization] {
            let (staff, token) = (services.staff, String(header.dropFirst(7)))
            guard header.lowercased().hasPrefix("bearer "),
                let author = try await Deadline.run(
                    Self.tokenMax,
                    { try await staff.author(forToken: token) }
                )
            else {
                throw Problem(.unauthenticated, Localized("Токен не подошёл.", "The token is not valid."))
            }
            return try author.require(.manageStaff)
        }
        guard context.author?.may(.manageStaff) == true else {
            throw Problem(
                .forbidden,
                Localized(
                    "Метрики видны с токеном; кому ещё, решает VITRINA_METRICS.",
                    "Metrics need a token; VITRINA_METRICS decides who else may read them."
                )
            )
        }
    }
}
