import Core
import HTTPTypes
import Hummingbird
import Storage

/// One operation of the admin API: its path, permissions, parameters, body, response and handler.
///
/// The router, the checks of permissions and of parameters, and OpenAPI are derived from it.
package struct Route: Sendable {
    package let method: HTTPRequest.Method
    /// The path below the prefix of the API: `releases/{id}`.
    package let path: String
    /// The operation's id in OpenAPI.
    package let name: String
    package let summary: String
    /// More text for the description of the API.
    package let manual: String?
    /// All permissions that it needs; none for operations on oneself.
    package let needs: [Permission]
    package let parameters: [RouteParameter]
    /// Schemas of the path parameters that are not ids, by their names.
    package let parts: [String: JSON]
    /// Headers that it reads, as OpenAPI describes them.
    package let headers: [JSON]
    /// The schema of its body; nil if it takes none.
    package let body: JSON?
    /// The content type of its body.
    package let bodyType: String
    package let answer: RouteAnswer
    package let handle: @Sendable (RouteCall) async throws -> Response

    package init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ name: String,
        _ summary: String,
        manual: String? = nil,
        needs: [Permission],
        parameters: [RouteParameter] = [],
        parts: [String: JSON] = [:],
        headers: [JSON] = [],
        body: JSON? = nil,
        bodyType: String = "application/json",
        answer: RouteAnswer,
        handle: @escaping @Sendable (RouteCall) async throws -> Response
    ) {
        (self.method, self.path, self.name, self.summary) = (method, path, name, summary)
        (self.needs, self.parameters, self.parts, self.headers) = (needs, parameters, parts, headers)
        (self.manual, self.body, self.bodyType) = (manual, body, bodyType)
        (self.answer, self.handle) = (answer, handle)
    }
}

/// The response of a successful operation.
package struct RouteAnswer: Sendable {
    let status: Int
    let description: String
    /// By content type; empty if there is no body.
    let content: [String: JSON]
    /// Responses with other statuses of success.
    private(set) var others: [RouteAnswer] = []

    private init(status: Int, description: String, content: [String: JSON]) {
        (self.status, self.description, self.content) = (status, description, content)
    }

    /// Adds another successful response.
    package func or(_ other: RouteAnswer) -> RouteAnswer {
        var answer = self
        answer.others.append(other)
        return answer
    }

    package static func json(_ description: String, _ schema: JSON, status: Int = 200) -> RouteAnswer {
        RouteAnswer(status: status, description: description, content: ["application/json": schema])
    }

    /// Server-sent events.
    package static func stream(_ description: String) -> RouteAnswer {
        RouteAnswer(status: 200, description: description, content: ["text/event-stream": Schema.text])
    }

    package static func file(_ description: String, _ type: String) -> RouteAnswer {
        let bytes: JSON = ["type": "string", "format": "binary"]
        return RouteAnswer(status: 200, description: description, content: [type: bytes])
    }

    /// A page of a list, with the cursor of the next one.
    package static func page(
        of element: JSON,
        also: [String: JSON] = [:],
        optional: Set<String> = []
    ) -> RouteAnswer {
        let own = ["items": Schema.list(of: element), "next": Schema.orNull(Schema.text)]
        let page = Schema.object(own.merging(also) { first, _ in first }, optional: optional)
        return .json("A page.", page)
    }

    package static let nothing = RouteAnswer(status: 204, description: "Done.", content: [:])
}

/// Operations on one subject.
package protocol RouteList: Sendable {
    /// The tag of the operations in OpenAPI.
    static var tag: String { get }
    static var routes: [Route] { get }
}

/// A request for an operation, with permissions and parameters checked.
package struct RouteCall: Sendable {
    package let request: Request
    package let context: StaffContext
    package let services: Services
    private let values: [String: String]

    package var author: Author { context.author }
    package var language: Language { context.language }
    package var id: String { get throws { try context.id } }

    /// Throws if a permission is missing, or with every fault of the parameters.
    init(_ route: Route, _ request: Request, _ context: StaffContext, _ services: Services) throws {
        for permission in route.needs { try context.author.require(permission) }
        var (values, faults): ([String: String], [Fault]) = ([:], [])
        var counts: [String: Int] = [:]
        for (name, value) in request.query where !value.isEmpty {
            guard let parameter = route.parameters.first(where: { $0.name == name }) else {
                faults.append(
                    Fault("#/\(name.clipped)", "нет такого параметра", "is not a parameter here")
                )
                continue
            }
            counts[name, default: 0] += 1
            let rule = parameter.kind.fault(in: value) ?? parameter.kind.fault(of: counts[name] ?? 0)
            if let rule { faults.append(Fault("#/\(name)", rule)) }
            values[String(name)] = String(value)
        }
        for parameter in route.parameters where parameter.isRequired && values[parameter.name] == nil {
            faults.append(Fault("#/\(parameter.name)", "нужно указать", "is missing"))
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        (self.request, self.context, self.services, self.values) = (request, context, services, values)
    }

    // Parameters, nil if they are not given.

    package func text(_ name: String) -> String? { values[name] }
    /// All values of a parameter that may be repeated.
    package func texts(_ name: String) -> [String] {
        request.query.filter { $0.name == name && !$0.value.isEmpty }.map { String($0.value) }
    }
    package func integer(_ name: String) -> Int64? { values[name].flatMap { Int64($0) } }
    package func bool(_ name: String) -> Bool? { values[name].flatMap { Bool($0) } }
    package func moment(_ name: String) -> Timestamp? { values[name].flatMap { Timestamp($0) } }
    package func date(_ name: String) -> CivilDate? { values[name].flatMap { CivilDate($0) } }
    /// Ids in their normalized form, without duplicates.
    package func ids(_ name: String) -> Set<String> {
        Set((values[name] ?? "").split(separator: ",").compactMap { Identifier.normalized(String($0)) })
    }

    /// The number of rows of a page.
    package var limit: Int { integer("limit").map { Int($0) } ?? Limits.pageSizeDefault }
    package var cursor: String? { values["cursor"] }

    /// The cursor of a list whose rows have numbers.
    package func numberCursor() throws(Problem) -> Int64? {
        guard let cursor else { return nil }
        guard let number = Int64(cursor) else {
            throw .invalid([Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")])
        }
        return number
    }
}

extension RouterGroup<StaffContext> {
    /// Adds the operations on a subject; the group is that of the admin API.
    func add(_ list: any RouteList.Type, _ services: Services) {
        for route in list.routes {
            on(RouterPath(route.path), method: route.method) { request, context in
                try await route.handle(try RouteCall(route, request, context, services))
            }
        }
    }
}
