import Storage

/// The position up to which the history has been read, with the numbers that were skipped.
///
/// A number is assigned when a row is written, and the row appears when its transaction commits, so a lower number may
/// appear after a higher one. A missing number is looked for until every write that could have taken it has ended.
struct ChangeTail: Sendable, Hashable {
    /// The number of ranges of skipped numbers that are looked for again.
    static let changeGapsMax = 200

    /// Numbers that have not appeared.
    struct Gap: Sendable, Hashable {
        let numbers: ClosedRange<Int64>
        /// Once every write below this has ended, these numbers never will.
        let begun: Int64
    }

    /// The highest number seen.
    private(set) var last: Int64
    /// In ascending order.
    private(set) var gaps: [Gap] = []

    /// Starts after the latest rows, whose numbers are given in ascending order.
    init(latest: [Int64], _ progress: WriteProgress) {
        last = latest.first ?? 0
        take(latest, progress)
    }

    /// Everything up to this number has appeared or never will, so a reader that starts here misses nothing.
    var settled: Int64 {
        gaps.first.map { $0.numbers.lowerBound - 1 } ?? last
    }

    /// The tail after these numbers, in ascending order, that were read at this progress of the writes.
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
        // If too many writes are pending, the oldest gaps are dropped.
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
