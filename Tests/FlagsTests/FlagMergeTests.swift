import Core
@testable import Flags
import TestSupport
import Testing

/// Diffs and merges, which are independent of any database.
struct FlagMergeTests {
    private func sheet(_ values: [String: String], _ conditions: [String] = []) -> AnnotatedTemplate {
        AnnotatedTemplate(FlagTemplate(values, conditions: conditions.map { ($0, "true") }))
    }

    private func names(_ sheet: AnnotatedTemplate) -> [String] { sheet.template.conditions.map(\.name) }

    // R100
    @Test func `a diff names each part that has changed`() throws {
        var before = sheet(["a": "1", "b": "1", "gone": "1"], ["x", "y", "z"])
        before.template.groups["old"] = FlagGroup()
        var after = sheet(["a": "1", "b": "2", "new": "1"], ["y", "x", "w"])
        after.template.parameters["a"]?.conditional["x"] = .inAppDefault
        after.template.parameters["a"]?.description = "о чём"
        after.template.conditions[1].expression = "false"
        var note = FlagMetadata()
        note.title = "Заголовок"
        after.notes.parameters["a"] = note
        let changes = FlagDiff.changes(from: before, to: after)

        #expect(
            changes.map { "\($0.subject) \($0.name) \($0.kind)" } == [
                "condition x changed", "condition w added", "condition z removed", "order  changed",
                "parameter a changed", "parameter b changed", "parameter gone removed", "parameter new added",
                "group old removed",
            ]
        )
        let lines = try #require(changes.first { $0.name == "a" }?.lines)
        #expect(lines.map(\.part) == [.value(under: "x"), .description, .note("title")])
        #expect(lines.first?.before == nil && lines.first?.after == ["useInAppDefault": true])
        #expect(FlagDiff.changes(from: after, to: after).isEmpty)
    }

    @Test func `what only one side has changed is taken`() {
        let base = sheet(["a": "1", "b": "1", "c": "1", "d": "1"], ["x"])
        var mine = sheet(["a": "2", "b": "1", "d": "1", "e": "5"], ["x", "mine"])
        mine.template.parameters["b"]?.description = "моё"
        var theirs = sheet(["a": "1", "b": "2", "c": "1", "f": "6"], ["theirs", "x"])
        theirs.notes.parameters["b"] = FlagMetadata()
        theirs.notes.parameters["b"]?.owner = "Павел"
        let (merged, clashes) = FlagMerge.merge(base: base, mine: mine, theirs: theirs)

        #expect(clashes.isEmpty)
        #expect(
            merged.template.parameters.mapValues { $0.value?.text } == [
                "a": "2", "b": "2", "e": "5", "f": "6",
            ]
        )
        #expect(merged.template.parameters["b"]?.description == "моё")
        #expect(merged.notes.parameters["b"]?.owner == "Павел")
        #expect(names(merged) == ["theirs", "x", "mine"])
    }

    @Test func `a change and a removal of the same clash`() {
        let base = sheet(["a": "1"], ["x"])
        let (_, clashes) = FlagMerge.merge(
            base: base,
            mine: sheet(["a": "2"], ["x"]),
            theirs: sheet([:], ["x"])
        )
        #expect(clashes == [FlagClash(subject: .parameter, name: "a", parts: [])])

        for (side, value) in [(FlagMerge.Side.mine, "2"), (.theirs, nil)] {
            let (merged, none) = FlagMerge.merge(
                base: base,
                mine: sheet(["a": "2"], ["x"]),
                theirs: sheet([:], ["x"]),
                preferring: side
            )
            #expect(none.isEmpty && merged.template.text("a") == value)
        }
    }

    @Test func `one new order is taken, two clash`() {
        let base = sheet([:], ["x", "y", "z"])
        let mine = sheet([:], ["z", "x", "y"])
        let one = FlagMerge.merge(base: base, mine: mine, theirs: sheet([:], ["x", "y", "z", "new"]))
        #expect(one.clashes.isEmpty && names(one.sheet) == ["z", "new", "x", "y"])

        let two = FlagMerge.merge(base: base, mine: mine, theirs: sheet([:], ["y", "x", "z"]))
        #expect(two.clashes.map(\.subject) == [.order])
        let same = FlagMerge.merge(base: base, mine: mine, theirs: mine)
        #expect(same.clashes.isEmpty && names(same.sheet) == ["z", "x", "y"])
    }

    @Test func `both having done the same is no clash`() {
        let base = sheet(["a": "1"])
        let other = sheet(["a": "2", "b": "1"], ["x"])
        let (merged, clashes) = FlagMerge.merge(base: base, mine: other, theirs: other)
        #expect(clashes.isEmpty && merged == other)
    }

    /// For any three templates, a change of one side is never lost.
    @Test func `a merge keeps every change of one side`() {
        var generator = Fuzz.random(7)
        func random() -> AnnotatedTemplate {
            var values: [String: String] = [:]
            for key in ["a", "b", "c", "d"] where generator.below(4) > 0 {
                values[key] = "\(generator.below(3))"
            }
            var names = ["x", "y", "z"].filter { _ in generator.below(4) > 0 }
            if generator.below(2) == 0 { names.reverse() }
            return sheet(values, names)
        }
        for _ in 0..<Fuzz.rounds(2_000) {
            let (base, mine, theirs) = (random(), random(), random())
            let (merged, clashes) = FlagMerge.merge(base: base, mine: mine, theirs: theirs)
            let clashing = Set(clashes.map(\.name))
            for key in ["a", "b", "c", "d"] where !clashing.contains(key) {
                let values = [base, mine, theirs, merged].map { $0.template.parameters[key] }
                #expect(values[3] == (values[1] == values[0] ? values[2] : values[1]))
            }
            #expect(Set(names(merged)).count == names(merged).count)
            if clashes.isEmpty {
                // The result does not depend on the order of the sides.
                let other = FlagMerge.merge(base: base, mine: theirs, theirs: mine)
                #expect(
                    other.clashes.isEmpty && other.sheet.template.parameters == merged.template.parameters
                )
            }
        }
    }
}
