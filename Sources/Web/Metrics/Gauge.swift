/// A metric of a module, which is read when metrics are asked for.
///
/// A module returns its gauges from `Module.gauges`. Gauges of one name are one metric, whose series differ in a label.
package struct Gauge: Sendable {
    /// In the style of Prometheus, with its unit last: `vitrina_backup_last_success_timestamp_seconds`.
    package let name: String
    /// One sentence, in English.
    package let help: String
    let label: MetricFamily.Label?
    package let value: Double

    package init(_ name: String, _ help: String, _ value: Double) {
        (self.name, self.help, self.value) = (name, help, value)
        label = nil
    }

    /// One series of several; `value` of the label is declared and never from a client, so that series are few.
    package init(_ name: String, _ help: String, _ number: Double, label: (name: String, value: String)) {
        (self.name, self.help, value) = (name, help, number)
        self.label = MetricFamily.Label(label.name, label.value)
    }

    var family: MetricFamily {
        MetricFamily(
            name,
            help,
            .gauge,
            [MetricFamily.Sample(labels: label.map { [$0] } ?? [], value: value)]
        )
    }
}
