import CoreMetrics
import Storage
import Testing

@testable import Web

/// Metrics as text, and those of libraries.
struct MetricsTextTests {
    @Test func `labels and help are escaped, and a name is written once`() throws {
        let label = MetricFamily.Label("path", "a\"b\\c\r\nd")
        let families = [
            MetricFamily("one", "Line\nbreak \\ \"quote\".", .counter, [.init(labels: [label], value: 3)]),
            MetricFamily("two", "Other.", .gauge, 0.5), MetricFamily("one", "Again.", .counter, 4),
            MetricFamily("none", "Without a value.", .gauge, []),
        ]

        let text = String(decoding: PrometheusText(families).bytes, as: UTF8.self)

        #expect(
            text == """
                # HELP one Line\\nbreak \\\\ "quote".
                # TYPE one counter
                one{path="a\\"b\\\\c\r\\nd"} 3
                one 4
                # HELP two Other.
                # TYPE two gauge
                two 0.5

                """
        )
        _ = try MetricsText(text)
    }

    @Test func `a histogram has its buckets, the sum and the number`() throws {
        let histogram = Histogram(bounds: [0.5, 1])
        for value in [0.25, 0.75, 2] { histogram.record(value) }
        let family = MetricFamily("time_seconds", "Time.", histograms: [([.init("group", "a")], histogram)])

        let text = try MetricsText(String(decoding: PrometheusText([family]).bytes, as: UTF8.self))

        #expect(text.types == ["time_seconds": "histogram"])
        #expect(
            text.samples == [
                #"time_seconds_bucket{group="a",le="0.5"}"#: 1, #"time_seconds_bucket{group="a",le="1"}"#: 2,
                #"time_seconds_bucket{group="a",le="+Inf"}"#: 3, #"time_seconds_sum{group="a"}"#: 3,
                #"time_seconds_count{group="a"}"#: 3,
            ]
        )
    }

    @Test(arguments: [
        (0.0, "0"), (-3, "-3"), (0.0005, "0.0005"), (1e18, "1000000000000000000"), (.nan, "NaN"),
        (.infinity, "+Inf"), (-.infinity, "-Inf"),
    ])
    func `a number is written as Prometheus reads it`(value: Double, text: String) {
        #expect(PrometheusText.number(value) == text)
    }

    @Test func `metrics of libraries are served in the same form`() throws {
        let metrics = LibraryMetrics()
        let counter = Counter(label: "hb.requests", dimensions: [("http.route", "/a")], factory: metrics)
        counter.increment(by: 3)
        Counter(label: "hb.requests", dimensions: [("http.route", "/a")], factory: metrics).increment()
        Meter(label: "queue.length", factory: metrics).set(7)
        Timer(label: "9 lives", factory: metrics).recordSeconds(2)

        let text = try MetricsText(String(decoding: PrometheusText(metrics.families).bytes, as: UTF8.self))

        #expect(text[#"hb_requests_total{http_route="/a"}"#] == 4)
        #expect(text["queue_length"] == 7)
        #expect(text["_9_lives_seconds_sum"] == 2)
        #expect(text.types["hb_requests_total"] == "counter")
    }

    @Test func `a library cannot make series without end`() {
        let metrics = LibraryMetrics()
        for number in 0..<(LibraryMetrics.seriesMax + 50) {
            Counter(label: "requests", dimensions: [("path", "/\(number)")], factory: metrics).increment()
        }

        #expect(metrics.families.merged.first?.samples.count == LibraryMetrics.seriesMax)
    }
}
