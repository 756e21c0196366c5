import Core
import Foundation

/// The admin API of a server, with a token of it.
struct RemoteAPI: AdminAPI {
    private static let timeout: Duration = .seconds(120)
    private static let answerSizeMax = 256 << 20

    let server: URL
    let token: String?
    private let client = HTTPClient(timeout: timeout, bodySizeMax: answerSizeMax)

    init(server: URL, token: String?) {
        self.server = server
        self.token = token
    }

    func send(_ call: APICall) async throws -> APIAnswer {
        let call = call.with("Authorization", token.map { "Bearer \($0)" })
        do {
            let answer = try await client.send(
                call.method.rawValue,
                server.absoluteString + call.target,
                headers: call.headers,
                body: call.body.map { .bytes($0) } ?? .none
            )
            return APIAnswer(status: answer.status, body: answer.body)
        } catch {
            guard error.kind == .unavailable else { throw error }
            throw Failure(.unreachable, "unreachable", error.detail)
        }
    }
}
