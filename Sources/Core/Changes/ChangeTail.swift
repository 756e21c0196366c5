import Storage

/// How far the history has been read, the numbers included that were passed over.
///
/// A number is given when a line is written and the line appears when its transaction is kept, so a lower one may appear
/// after a higher one. What is missing is looked for until every write has ended that could have taken it.
struct ChangeTail: Sendable, Hashable {
    /// Numbers that have been passed over, as ranges, which are looked for again.
    static let changeGapsMax = 200

    /// Numbers that have not appeared.
    struct Gap: Sendable, Hashable {
        let numbers: ClosedRange<Int64>
        /// Once every write below this has ended, they never will.
        let begun: Int64
    }

    /// The highest number that has been seen.
    private(set) var last: Int64
    /// From the lowest up.
    private(set) var gaps: [Gap] = []

    /// Begins after the latest lines, whose numbers are given from the lowest up.
    init(latest: [Int64], _ progress: WriteProgress) {
        last = latest.first ?? 0
        take(latest, progress)
    }

    /// Everything up to this number has appeared or never will: who begins here misses nothing.
    var settled: Int64 {
        gaps.first.map { $0.numbers.lowerBound - 1 } ?? last
    }

    /// The tail after these numbers, from the lowest up, which were read when the writes were so far.
    func taking(_ numbers: [Int64], _ progress: WriteProgress) -> ChangeTail {
        var tail = self
        tail.take(numbers, progress)
        return tail
    }

    private mutating func take(_ numbers: [Int64], _ progress: WriteProgress) {
        for number in numbers {
            if number > last {
                if number > last + 1 {
                    gaps.append(Gap(numbers: last + 1...number - 1, begun: progress.begun))
                }
                last = number
            } else {
                fill(number)
            }
        }
        gaps.removeAll { $0.begun <= progress.ended }
        // Where so many writes hang, the oldest are given up.
        gaps.removeFirst(max(0, gaps.count - Self.changeGapsMax))
    }

    private mutating func fill(_ number: Int64) {
        guard let index = gaps.firstIndex(where: { $0.numbers.contains(number) }) else { return }
        let gap = gaps[index]
        var rest: [Gap] = []
        if gap.numbers.lowerBound < number {
            rest.append(Gap(numbers: gap.numbers.lowerBound...number - 1, begun: gap.begun))
        }
        if number < gap.numbers.upperBound {
            rest.append(Gap(numbers: number + 1...gap.numbers.upperBound, begun: gap.begun))
        }
        gaps.replaceSubrange(index...index, with: rest)
    }
}
