import Core
import FoundationEssentials

/// The admin API of a server, with a staff token.
struct RemoteAPI: AdminAPI {
    private static let timeout: Duration = .seconds(120)
    /// The time after which a failed request is not repeated, because the user has waited long enough.
    private static let repeatMax: Duration = .seconds(30)
    private static let answerSizeMax = 256 << 20

    let server: String
    let token: String?
    private let client = HTTPClient(timeout: timeout, bodySizeMax: answerSizeMax)

    init(server: String, token: String?) {
        self.server = server
        self.token = token
    }

    /// Sends a POST with an idempotency key, so that it can be repeated if its answer is lost.
    func send(_ call: APICall) async throws -> APIAnswer {
        guard call.method == .post else { return try await once(call) }
        let call = call.with("Idempotency-Key", UUID().uuidString)
        let start = ContinuousClock.now
        do {
            return try await once(call)
        } catch let failure as Failure where failure.exit == .unreachable {
            guard ContinuousClock.now - start < Self.repeatMax else { throw failure }
            return try await once(call)
        }
    }

    private func once(_ call: APICall) async throws -> APIAnswer {
        try await reaching {
            try await client.send(
                call.method.rawValue,
                server + call.target,
                headers: headers(of: call),
                body: call.content
            )
        }
    }

    func stream(
        _ call: APICall,
        _ receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> APIAnswer {
        try await reaching {
            try await client.stream(
                call.method.rawValue,
                server + call.target,
                headers: headers(of: call),
                body: call.content,
                receive: receive
            )
        }
    }

    private func headers(of call: APICall) -> [(name: String, value: String)] {
        call.with("Authorization", token.map { "Bearer \($0)" }).headers
    }

    private func reaching(_ request: () async throws -> HTTPAnswer) async throws -> APIAnswer {
        do {
            let answer = try await request()
            return APIAnswer(status: answer.status, headers: answer.headers, body: answer.body)
        } catch let problem as Problem {
            guard problem.kind == .unavailable else { throw problem }
            throw Failure(.unreachable, "unreachable", problem.detail)
        }
    }
}
