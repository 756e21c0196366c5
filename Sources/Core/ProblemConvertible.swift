/// An error that can be reported to the client as a problem.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

/// Runs `act`, and throws each error that can be reported as the problem that it is.
package func tellingProblems<R>(_ act: () async throws -> R) async throws -> R {
    do {
        return try await act()
    } catch let error as any ProblemConvertible {
        throw error.problem
    }
}
