import Core
import Storage

/// A plot of a number by day: an SVG with a bar for each day whose number is above zero.
package struct BarPlot: Sendable {
    private static let (bar, height) = (10.0, 56.0)

    let title: String
    /// The figure beside the title.
    let figure: String
    /// Of each day, the first one at `first`, in UTC.
    let numbers: [Int64]
    let first: Timestamp
    let language: Language
    /// Writes a number.
    let words: @Sendable (Int64) -> String

    package init(
        title: String,
        figure: String,
        numbers: [Int64],
        first: Timestamp,
        language: Language,
        words: @escaping @Sendable (Int64) -> String = { RecordCell.grouped($0) }
    ) {
        (self.title, self.figure, self.numbers, self.first) = (title, figure, numbers, first)
        (self.language, self.words) = (language, words)
    }

    /// For the template `plots`.
    package var json: JSON {
        let most = max(1, numbers.max() ?? 1)
        let time = HumanTime.utc(language, now: first)
        let bars = numbers.enumerated().filter { $0.element > 0 }.map { index, number -> JSON in
            let tall = max(1.5, Self.height * Double(number) / Double(most))
            let day = time.day(first.advanced(by: .seconds(86_400 * index)))
            return [
                "x": .string((Self.bar * Double(index) + 1).tenths),
                "y": .string((Self.height - tall).tenths), "height": .string(tall.tenths),
                "wide": .string((Self.bar - 2).tenths), "title": .string("\(day): \(words(number))"),
            ]
        }
        let peak = words(numbers.max() ?? 0)
        return [
            "name": .string(title), "figure": .string(figure), "peak": .string(peak), "bars": .array(bars),
            "width": .string((Self.bar * Double(numbers.count)).tenths),
            "label": .string(
                Localized(
                    "\(title): за \(numbers.count) дней — \(figure), больше всего за день — \(peak)",
                    "\(title): \(figure) in \(numbers.count) days, at most \(peak) a day"
                )[language]
            ),
        ]
    }
}

extension Double {
    /// A coordinate of an SVG.
    package var tenths: String { String((self * 10).rounded() / 10) }
}
