import Storage

/// The warnings about the published entries of each type, kept while nothing changes that they depend on: an entry of
/// the type or of a type that it refers to, or one of these that begins or ends.
final class KeptWarnings: Sendable {
    typealias Found = (content: LiveContent, warning: Warning)

    /// More warnings of one type are not kept.
    private static let countMax = 10_000

    private struct Known: Sendable {
        let revisions: [Int64]
        let start: Timestamp
        let end: Timestamp?
        let found: [Found]
    }

    private let known = Locked<[String: Known]>([:])

    /// `sets` are that of the type and those of the types that it refers to.
    func warnings(
        of type: String,
        in sets: [LiveSet],
        at now: Timestamp,
        _ make: () async throws -> [Found]
    ) async throws -> [Found] {
        let revisions = sets.map(\.revision)
        if let known = known.value[type], known.revisions == revisions, known.start <= now,
            known.end.map({ now < $0 }) ?? true
        {
            return known.found
        }
        let found = try await make()
        guard found.count <= Self.countMax else { return found }
        let end = sets.compactMap { $0.nextBoundary(after: now) }.min()
        known.update {
            $0[type] = Known(revisions: revisions, start: now, end: end, found: found)
        }
        return found
    }
}
