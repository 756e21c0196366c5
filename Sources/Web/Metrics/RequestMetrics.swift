import HTTPTypes
import Storage

/// The requests that this server has answered, by route, method and status.
///
/// Every label is a declared route or from a short list, so that clients cannot add series.
package final class RequestMetrics: Sendable {
    struct Key: Hashable, Sendable {
        let route: String
        let method: String
        let status: Int

        /// A method that a client has made up has the label of all such methods.
        init(_ route: String, _ method: HTTPRequest.Method, _ status: Int) {
            (self.route, self.status) = (route, status)
            self.method = RequestMetrics.isKnown(method) ? method.rawValue : "other"
        }

        private init(unrouted key: Key) {
            (route, method, status) = (RouteGroups.unrouted, key.method, key.status)
        }

        var unrouted: Key { Key(unrouted: self) }
    }

    private struct Series: Sendable {
        let count = AtomicCounter()
        let latency: Histogram?
    }

    /// The series of each way by which requests are answered.
    private struct Table: Sendable {
        /// By a handler.
        var handled: [Key: Series] = [:]
        /// From the cache, before the router.
        var cached: [Key: AtomicCounter] = [:]
        /// Evaluated in the channel, before the router.
        var evaluated: [Key: AtomicCounter] = [:]
    }

    /// The number of series; further ones are counted as unrouted.
    private static let seriesMax = 5_000
    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS",
    ]

    let inFlight = AtomicCounter()
    let connections = AtomicCounter()
    /// Public answers that were made, because they were not in the cache, and those that are for one person.
    let misses = AtomicCounter()
    let personal = AtomicCounter()
    let groups: RouteGroups
    private let latencies: [String: Histogram]
    private let table = Locked(Table())

    init(_ modules: [any Module]) {
        let groups = RouteGroups(modules)
        self.groups = groups
        latencies = Dictionary(uniqueKeysWithValues: groups.names.map { ($0, Histogram()) })
    }

    /// False for a method that a client has made up.
    static func isKnown(_ method: HTTPRequest.Method) -> Bool { methods.contains(method.rawValue) }

    /// The label of a matched route; the router says `NotFound` where none has matched.
    static func label(ofRoute path: String?) -> String {
        guard let path, path.hasPrefix("/") else { return RouteGroups.unrouted }
        return path
    }

    /// Counts a request that a handler has answered.
    func count(_ route: String, _ method: HTTPRequest.Method, _ status: Int, took: Duration) {
        let key = Key(route, method, status)
        let series = table.update { table in
            Self.value(of: key, in: &table.handled) { key in
                Series(latency: latencies[groups.group(of: key.route)])
            }
        }
        series.count.increment()
        series.latency?.record(took)
    }

    /// The counters of an answer that is kept in the cache.
    func ofCached(_ route: String, status: Int) -> CachedRequests {
        CachedRequests(
            get: cached(Key(route, .get, status)),
            getKnown: cached(Key(route, .get, 304)),
            head: cached(Key(route, .head, status)),
            headKnown: cached(Key(route, .head, 304))
        )
    }

    private func cached(_ key: Key) -> AtomicCounter {
        table.update { table in
            Self.value(of: key, in: &table.cached) { _ in AtomicCounter() }
        }
    }

    /// The counter of the answers with a status that a route evaluates in the channel.
    func evaluated(_ route: String, _ method: HTTPRequest.Method, _ status: Int) -> AtomicCounter {
        let key = Key(route, method, status)
        return table.update { table in
            Self.value(of: key, in: &table.evaluated) { _ in AtomicCounter() }
        }
    }

    /// The value of the series, which is made if there is room for another one.
    private static func value<Value>(
        of key: Key,
        in values: inout [Key: Value],
        make: (Key) -> Value
    ) -> Value {
        if let known = values[key] { return known }
        let own = values.count < seriesMax ? key : key.unrouted
        if let known = values[own] { return known }
        let made = make(own)
        values[own] = made
        return made
    }
}

/// The counters of one cached answer, so that sending it costs one atomic addition.
final class CachedRequests: Sendable {
    private let get, getKnown, head, headKnown: AtomicCounter

    init(get: AtomicCounter, getKnown: AtomicCounter, head: AtomicCounter, headKnown: AtomicCounter) {
        (self.get, self.getKnown, self.head, self.headKnown) = (get, getKnown, head, headKnown)
    }

    func count(isKnown: Bool, isHead: Bool = false) {
        switch (isKnown, isHead) {
        case (false, false): get.increment()
        case (true, false): getKnown.increment()
        case (false, true): head.increment()
        case (true, true): headKnown.increment()
        }
    }
}

extension RequestMetrics {
    var families: [MetricFamily] {
        let table = table.value
        var requests: [Key: Int] = table.handled.mapValues { $0.count.value }
        for (key, counter) in table.cached { requests[key, default: 0] += counter.value }
        for (key, counter) in table.evaluated { requests[key, default: 0] += counter.value }
        let known = table.cached.filter { $0.key.status == 304 }.values.reduce(0) { $0 + $1.value }
        let hits = table.cached.values.reduce(0) { $0 + $1.value } - known
        let evaluated = table.evaluated.values.reduce(0) { $0 + $1.value }
        let limited = requests.filter { $0.key.status == 429 }.values.reduce(0, +)
        return [
            MetricFamily(
                "vitrina_http_requests_total",
                "Answered requests.",
                .counter,
                Self.samples(requests)
            ),
            MetricFamily(
                "vitrina_http_request_duration_seconds",
                "Time until an answer begins; those from the cache are not in it.",
                histograms: latencies.sorted { $0.key < $1.key }.map {
                    ([MetricFamily.Label("group", $0.key)], $0.value)
                }
            ),
            gauge("vitrina_http_requests_in_flight", "Requests whose answer has not begun.", inFlight),
            gauge("vitrina_http_connections_open", "Open connections of clients.", connections),
            MetricFamily(
                "vitrina_cache_answers_total",
                "Public answers by what the cache did: hit, not_modified, miss, or personal for one person.",
                .counter,
                by: "result",
                [
                    ("hit", Double(hits)), ("not_modified", Double(known)),
                    ("miss", Double(misses.value)), ("personal", Double(personal.value)),
                ]
            ),
            MetricFamily(
                "vitrina_channel_answers_total",
                "Answers that were evaluated without a task, such as fetches of flags.",
                .counter,
                Double(evaluated)
            ),
            MetricFamily(
                "vitrina_http_rate_limited_total",
                "Requests that were refused with 429.",
                .counter,
                Double(limited)
            ),
        ]
    }

    private func gauge(_ name: String, _ help: String, _ counter: AtomicCounter) -> MetricFamily {
        MetricFamily(name, help, .gauge, Double(counter.value))
    }

    private static func samples(_ requests: [Key: Int]) -> [MetricFamily.Sample] {
        let order: [Key] = requests.keys.sorted {
            ($0.route, $0.method, $0.status) < ($1.route, $1.method, $1.status)
        }
        return order.map { key in
            MetricFamily.Sample(
                labels: [
                    MetricFamily.Label("route", key.route), MetricFamily.Label("method", key.method),
                    MetricFamily.Label("status", String(key.status)),
                ],
                value: Double(requests[key] ?? 0)
            )
        }
    }
}
