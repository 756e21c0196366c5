import Core
import Storage

/// The settings that a running server takes up without a restart; all copies of its `WebSettings` share them.
package final class ChangingSettings: Sendable {
    private struct State: Sendable {
        var historyAge: Duration?
        var metrics: MetricsAccess
        var all: [ServerSetting]
    }

    /// Read several times for each request of an app, so it is apart.
    private let rate: AtomicCounter
    private let state: Locked<State>

    init(rateLimit: Int, historyAge: Duration?, metrics: MetricsAccess, all: [ServerSetting]) {
        rate = AtomicCounter(rateLimit)
        state = Locked(State(historyAge: historyAge, metrics: metrics, all: all))
    }

    var rateLimit: Int { rate.value }
    var historyAge: Duration? { state.value.historyAge }
    var metrics: MetricsAccess { state.value.metrics }
    var all: [ServerSetting] { state.value.all }

    /// Takes up new values, of which the next request knows.
    ///
    /// - Parameters:
    ///   - rateLimit: Requests that one client may make in a minute; 0 for no limit.
    ///   - historyAge: The retention of the history; nil for no limit.
    ///   - metrics: The clients that may read the metrics without a token.
    ///   - all: All settings as they hold now, for those who may see them.
    package func take(
        rateLimit: Int,
        historyAge: Duration?,
        metrics: MetricsAccess,
        all: [ServerSetting]
    ) {
        rate.set(rateLimit)
        state.update { $0 = State(historyAge: historyAge, metrics: metrics, all: all) }
    }
}
