import Core
import HTTPTypes
import Storage

extension FastPath {
    /// The state that all connections share.
    struct Shared: Sendable {
        /// A browser that has seen it asks by HTTPS alone for half a year.
        private static let secureAge = "max-age=15552000"

        let answers: Answers
        let clients: Clients
        let searches: SearchTally
        let counts: DailyCounter
        /// Those of the modules; tests set their own.
        var routes: [CountedRoute]
        let requests: RequestMetrics
        /// Nil if there is no access log, and no traces.
        let log: RequestLogger?
        let now: @Sendable () -> Timestamp
        let date: @Sendable () -> String
        /// The field that makes a browser come by TLS alone; nil unless this server speaks it, under a name that was set.
        ///
        /// Each answer of a connection has it. Of a server behind a proxy the proxy says it.
        let secureOnly: HTTPField?
        /// The end of each head that is written as bytes, after the value of its date.
        let headEnd: String
        /// The path prefixes of apps without a trailing slash, longest first.
        private let prefixes: [String]
        /// Those of apps that answer pages of trusted sites alone.
        private let guarded: Set<String>

        init(_ services: Services, clients: Clients) {
            self.clients = clients
            (answers, searches, counts) = (services.answers, services.searches, services.counts)
            let requests = services.metrics.requests
            routes = services.modules.flatMap { $0.fastRoutes(services, clients: clients) }
                .map { CountedRoute($0, requests) }
            self.requests = requests
            log = RequestLogger(ofChannel: services, clients: clients)
            now = services.now
            date = HTTPDate(now: services.now).callAsFunction
            let secureOnly =
                clients.isSecureOnly
                ? HTTPField(name: .strictTransportSecurity, value: Self.secureAge) : nil
            self.secureOnly = secureOnly
            headEnd = "\r\n" + (secureOnly?.line ?? "") + "\r\n"
            prefixes = services.apps.map(\.publicPrefix).sorted { $0.count > $1.count }
            guarded = TrustedOrigins(services).prefixes
        }

        /// The cached response for a GET or HEAD; nil if the regular path must respond.
        func answer(
            to target: String,
            _ fields: HTTPFields,
            base: @autoclosure () -> String,
            language: @autoclosure () -> Language,
            address: @autoclosure () -> String
        ) -> CachedAnswer? {
            let path = target.utf8
            guard
                let prefix = prefixes.first(where: {
                    path.count > $0.utf8.count && path.starts(with: $0.utf8)
                        && path[path.index(path.startIndex, offsetBy: $0.utf8.count)] == UInt8(ascii: "/")
                })
            else { return nil }
            if guarded.contains(prefix), fields[.origin] != nil { return nil }
            let key = Answers.Key(target: target, baseURL: base(), language: language())
            guard let cached = answers[key, now()] else { return nil }
            // The regular path looks tokens up, and refuses a request over its limit in the app's own error format.
            return clients.isAllowed(address(), fields, in: prefix) ? cached : nil
        }
    }

    /// A route of the channel with the counter of its answers.
    final class CountedRoute: Sendable {
        let route: FastRoute
        private let label: String
        private let answers: AtomicCounter

        init(_ route: FastRoute, _ requests: RequestMetrics) {
            self.route = route
            label = route.prefix == route.suffix ? route.prefix : "\(route.prefix)*\(route.suffix)"
            answers = requests.evaluated(label, .post, 200)
        }

        /// Counts an answer, and returns the label of the route.
        func count() -> String {
            answers.increment()
            return label
        }
    }
}
