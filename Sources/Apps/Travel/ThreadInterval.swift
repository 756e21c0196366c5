import Core
import Transit

/// An interval as staff write it: `06:00 22:00 15 раз в 15 минут`.
enum ThreadInterval {
    static func text(_ frequency: TransitThread.Frequency) -> String {
        [
            ThreadLine.clock(frequency.begin), ThreadLine.clock(frequency.end),
            String(frequency.headway / 60),
            frequency.density,
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Nil for an empty text; throws a fault at `frequency`.
    static func frequency(_ text: String) throws -> TransitThread.Frequency? {
        let words = text.split(separator: " ", maxSplits: 3).map { String($0) }
        if words.isEmpty { return nil }
        guard words.count >= 3, let begin = try? ThreadLine.seconds(words[0]),
            let end = try? ThreadLine.seconds(words[1]), let minutes = Int32(words[2]), 1...1_440 ~= minutes,
            begin < end
        else {
            throw TimetableField<ThreadRow>.fault(
                "frequency",
                "нужно начало, конец и минуты: 06:00 22:00 15",
                "must be the begin, the end and minutes: 06:00 22:00 15"
            )
        }
        let frequency = frequency(from: begin, to: end, every: minutes * 60)
        guard words.count > 3 else { return frequency }
        return TransitThread.Frequency(
            begin: begin,
            end: end,
            headway: frequency.headway,
            density: words[3]
        )
    }

    /// Times in seconds of the day; its words say the minutes between two departures.
    static func frequency(from begin: Int32, to end: Int32, every headway: Int32) -> TransitThread.Frequency {
        let minutes = Int(max(1, (headway &+ 30) / 60))
        return TransitThread.Frequency(
            begin: begin,
            end: end,
            headway: headway,
            density: "раз в \(minutes) \(plural(minutes, "минуту", "минуты", "минут"))"
        )
    }
}
