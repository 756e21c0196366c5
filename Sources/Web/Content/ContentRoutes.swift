import Core
import HTTPTypes
import Hummingbird
import NIOCore

/// The admin API of one content type, which is the same for every type.
struct ContentRoutes: Sendable {
    let type: ContentType
    let store: ContentStore

    func add(to group: RouterGroup<StaffContext>) {
        group.group(RouterPath(type.name))
            .get { request, context in try await list(request, context) }
            .post { request, context in try await create(request, context) }
            .post("bulk") { request, context in try await bulk(request, context) }
            .get("schema") { _, context in
                try context.author.require(.readContent)
                return Response.json(type.schema(in: context.language))
            }
            .get("{id}") { _, context in try await show(context) }
            .patch("{id}") { request, context in try await save(request, context) }
            .delete("{id}") { request, context in try await remove(request, context) }
            .delete("{id}/draft") { request, context in try await discard(request, context) }
            .put("{id}/publication") { request, context in try await publish(request, context) }
            .delete("{id}/publication") { request, context in try await unpublish(request, context) }
            .put("{id}/position") { request, context in try await move(request, context) }
            .put("{id}/flags/{field}") { request, context in try await setFlag(request, context) }
            .get("{id}/history") { request, context in try await history(request, context) }
            .get("{id}/history/{version}") { _, context in try await version(context) }
        addLife(to: group)
        addSchedule(to: group)
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let query = try ContentQuery(request.query, of: type)
        let page = try await store.list(query, of: type)
        let items = try await json(page.elements, context.language)
        var answer: [String: JSON] = ["items": .array(items), "next": JSON(page.next)]
        answer["previous"] = JSON(page.previous)
        answer["total"] = page.total.map { .integer($0) }
        answer["states"] = page.states.map { counts in
            .object(Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, .integer($0.value)) }))
        }
        return .json(.object(answer))
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeContent)
        let publish = try request.flag("publish", among: ["publish"])
        let fields = try await request.object()
        let content = try await store.create(fields, of: type, publish: publish, as: act(request, context))
        return try await created(content, at: request.uri.path.trimmingSlash, context)
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return try await answer(try await store.content(try context.id, of: type), context)
    }

    private func save(_ request: Request, _ context: StaffContext) async throws -> Response {
        let publish = try request.flag("publish", among: ["publish"])
        let act = try request.actFromVersion(context)
        return try await change(.save(try await request.object(), publish: publish), as: act, context)
    }

    private func remove(_ request: Request, _ context: StaffContext) async throws -> Response {
        let flags = try request.flags(["clear_references", "purge"])
        try context.author.require(flags.contains("purge") ? .purgeContent : .writeContent)
        let version = try request.version()
        let act = ContentStore.Act(author: context.author, version: version, note: try request.note())
        if flags.contains("purge") {
            try await store.purge(try context.id, of: type, as: act)
        } else {
            let isClearing = flags.contains("clear_references")
            let edit = Edit.remove(clearingReferences: isClearing)
            _ = try await store.change(try context.id, of: type, by: edit, as: act)
        }
        return Response(status: .noContent)
    }

    private func discard(_ request: Request, _ context: StaffContext) async throws -> Response {
        try await change(.discard, request, context)
    }

    private func publish(_ request: Request, _ context: StaffContext) async throws -> Response {
        try await change(.publish, request, context)
    }

    private func unpublish(_ request: Request, _ context: StaffContext) async throws -> Response {
        try await change(.unpublish, request, context)
    }

    private func move(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeContent)
        let place = try Place(await request.object())
        let content = try await store.move(try context.id, of: type, to: place, as: act(request, context))
        return try await answer(content, context)
    }

    private func setFlag(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeContent)
        let act = try request.act(context)
        let members = try await request.object()
        guard members.count == 1, let value = members["value"]?.bool else {
            throw Problem.invalid([Fault("#/value", "должно быть true или false", "must be true or false")])
        }
        let name = try context.parameters.require("field")
        return try await change(.setFlag(name, value), as: act, context)
    }

    private func history(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page()
        let page = try await store.history(of: try context.id, type, limit: limit, before: cursor)
        return .json(["items": .array(page.elements.map(\.json)), "next": JSON(page.next)])
    }

    private func version(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        guard let number = Int64(try context.parameters.require("version")),
            let entry = try await store.version(number, of: try context.id, type)
        else {
            throw Problem.notFound(
                Localized("Такой версии нет в истории.", "There is no such version in the history.")
            )
        }
        return .json(entry.json)
    }

    /// A change without a body: of the version that If-Match names, or of any.
    func change(_ edit: Edit, _ request: Request, _ context: StaffContext) async throws -> Response {
        try await change(edit, as: request.act(context), context)
    }

    func change(
        _ edit: Edit,
        as act: ContentStore.Act,
        _ context: StaffContext
    ) async throws -> Response {
        try await answer(try await store.change(try context.id, of: type, by: edit, as: act), context)
    }

    func created(_ content: Content, at path: String, _ context: StaffContext) async throws -> Response {
        var response = try await answer(content, context)
        response.status = .created
        response.headers[.location] = "\(path)/\(content.id)"
        return response
    }

    func answer(_ content: Content, _ context: StaffContext) async throws -> Response {
        let json = try await json([content], context.language).first ?? .null
        return .json(json, headers: [.eTag: "\"\(content.version)\""])
    }

    private func json(_ contents: [Content], _ language: Language) async throws -> [JSON] {
        let warnings = try await store.warnings(of: contents, type)
        let now = store.now()
        return contents.map { content in
            content.json(
                as: type,
                at: now,
                in: language,
                warnings: warnings[content.id]?.map { $0.json(in: language) } ?? []
            )
        }
    }

    /// A change that commutes with every other, so it needs no version.
    func act(_ request: Request, _ context: StaffContext) throws(Problem) -> ContentStore.Act {
        ContentStore.Act(author: context.author, note: try request.note())
    }
}

extension StaffContext {
    /// The id or the slug in the path.
    package var id: String {
        get throws { try parameters.require("id") }
    }

    /// A part of the path, decoded.
    package func part(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return text.percentDecoded ?? text
    }
}

extension Place {
    /// Parses `{"before": id}`, `{"after": id}` or `{"to": "first" | "last"}`.
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
