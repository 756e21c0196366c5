import Storage

/// Several clients, each of which sends one request at a time; a request takes the one with the fewest before it.
final class HTTPLanes: Sendable {
    /// More requests than these would wait longer than anybody does for a server that is silent.
    private static let waitingMax = 64

    private let clients: [HTTPClient]
    /// The requests that each client sends or has waiting.
    private let counts: Locked<[Int]>
    private let countMax: Int

    init(_ count: Int, waitingMax: Int = HTTPLanes.waitingMax, _ make: () -> HTTPClient) {
        clients = (0..<count).map { _ in make() }
        counts = Locked([Int](repeating: 0, count: count))
        countMax = count + waitingMax
    }

    /// Runs one request with the client that is the least busy; throws `.unavailable` if too many wait already.
    func run(_ request: @Sendable (HTTPClient) async throws -> HTTPAnswer) async throws -> HTTPAnswer {
        let free = counts.update { counts -> Int? in
            guard counts.reduce(0, +) < countMax else { return nil }
            let lane = counts.indices.min { counts[$0] < counts[$1] } ?? counts.startIndex
            counts[lane] += 1
            return lane
        }
        guard let lane = free else {
            throw Problem(
                .unavailable,
                Localized("Слишком много запросов ждёт.", "Too many requests are waiting.")
            )
        }
        defer { counts.update { $0[lane] -= 1 } }
        return try await request(clients[lane])
    }
}
