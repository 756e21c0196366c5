import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// The admin API of one content type; every type has the same.
struct ContentRoutes: Sendable {
    let type: ContentType
    let store: ContentStore

    func add(to group: RouterGroup<StaffContext>) {
        group.group(RouterPath(type.name))
            .get { request, context in try await list(request, context) }
            .post { request, context in try await create(request, context) }
            .get("schema") { _, context in Response.json(type.schema(in: context.language)) }
            .get("{id}") { _, context in try await show(context) }
            .patch("{id}") { request, context in try await save(request, context) }
            .delete("{id}") { request, context in try await remove(request, context) }
            .delete("{id}/draft") { request, context in try await discard(request, context) }
            .put("{id}/publication") { request, context in try await publish(request, context) }
            .delete("{id}/publication") { request, context in try await unpublish(request, context) }
            .put("{id}/position") { request, context in try await move(request, context) }
            .put("{id}/flags/{field}") { request, context in try await setFlag(request, context) }
            .get("{id}/history") { request, context in try await history(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let query = try ContentQuery(request.query, of: type)
        let page = try await store.list(query, of: type)
        let now = store.now()
        return .json([
            "items": .array(page.elements.map { $0.json(as: type, at: now, in: context.language) }),
            "next": JSON(page.next),
        ])
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        let publish = try request.flag("publish", among: ["publish"])
        let fields = try await request.object()
        let content = try await store.create(fields, of: type, publish: publish, as: act(request, context))
        var response = answer(content, context)
        response.status = .created
        response.headers[.location] = "\(request.uri.path.trimmingSlash)/\(content.id)"
        return response
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return answer(try await store.content(try context.id, of: type), context)
    }

    private func save(_ request: Request, _ context: StaffContext) async throws -> Response {
        let publish = try request.flag("publish", among: ["publish"])
        let act = try act(request, context, version: try request.version())
        let patch = try await request.object()
        return answer(
            try await store.save(patch, to: try context.id, of: type, publish: publish, as: act),
            context
        )
    }

    private func remove(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try act(request, context, version: try request.version())
        try await store.remove(try context.id, of: type, as: act)
        return Response(status: .noContent)
    }

    private func discard(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try act(request, context, version: try request.version())
        return answer(try await store.discardDraft(try context.id, of: type, as: act), context)
    }

    private func publish(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try act(request, context, version: try request.version())
        return answer(try await store.publish(try context.id, of: type, as: act), context)
    }

    private func unpublish(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try act(request, context, version: try request.version())
        return answer(try await store.unpublish(try context.id, of: type, as: act), context)
    }

    private func move(_ request: Request, _ context: StaffContext) async throws -> Response {
        let place = try Place(await request.object())
        return answer(
            try await store.move(try context.id, of: type, to: place, as: act(request, context)),
            context
        )
    }

    private func setFlag(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try act(request, context, version: try request.versionIfAny())
        let members = try await request.object()
        guard members.count == 1, let value = members["value"]?.bool else {
            throw Problem.invalid([Fault("#/value", "должно быть true или false", "must be true or false")])
        }
        let name = try context.parameters.require("field")
        return answer(
            try await store.setFlag(name, to: value, of: try context.id, of: type, as: act),
            context
        )
    }

    private func history(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page()
        let page = try await store.history(of: try context.id, type, limit: limit, before: cursor)
        return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
    }

    private func answer(_ content: Content, _ context: StaffContext) -> Response {
        .json(
            content.json(as: type, at: store.now(), in: context.language),
            headers: [.eTag: "\"\(content.version)\""]
        )
    }

    private func act(
        _ request: Request,
        _ context: StaffContext,
        version: Int64? = nil
    ) throws -> ContentStore.Act {
        ContentStore.Act(author: context.author, version: version, note: try request.note())
    }
}

extension StaffContext {
    /// The content that the path names, by id or slug.
    package var id: String {
        get throws { try parameters.require("id") }
    }
}

extension Place {
    /// Reads `{"before": id}`, `{"after": id}` or `{"to": "first" | "last"}`.
    package init(_ members: [String: JSON]) throws(Problem) {
        let one = members.count == 1 ? members.first : nil
        switch (one?.key, one?.value.string) {
        case ("to", "first"): self = .first
        case ("to", "last"): self = .last
        case ("before", let id?):
            guard let id = Identifier.normalized(id) else { throw Self.wrong("#/before") }
            self = .before(id)
        case ("after", let id?):
            guard let id = Identifier.normalized(id) else { throw Self.wrong("#/after") }
            self = .after(id)
        case (_, _): throw Self.wrong("#")
        }
    }

    private static func wrong(_ pointer: String) -> Problem {
        .invalid([
            Fault(
                pointer,
                "нужно одно из: before, after (идентификатор) или to (first, last)",
                "must be one of before, after (an id) or to (first, last)"
            )
        ])
    }
}
