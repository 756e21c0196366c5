import Core
import Foundation
import HTTPTypes
import Web

/// The admin API within this process; whoever may open the database may do everything.
struct LocalAPI: AdminAPI {
    let server: Server
    var door = Author.Door.cli

    func send(_ call: APICall) async throws -> APIAnswer {
        var headers = HTTPFields()
        for (name, value) in call.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let answer = try await server.respond(
            method: call.method.inHTTP,
            path: call.target,
            headers: headers,
            body: call.body ?? [],
            author: .terminal(door)
        )
        return APIAnswer(status: answer.status, body: answer.body)
    }
}

extension Author {
    /// Whoever runs the program; to open the database is permission enough.
    static func terminal(_ door: Door) -> Author {
        Author(staffID: nil, name: NSUserName(), role: .owner, door: door)
    }
}

extension APIMethod {
    fileprivate var inHTTP: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}
