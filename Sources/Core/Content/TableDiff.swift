/// The differences between two versions of a table, row by row.
package struct TableDiff: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable { case added, removed, moved, changed }

    package struct Change: Sendable, Hashable {
        package let kind: Kind
        /// The index of the row in the older version; nil if it was added.
        package let before: Int?
        /// The index of the row in the newer version; nil if it was removed.
        package let after: Int?
        /// The columns whose cells differ; empty unless the row was changed.
        package let columns: [String]
    }

    /// In the order of the newer version; removed rows where they were.
    package let changes: [Change]

    package init(from before: [JSON], to after: [JSON]) {
        let kept = Self.kept(before, after)
        let isMoved = Self.moved(before, after, kept)
        var changes: [Change] = []
        var (old, new) = (0, 0)
        for (keptOld, keptNew) in kept + [(before.count, after.count)] {
            let removed = (old..<keptOld).filter { isMoved[$0] == nil }
            let movedIn = Dictionary(uniqueKeysWithValues: isMoved.map { ($0.value, $0.key) })
            let added = (new..<keptNew).filter { movedIn[$0] == nil }
            changes += Self.changes(removed, added, before, after)
            changes += (new..<keptNew).compactMap { index in
                movedIn[index].map { Change(kind: .moved, before: $0, after: index, columns: []) }
            }
            (old, new) = (keptOld + 1, keptNew + 1)
        }
        self.changes = changes
    }

    /// The number of changes of each kind in words: `rows added: 1, changed: 2`.
    package var summary: Localized {
        func counts(_ titles: [(Kind, String)]) -> String {
            titles.compactMap { kind, title in
                let count = changes.count { $0.kind == kind }
                return count > 0 ? "\(title): \(count)" : nil
            }.joined(separator: ", ")
        }
        let ru = counts([
            (.added, "добавлено"), (.removed, "убрано"), (.changed, "изменено"), (.moved, "перемещено"),
        ])
        let en = counts([(.added, "added"), (.removed, "removed"), (.changed, "changed"), (.moved, "moved")])
        return Localized("строк \(ru)", "rows \(en)")
    }

    /// The longest common subsequence: the rows that stay, in order, with their indexes in both versions.
    private static func kept(_ before: [JSON], _ after: [JSON]) -> [(Int, Int)] {
        var lengths = Array(repeating: Array(repeating: 0, count: after.count + 1), count: before.count + 1)
        for old in before.indices.reversed() {
            for new in after.indices.reversed() {
                lengths[old][new] =
                    before[old] == after[new]
                    ? lengths[old + 1][new + 1] + 1 : max(lengths[old + 1][new], lengths[old][new + 1])
            }
        }
        var (kept, old, new) = ([(Int, Int)](), 0, 0)
        while old < before.count, new < after.count {
            if before[old] == after[new] {
                kept.append((old, new))
                (old, new) = (old + 1, new + 1)
            } else if lengths[old + 1][new] >= lengths[old][new + 1] {
                old += 1
            } else {
                new += 1
            }
        }
        return kept
    }

    /// The new index of each row that is elsewhere but otherwise the same, by its old one.
    private static func moved(_ before: [JSON], _ after: [JSON], _ kept: [(Int, Int)]) -> [Int: Int] {
        let (oldKept, newKept) = (Set(kept.map(\.0)), Set(kept.map(\.1)))
        var free: [JSON: [Int]] = [:]
        for index in after.indices.reversed() where !newKept.contains(index) {
            free[after[index], default: []].append(index)
        }
        var moved: [Int: Int] = [:]
        for index in before.indices where !oldKept.contains(index) {
            moved[index] = free[before[index]]?.popLast()
        }
        return moved
    }

    /// The changes between two rows that stay; an old and a new row with common cells are one changed row.
    private static func changes(
        _ removed: [Int],
        _ added: [Int],
        _ before: [JSON],
        _ after: [JSON]
    ) -> [Change] {
        var pairs: [Int: Int] = [:]
        for old in removed {
            var best: (new: Int, common: Int)?
            for new in added where pairs[new] == nil {
                let common = Self.common(before[old], after[new])
                if common > best?.common ?? 0 { best = (new, common) }
            }
            if let best { pairs[best.new] = old }
        }
        let paired = Set(pairs.values)
        let gone = removed.filter { !paired.contains($0) }.map {
            Change(kind: .removed, before: $0, after: nil, columns: [])
        }
        return gone
            + added.map { new in
                guard let old = pairs[new] else {
                    return Change(kind: .added, before: nil, after: new, columns: [])
                }
                let columns = differing(before[old], after[new])
                return Change(kind: .changed, before: old, after: new, columns: columns)
            }
    }

    /// The number of cells that two rows have in common.
    private static func common(_ before: JSON, _ after: JSON) -> Int {
        let cells = after.object ?? [:]
        return (before.object ?? [:]).count { cells[$0.key] == $0.value }
    }

    /// The columns whose cells differ.
    private static func differing(_ before: JSON, _ after: JSON) -> [String] {
        let (old, new) = (before.object ?? [:], after.object ?? [:])
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }
}

extension TableDiff.Change {
    var json: JSON {
        [
            "kind": .string(kind.rawValue), "before": before.map { .integer(Int64($0)) } ?? .null,
            "after": after.map { .integer(Int64($0)) } ?? .null,
            "columns": .array(columns.map { .string($0) }),
        ]
    }
}

extension TableDiff.Kind: JSONReadable {}

extension TableDiff.Change: JSONReadable {
    package init(json: JSON) throws(Fault) {
        kind = try json.get("kind")
        before = try json.get("before")
        after = try json.get("after")
        columns = try json.get("columns")
    }
}

extension TableDiff: JSONReadable {
    package init(json: JSON) throws(Fault) { changes = try [Change](json: json) }
}
