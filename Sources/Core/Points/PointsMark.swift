import Storage

/// A number of the ledger, and when everything up to it is final.
///
/// PostgreSQL gives an entry its number while its transaction runs, and the entry appears when that commits: a lower
/// number may appear after a higher one. Sums up to a number must wait for all that may have taken a lower one. Once
/// an entry is seen, those had taken theirs; each had begun to write before, since it changes the account first
/// (`move`). So they are among the writes that had begun by then, and once these have ended, each number up to it has
/// appeared, or never will.
package struct PointsMark: Sendable, Hashable {
    /// That of the newest entry then.
    package let number: Int64
    /// No write from this number on had begun (`WriteProgress`).
    package let begun: Int64

    /// True if each entry up to the number has appeared, or never will.
    func isFinal(at progress: WriteProgress) -> Bool { begun <= progress.ended }
}
