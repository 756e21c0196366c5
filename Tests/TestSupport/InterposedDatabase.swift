import Storage

/// A database with actions before or after its writes, as if by another server; writes count from one.
///
/// It gives no hints, as after `LISTEN` is interrupted permanently.
package struct InterposedDatabase: WrappingDatabase {
    package typealias Deed = @Sendable () async throws -> Void

    package let base: any Database
    private let before: [Int: Deed]
    private let after: [Int: Deed]
    private let count = Locked(0)

    package init(_ base: any Database, before: [Int: Deed] = [:], after: [Int: Deed] = [:]) {
        (self.base, self.before, self.after) = (base, before, after)
    }

    /// A database that refuses its next writes, each with a given reason.
    package init(_ base: any Database, refusing reasons: [StorageError]) {
        let deeds = reasons.enumerated().map { index, reason -> (Int, Deed) in (index + 1, { throw reason }) }
        self.init(base, before: Dictionary(uniqueKeysWithValues: deeds))
    }

    package func write<R: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> R
    ) async throws -> R {
        let number = count.update {
            $0 += 1
            return $0
        }
        try await before[number]?()
        let result = try await base.write(body)
        try await after[number]?()
        return result
    }

    package func hints() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
