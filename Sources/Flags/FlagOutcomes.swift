import Core
import Storage

/// The evaluation of a template, shared by all contexts for which the same conditions hold.
package final class FlagOutcomes: Sendable {
    /// Sorted by key; flags that are left out have no value.
    package let all: [FlagOutcome]
    package let entries: FlagEntries
    /// True for each flag that has a value.
    let given: [Bool]

    init(_ outcomes: [FlagOutcome]) {
        all = outcomes
        entries = FlagEntries(outcomes)
        given = outcomes.map { $0.value != nil }
    }

    /// The approximate size in bytes.
    fileprivate var size: Int { entries.bytes.count + all.count * MemoryLayout<FlagOutcome>.stride }
}

/// The values of one fetch in the transfer format: an object of texts (R66).
package struct FlagEntries: Sendable {
    /// JSON with sorted keys.
    package let bytes: [UInt8]
    package let isEmpty: Bool
    /// The end of the entity tag.
    private let mark: String

    fileprivate init(_ outcomes: [FlagOutcome]) {
        var writer = JSONWriter(capacity: 64 + outcomes.count * 48)
        var isEmpty = true
        writer.object { writer in
            for outcome in outcomes {
                guard let text = outcome.value?.text else { continue }
                writer.member(outcome.key, text)
                isEmpty = false
            }
        }
        bytes = writer.bytes
        self.isEmpty = isEmpty
        let number = SHA256.digest(bytes).prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        mark = "-fetch-\(Int32(bitPattern: number))"
    }

    package static let none = FlagEntries([])

    /// `etag-<project>-<namespace>-fetch-<signed 32-bit number>` (remote-config.md 4.3).
    package func etag(_ place: FlagPlace) -> String {
        var etag = "etag-"
        etag.reserveCapacity(24 + place.project.utf8.count + place.namespace.utf8.count)
        etag += place.project
        etag += "-"
        etag += place.namespace
        etag += mark
        return etag
    }
}

/// A cache of the evaluations of one version, by the results of its conditions, which few contexts vary.
final class KeptOutcomes: Sendable {
    /// The results, hashed all at once.
    private struct Key: Hashable {
        let verdicts: [Bool]

        func hash(into hasher: inout Hasher) {
            verdicts.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private struct State {
        var outcomes: [Key: FlagOutcomes] = [:]
        var size = 0
    }

    private let state = Locked(State())

    func outcomes(_ verdicts: [Bool], _ make: () -> [FlagOutcome]) -> FlagOutcomes {
        let key = Key(verdicts: verdicts)
        if let known = state.update({ $0.outcomes[key] }) { return known }
        let made = FlagOutcomes(make())
        state.update { state in
            if state.size + made.size > Limits.flagOutcomesSizeMax { state = State() }
            if state.outcomes.updateValue(made, forKey: key) == nil { state.size += made.size }
        }
        return made
    }
}
