import Core
@testable import Flags
import Storage
import TestSupport
import Testing

struct KeptOutcomesTests {
    private func outcomes(_ text: String) -> [FlagOutcome] {
        [FlagOutcome(key: "a", value: FlagValue(text), condition: nil, isSplit: false, type: .string)]
    }

    @Test func `for the same verdicts nothing is made twice`() {
        let kept = KeptOutcomes()
        let first = kept.outcomes([true, false]) { outcomes("1") }

        #expect(kept.outcomes([true, false]) { outcomes("2") } === first)
        #expect(kept.outcomes([false, true]) { outcomes("2") }.entries.bytes == Array(#"{"a":"2"}"#.utf8))
    }

    @Test func `what is kept is bounded`() {
        let kept = KeptOutcomes()
        let long = String(repeating: "x", count: Limits.flagOutcomesSizeMax / 2)
        let first = kept.outcomes([true]) { outcomes(long) }
        _ = kept.outcomes([false]) { outcomes(long) }

        let anew = kept.outcomes([true]) { outcomes(long) }
        #expect(anew !== first)
        #expect(kept.outcomes([true]) { outcomes("") } === anew)
    }
}
