import Core

/// Finds positions for new entries next to their neighbours in the source; no other entry moves.
struct PromotePlaces: Sendable {
    private static let stride: Int64 = 1 << 30

    private let index: TypeIndex
    /// The positions in the target, sorted.
    private let taken: [Int64]
    /// The groups of adjacent new entries, by the position of the known entry before them.
    private var runs: [(before: Int64?, items: [(id: String, position: Int64)])] = [(nil, [])]

    init(_ index: TypeIndex) {
        self.index = index
        taken = index.contents.values.map(\.position).sorted()
    }

    /// Adds an entry; the caller must add all entries of the source in order.
    mutating func add(_ content: PromotedContent, isNew: Bool) {
        if let there = index.contents[content.id] {
            runs.append((there.position, []))
        } else if isNew {
            runs[runs.count - 1].items.append((content.id, content.position))
        }
    }

    /// The positions of the new entries, by id.
    var positions: [String: Int64] {
        var positions: [String: Int64] = [:]
        for run in runs where !run.items.isEmpty {
            let count = Int64(run.items.count)
            for (number, item) in run.items.enumerated() {
                let number = Int64(number)
                let position: Int64
                switch (run.before, run.before.map(next) ?? taken.first) {
                case (nil, nil): position = item.position
                case (nil, let first?): position = first - Self.stride * (count - number)
                case (let last?, nil): position = last + Self.stride * (number + 1)
                case (let before?, let next?):
                    let share = (next - before) / (count + 1)
                    let most = max(0, next - before - 1)
                    position = before + (share > 0 ? share * (number + 1) : min(number + 1, most))
                }
                positions[item.id] = min(max(position, -Limits.positionMax), Limits.positionMax)
            }
        }
        return positions
    }

    /// The next taken position after this one.
    private func next(_ position: Int64) -> Int64? {
        var (low, high) = (0, taken.count)
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] > position { high = middle } else { low = middle + 1 }
        }
        return low < taken.count ? taken[low] : nil
    }
}
