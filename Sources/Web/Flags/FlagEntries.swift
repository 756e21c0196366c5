import Core

/// The values of one fetch as they are sent: an object of texts (R66).
struct FlagEntries: Sendable {
    /// JSON with sorted keys.
    let bytes: [UInt8]
    let isEmpty: Bool

    init(_ outcomes: [FlagOutcome]) {
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
    }

    /// `etag-<project>-<namespace>-fetch-<signed 32-bit number>` (remote-config.md 4.3).
    func etag(_ place: FlagPlace) -> String {
        let number = SHA256.digest(bytes).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return "etag-\(place.project)-\(place.namespace)-fetch-\(Int32(bitPattern: number))"
    }
}
