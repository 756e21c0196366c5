import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Storage

/// The admin API as a page calls it: within the process, as the person who is signed in.
///
/// A page that has no typed function to call goes this way, with the same rights, checks and history.
package struct AdminAPI: Sendable {
    let responder: any HTTPResponder<WebContext>
    let author: Author
    let language: Language
    let logger: Logger

    package typealias Query = [(name: String, value: String)]

    /// What is at the path, which stands under the API's prefix: `/mall/offers`.
    package func get(_ path: String, _ query: Query = []) async throws -> JSON {
        try await send(.get, path, query)
    }

    /// Makes a change; throws the `Problem` of what is refused.
    ///
    /// Null where there is no answer.
    @discardableResult
    package func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ query: Query = [],
        body: JSON? = nil,
        version: Int64? = nil,
        note: String? = nil
    ) async throws -> JSON {
        var headers: HTTPFields = [:]
        if let version { headers[.ifMatch] = "\"\(version)\"" }
        if let note { headers[.note] = note.percentEncoded }
        let response: Response
        do {
            response = try await respond(method, path, query, headers, body.map { $0.bytes } ?? [])
        } catch let error as any ProblemConvertible {
            throw error.problem
        }
        let bytes = try await response.body.collected()
        return bytes.isEmpty ? .null : try JSON(parsing: bytes)
    }

    /// The answer as it comes, with a body of any kind.
    func respond(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ query: Query = [],
        _ headers: HTTPFields = [:],
        _ body: [UInt8] = []
    ) async throws -> Response {
        try await respond(method, path, query, headers, RequestBody(buffer: ByteBuffer(bytes: body)))
    }

    func respond(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ query: Query,
        _ headers: HTTPFields,
        _ body: RequestBody
    ) async throws -> Response {
        let words = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        let target = OpenAPI.prefix + path + (words.isEmpty ? "" : "?" + words.joined(separator: "&"))
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: target,
            headerFields: headers
        )
        var context = WebContext(local: author, logger: logger)
        context.language = language
        return try await responder.respond(to: Request(head: head, body: body), context: context)
    }
}

extension ResponseBody {
    /// All of it; only for answers of this program, whose size it knows.
    func collected() async throws -> [UInt8] {
        let collector = Collector()
        try await write(collector)
        return collector.bytes.value
    }
}
