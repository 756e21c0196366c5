import Core
import FoundationEssentials
import HTTPTypes
import Storage
import Web

/// The admin API within this process; it needs no permission except access to the database.
struct LocalAPI: AdminAPI {
    let server: Server
    var door = Author.Door.cli

    func send(_ call: APICall) async throws -> APIAnswer {
        let body = Locked([UInt8]())
        let answer = try await stream(call) { bytes in body.update { $0 += bytes } }
        guard 200..<300 ~= answer.status else { return answer }
        return APIAnswer(status: answer.status, headers: answer.headers, body: body.value)
    }

    func stream(
        _ call: APICall,
        _ receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> APIAnswer {
        var headers = HTTPFields()
        for (name, value) in call.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let answer = try await server.respond(
            method: call.method.inHTTP,
            path: call.target,
            headers: headers,
            body: call.content,
            author: .terminal(door),
            receive: receive
        )
        let fields = answer.headers.map { ($0.name.canonicalName, $0.value) }
        return APIAnswer(
            status: answer.status,
            headers: Dictionary(fields) { "\($0), \($1)" },
            body: answer.body
        )
    }
}

extension Author {
    /// The user who runs the program, with all rights, because this user can open the database.
    static func terminal(_ door: Door) -> Author {
        Author(staffID: nil, name: ProcessInfo.processInfo.userName, role: .owner, door: door)
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
