/// The changes of one kind of rows that an import makes: how many there are of each, and the first ids.
package struct FeedDifference: Sendable, Hashable {
    package enum Change: String, Sendable, CaseIterable {
        case added, changed, removed
        /// Left as it is, because people have changed or removed it, or something still refers to it.
        case kept
        case unchanged
    }

    /// The number of ids, and the first of them.
    package struct Part: Sendable, Hashable {
        /// Ids that are named.
        package static let examplesMax = 100

        package private(set) var count = 0
        /// The first in the order in which they came.
        package private(set) var examples: [String] = []

        package init() {}

        mutating func add(_ id: String) {
            count += 1
            if examples.count < Self.examplesMax { examples.append(id) }
        }
    }

    private var parts: [Change: Part] = [:]

    package init() {}

    package subscript(change: Change) -> Part { parts[change] ?? Part() }

    /// True if nothing is added, changed or removed.
    package var isEmpty: Bool { self[.added].count + self[.changed].count + self[.removed].count == 0 }

    package mutating func add(_ change: Change, _ id: String) { parts[change, default: Part()].add(id) }
}

extension FeedDifference.Change {
    /// The change of a row, by three content hashes: as the last import wrote it, as it is now, and as the feed has it.
    ///
    /// A row that differs from what was written is an edit by hand, and is kept. A row that no import has written is
    /// taken over. Nil if there is no such row on any side. `restores` adds a row again that people have removed.
    package init?(written: UInt64?, current: UInt64?, new: UInt64?, restores: Bool = false) {
        switch (written, current, new) {
        case (_, nil, nil): return nil
        case (nil, nil, .some): self = .added
        case (.some, nil, .some): self = restores ? .added : .kept
        case (nil, .some, nil): return nil
        case (let written?, let current?, nil): self = written == current ? .removed : .kept
        case (let written, let current?, let new?):
            if current == new {
                self = .unchanged
            } else {
                self = written == nil || written == current ? .changed : .kept
            }
        }
    }
}
