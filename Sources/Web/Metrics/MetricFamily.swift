import Storage

/// A metric with the values of all its series, as Prometheus reads it.
struct MetricFamily: Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    /// One value of a series.
    struct Sample: Sendable, Hashable {
        /// Added to the name of the metric, as the parts of a histogram need it: `_bucket`.
        var suffix = ""
        var labels: [Label] = []
        let value: Double
    }

    struct Label: Sendable, Hashable, Comparable {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        static func < (left: Label, right: Label) -> Bool {
            (left.name, left.value) < (right.name, right.value)
        }
    }

    let name: String
    let help: String
    let kind: Kind
    var samples: [Sample]

    init(_ name: String, _ help: String, _ kind: Kind, _ samples: [Sample]) {
        (self.name, self.help, self.kind, self.samples) = (name, help, kind, samples)
    }

    /// A metric with one series.
    init(_ name: String, _ help: String, _ kind: Kind, _ value: Double) {
        self.init(name, help, kind, [Sample(value: value)])
    }

    /// A metric whose series differ in one label.
    init(_ name: String, _ help: String, _ kind: Kind, by label: String, _ values: [(String, Double)]) {
        self.init(name, help, kind, values.map { Sample(labels: [Label(label, $0.0)], value: $0.1) })
    }

    /// The distributions of a metric, each with its labels.
    init(_ name: String, _ help: String, histograms: [(labels: [Label], histogram: Histogram)]) {
        let samples = histograms.flatMap { Self.samples(of: $0.histogram, $0.labels) }
        self.init(name, help, .histogram, samples)
    }

    private static func samples(of histogram: Histogram, _ labels: [Label]) -> [Sample] {
        let snapshot = histogram.snapshot
        let ends = histogram.bounds.map { PrometheusText.number($0) } + ["+Inf"]
        let buckets = zip(ends, snapshot.counts + [snapshot.count]).map { end, count in
            Sample(suffix: "_bucket", labels: labels + [Label("le", end)], value: Double(count))
        }
        return buckets + [
            Sample(suffix: "_sum", labels: labels, value: snapshot.sum),
            Sample(suffix: "_count", labels: labels, value: Double(snapshot.count)),
        ]
    }
}

extension [MetricFamily] {
    /// One family for each name, in the order in which the names come first: a name may be written only once.
    var merged: [MetricFamily] {
        var places: [String: Int] = [:]
        var families: [MetricFamily] = []
        for family in self {
            if let place = places[family.name] {
                families[place].samples += family.samples
            } else {
                places[family.name] = families.count
                families.append(family)
            }
        }
        return families
    }
}
