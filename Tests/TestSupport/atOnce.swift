/// Runs `body` for all of the items at once; returns the results in the order in which they come.
@discardableResult
package func atOnce<Item: Sendable, Result: Sendable>(
    _ items: some Sequence<Item>,
    _ body: @escaping @Sendable (Item) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        for item in items { group.addTask { try await body(item) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
