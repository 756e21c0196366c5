import Storage
import Testing

/// The figures that are watched: distributions and counters.
struct HistogramTests {
    @Test func `a value is counted up to the first bound that it does not exceed, and in all above`() {
        let histogram = Histogram(bounds: [1, 2, 5])
        for value in [0.5, 1, 1.5, 5, 7] { histogram.record(value) }

        let snapshot = histogram.snapshot

        #expect(snapshot.counts == [2, 3, 4])
        #expect(snapshot.count == 5)
        #expect(snapshot.sum == 15)
    }

    @Test func `a duration is counted in seconds`() {
        let histogram = Histogram()
        histogram.record(Duration.microseconds(500))
        histogram.record(Duration.seconds(11))

        let snapshot = histogram.snapshot

        #expect(snapshot.counts.first == 1)
        #expect(snapshot.counts.last == 1)
        #expect(snapshot.count == 2)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what is not finite is left out`(value: Double) {
        let histogram = Histogram()
        histogram.record(value)

        #expect(histogram.snapshot.count == 0)
        #expect(histogram.snapshot.sum == 0)
    }

    @Test func `many threads count together`() async {
        let (counter, histogram) = (AtomicCounter(), Histogram(bounds: [1]))

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1_000 {
                        counter.increment()
                        histogram.record(0.5)
                    }
                }
            }
        }

        #expect(counter.value == 8_000)
        #expect(histogram.snapshot.counts == [8_000])
    }
}
