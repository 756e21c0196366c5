import Core
import Testing

/// Returns the problem that `body` throws.
package func problem<R>(_ body: () async throws -> R) async throws -> Problem {
    do {
        _ = try await body()
    } catch let problem as Problem {
        return problem
    }
    Issue.record("Nothing was thrown.")
    throw Problem(.unexpected, Localized("", ""))
}
