import Core
import Testing

struct TableDiffTests {
    @Test(arguments: [
        ("", "", ""), ("", "a1", "+0"), ("a1", "", "-0"), ("a1 b2", "a1 b2", ""),
        // A row stays where its neighbours come and go.
        ("a1 b2", "b2 c3", "-0 +1"),
        // A row with a cell in common has changed, others were replaced.
        ("a1 b2", "a1 b3", "~1>1:n"), ("a1", "b2", "-0 +0"),
        // The best match is taken, whatever the order.
        ("a1 b2", "b3 x1", "~0>1:s ~1>0:n"), ("a1 b2 c3", "b2 c3 a1", "*0>2"),
    ])
    func `tables are compared row by row`(before: String, after: String, expected: String) {
        let changes = TableDiff(from: rows(before), to: rows(after)).changes.map { change in
            let (old, new) = (change.before.map { String($0) } ?? "", change.after.map { String($0) } ?? "")
            return switch change.kind {
            case .added: "+\(new)"
            case .removed: "-\(old)"
            case .moved: "*\(old)>\(new)"
            case .changed: "~\(old)>\(new):\(change.columns.joined(separator: ","))"
            }
        }

        #expect(Set(changes) == Set(expected.split(separator: " ").map { String($0) }))
    }

    @Test func `the changes are counted in words, in both languages`() {
        let diff = TableDiff(from: rows("a1 b2 c3"), to: rows("a1 b5 d6"))

        #expect(diff.summary.ru == "строк добавлено: 1, убрано: 1, изменено: 1")
        #expect(diff.summary.en == "rows added: 1, removed: 1, changed: 1")
    }

    /// `a1` is a row with the letter in column `s` and the number in column `n`.
    private func rows(_ text: String) -> [JSON] {
        text.split(separator: " ").map { row in
            ["s": .string(String(row.prefix(1))), "n": .integer(Int64(row.dropFirst()) ?? 0)]
        }
    }
}
