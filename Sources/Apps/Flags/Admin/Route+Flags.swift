import Core
import Flags
import HTTPTypes
import Hummingbird
import Web

extension Route {
    /// An operation on a project of flags; `path` is relative to the project, and `name` follows `flags_`.
    static func flags(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ name: String,
        _ summary: String,
        needs: [Permission],
        parameters: [RouteParameter] = [],
        parts: [String: JSON] = [:],
        headers: [JSON] = [],
        body: JSON? = nil,
        answer: RouteAnswer,
        handle: @escaping @Sendable (RouteCall) async throws -> Response
    ) -> Route {
        Route(
            method,
            "flags/{project}\(path)",
            "flags_\(name)",
            summary,
            needs: needs,
            parameters: parameters,
            parts: parts.with(["project": FlagSchema.project]),
            headers: headers,
            body: body,
            answer: answer,
            handle: handle
        )
    }
}

extension RouteParameter {
    /// Selects a template of the project.
    static let flagNamespace = RouteParameter(
        "namespace",
        .text(lengthMax: Limits.flagNamespaceLengthMax),
        "`firebase` for apps, `firebase-server` for servers; `firebase` if absent."
    )
}

extension FlagSchema {
    static let tag = "Flags"
    static let project = Schema.described(Schema.text, "The id of a project, or its number.")
}

extension RouteCall {
    var flags: FlagServices { services.flags }
    /// The id or number in the path.
    var project: String {
        get throws { try context.project }
    }

    /// The template of the request: the project of its path, and a namespace.
    var place: FlagPlace {
        get throws {
            FlagPlace(project: try project, namespace: text("namespace") ?? FlagPlace.clients)
        }
    }

    /// The template, with the project's id in place of a number.
    func knownPlace() async throws -> FlagPlace {
        let place = try place
        return FlagPlace(try await flags.store.project(place.project), place.namespace)
    }

    /// A publication by the actor, with the reason from `X-Note`.
    func flagAct(allowsEmpty: Bool = false) throws -> FlagAct {
        FlagAct(
            author: author,
            description: try request.note(),
            address: context.address,
            allowsEmpty: allowsEmpty
        )
    }

    /// The version that a publication replaces; `*` is any.
    func flagExpectation() throws(Problem) -> FlagExpectation {
        try request.version().map { FlagExpectation.version($0) } ?? .any
    }
}

extension Response {
    /// A list with a single page.
    static func items(_ items: [JSON]) -> Response {
        .json(["items": .array(items), "next": .null])
    }

    static func flags(_ version: FlagVersion) -> Response {
        .json(version.json, headers: [.eTag: version.tag])
    }
}

extension FlagVersion {
    /// The version with its template and metadata.
    var json: JSON {
        info.json.merged(with: ["template": template.json, "notes": notes.json])
    }

    var tag: String { "\"\(number)\"" }
}

extension StaffContext {
    /// The id or number in the path.
    var project: String {
        get throws { try part("project") }
    }
}
