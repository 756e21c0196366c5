import CoreMetrics
import Storage

/// The backend of swift-metrics, so that the metrics of libraries are served beside those of this program.
package final class LibraryMetrics: MetricsFactory {
    private struct Key: Hashable, Sendable {
        let name: String
        let kind: MetricFamily.Kind
        let labels: [MetricFamily.Label]

        var order: String {
            ([name] + labels.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
        }
    }

    /// The number of series; further ones are not served, because a library may label by what a client sends.
    static let seriesMax = 1_000
    /// For values of unknown units.
    private static let bounds: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    private static let isInUse = Locked(false)

    private let series = Locked<[Key: LibrarySeries]>([:])

    package init() {}

    /// Makes this the backend of the process; only the first call in a process does.
    package func use() {
        let wasInUse = Self.isInUse.update { isInUse in
            let wasInUse = isInUse
            isInUse = true
            return wasInUse
        }
        // A second one would end the process.
        if !wasInUse { MetricsSystem.bootstrap(self) }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        made(label, "_total", .counter, dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        made(label, "", .gauge, dimensions)
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        made(label, "", aggregate ? .histogram : .gauge, dimensions, bounds: Self.bounds)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        made(label, "_seconds", .histogram, dimensions)
    }

    // A series stays as long as the process, because a counter that goes away looks like a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func made(
        _ label: String,
        _ ending: String,
        _ kind: MetricFamily.Kind,
        _ dimensions: [(String, String)],
        bounds: [Double] = Histogram.seconds
    ) -> LibrarySeries {
        let key = Key(
            name: Self.name(label) + ending,
            kind: kind,
            labels: dimensions.map { MetricFamily.Label(Self.name($0.0), $0.1) }.sorted()
        )
        return series.update { series in
            if let known = series[key] { return known }
            let made = LibrarySeries(kind, bounds: bounds)
            if series.count < Self.seriesMax { series[key] = made }
            return made
        }
    }

    /// The text with an underscore for each character that a name in Prometheus cannot have.
    private static func name(_ text: String) -> String {
        let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return name.first.map { $0.isNumber } ?? true ? "_" + name : name
    }

    var families: [MetricFamily] {
        let sorted = series.value.sorted { $0.key.order < $1.key.order }
        return sorted.map { key, series in
            let help = "A metric of a library."
            if key.kind == .histogram {
                return MetricFamily(key.name, help, histograms: [(key.labels, series.histogram)])
            }
            let sample = MetricFamily.Sample(labels: key.labels, value: series.value)
            return MetricFamily(key.name, help, key.kind, [sample])
        }
    }
}

/// One series of a library.
private final class LibrarySeries: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    let histogram: Histogram
    private let kind: MetricFamily.Kind
    private let number = Locked(0.0)

    init(_ kind: MetricFamily.Kind, bounds: [Double]) {
        self.kind = kind
        histogram = Histogram(bounds: bounds)
    }

    var value: Double { number.value }

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        number.update { $0 += amount }
    }

    func decrement(by amount: Double) { increment(by: -amount) }

    func reset() { set(0.0) }

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) {
        number.update { $0 = value }
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        if kind == .histogram { histogram.record(value) } else { set(value) }
    }

    func recordNanoseconds(_ duration: Int64) { histogram.record(Double(duration) / 1_000_000_000) }
}
