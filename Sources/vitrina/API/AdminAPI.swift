import Core

/// The admin REST API, within this process or on another machine; commands use only this.
protocol AdminAPI: Sendable {
    func send(_ call: APICall) async throws -> APIAnswer

    /// Sends a long call: chunks of a successful answer are passed to `receive` and not stored.
    func stream(
        _ call: APICall,
        _ receive: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws -> APIAnswer
}

enum APIMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One request of the admin API.
struct APICall: Sendable {
    let method: APIMethod
    /// The parts of the path under `root`, not yet encoded.
    var path: [String]
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8]?
    /// The file to send instead of `body`; it is read during the transfer.
    var file: String?
    /// The prefix of the path.
    var root = "/admin/api/v1/"
    /// True if the change affects apps, at once or later; true for every change unless it is set to false.
    private(set) var isSeenByApps: Bool

    init(
        _ method: APIMethod,
        _ path: [String],
        query: [(name: String, value: String)] = [],
        json: JSON? = nil
    ) {
        self.method = method
        self.path = path
        isSeenByApps = method != .get
        self.query = query
        if let json {
            body = json.bytes
            headers = [("Content-Type", "application/json")]
        }
    }

    /// The encoded path with its query, as in the first line of a request.
    var target: String {
        let path = path.map { encoded($0) }.joined(separator: "/")
        let query = query.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
        return "\(root)\(path)" + (query.isEmpty ? "" : "?\(query)")
    }

    /// The path of the entry or release of the call; nil if there is none.
    var subject: [String]? {
        if path.count >= 2, path[0] == "releases" { return Array(path.prefix(2)) }
        guard path.count >= 3, let type = ContentType.named(path[1]), type.path == Array(path.prefix(2))
        else {
            return nil
        }
        return Array(path.prefix(3))
    }

    /// The same call marked as one without effect on apps: of a draft, staff, a web hook, or no change.
    var unseen: APICall { unseen(if: true) }

    func unseen(if isUnseen: Bool) -> APICall {
        var call = self
        if isUnseen { call.isSeenByApps = false }
        return call
    }

    /// The body, from memory or from the file.
    var content: HTTPBody { file.map { .file($0) } ?? body.map { .bytes($0) } ?? .none }

    /// Returns the same call with the expected version of the entry.
    func ifMatch(_ version: Int64?) -> APICall {
        with("If-Match", version.map { "\"\($0)\"" })
    }

    /// Returns the same call with a reason for the history.
    func note(_ note: String?) -> APICall {
        with("X-Note", note.map { encoded($0) })
    }

    func with(_ name: String, _ value: String?) -> APICall {
        guard let value else { return self }
        var call = self
        call.headers.append((name, value))
        return call
    }
}

/// Percent-encodes every byte except RFC 3986's unreserved characters.
private func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            result.unicodeScalars.append(Unicode.Scalar(byte))
        case _:
            result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return result
}

struct APIAnswer: Sendable {
    let status: Int
    /// The headers by name in lower case.
    var headers: [String: String] = [:]
    let body: [UInt8]
}

/// Calls the API in the user's language, and converts its problems into failures of the command.
struct APIClient: Sendable {
    let api: any AdminAPI
    let language: Language
    /// Collects the changes of a dry run; nil outside one.
    var trial: Trial?
    /// Requests consent to a change that affects apps; throws without it.
    var requireConsent: @Sendable () throws -> Void = {}

    /// Sends the call and returns the body of the answer; null if it is empty.
    func send(_ call: APICall) async throws -> JSON {
        let call = try await tried(call)
        let answer = try await api.send(call.with("Accept-Language", language.rawValue))
        guard 200..<300 ~= answer.status else { throw Failure(answer) }
        let json = answer.body.isEmpty ? .null : try parsed(answer.body)
        return try trial?.taken(answer, json, of: call) ?? json
    }

    private func parsed(_ body: [UInt8]) throws(Failure) -> JSON {
        do {
            return try JSON(parsing: body)
        } catch {
            throw Self.malformed
        }
    }

    /// Expands ids and checks the consent; in a dry run, also notes the state before the change.
    func tried(_ call: APICall) async throws -> APICall {
        let call = try await whole(call)
        if call.isSeenByApps, trial == nil { try requireConsent() }
        guard let trial, call.method != .get else { return call }
        if let path = call.subject { trial.note(before: try? await get(path)) }
        return trial.call(call)
    }

    static let malformed = Failure(
        .unexpected,
        "malformed-answer",
        Localized(
            "Ответ сервера не разобрать. Тот ли это адрес?",
            "The answer of the server is not JSON. Is the address right?"
        )
    )

    func get(_ path: [String], query: [(name: String, value: String)] = []) async throws -> JSON {
        try await send(APICall(.get, path, query: query))
    }

    /// Sends the call and reads its answer; throws if the answer is not of that form.
    func send<Answer: JSONReadable>(_ call: APICall, as kind: Answer.Type) async throws -> Answer {
        try Failure.reading(kind, try await send(call))
    }

    func get<Answer: JSONReadable>(
        _ path: [String],
        query: [(name: String, value: String)] = [],
        as kind: Answer.Type
    ) async throws -> Answer {
        try Failure.reading(kind, try await get(path, query: query))
    }

    /// Returns all items of a list, page by page; `pageSize` is nil for a list without pages.
    func all(
        _ path: [String],
        query: [(name: String, value: String)] = [],
        pageSize: Int? = Limits.pageSizeMax
    ) async throws -> [JSON] {
        var items: [JSON] = []
        var cursor: String?
        repeat {
            var page = query
            if let pageSize { page.append(("limit", String(pageSize))) }
            if let cursor { page.append(("cursor", cursor)) }
            let answer = try await get(path, query: page, as: Page<JSON>.self)
            items += answer.elements
            cursor = answer.next
        } while cursor != nil
        return items
    }
}
