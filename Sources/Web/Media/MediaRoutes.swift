import Core
import HTTPTypes
import Hummingbird

/// Uploads by staff, and the files for anybody.
struct MediaRoutes: Sendable {
    let services: Services
    let clients: Clients

    private var media: MediaStore { services.media }

    func add(to router: Router<WebContext>, staff: RouterGroup<StaffContext>) {
        router.get("media/{id}") { request, context in try await file(request, context) }
        staff.group("media")
            .get { request, context in try await list(request, context) }
            .post { request, context in try await upload(request, context) }
            .get("{id}") { _, context in try await show(context) }
            .patch("{id}") { request, context in try await change(request, context) }
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return .json(try await media.find(try context.id).json)
    }

    /// A change is seen wherever the picture is cut; its bytes never change.
    private func change(_ request: Request, _ context: StaffContext) async throws -> Response {
        var members = MemberReader(try await request.object())
        let isNamed = members.has("focus")
        let focus = members.take("focus")
        try members.finish()
        guard isNamed else { throw Problem.invalid([Fault("#/focus", "не заполнено", "is missing")]) }
        let media = try await media.setFocus(
            of: try context.id,
            to: try focus.map(FocalPoint.init(json:)),
            by: context.author
        )
        return .json(media.json)
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let parameters = try request.parameters(["limit", "cursor"])
        let limit = parameters["limit"].map { Int($0) ?? 0 } ?? Limits.pageSizeDefault
        guard 1...Limits.pageSizeMax ~= limit else {
            let bounds = (1, Limits.pageSizeMax)
            throw Problem.invalid([
                Fault(
                    "#/limit",
                    "должно быть от \(bounds.0) до \(bounds.1)",
                    "must be from \(bounds.0) to \(bounds.1)"
                )
            ])
        }
        let (page, next) = try await media.list(limit: limit, cursor: parameters["cursor"])
        return .json(["items": .array(page.map(\.json)), "next": JSON(next)])
    }

    private func upload(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writeContent)
        let name = try request.parameters(["name"])["name"] ?? ""
        let declaredSize = request.headers[.contentLength].flatMap { Int($0) }
        let (file, isNew) = try await media.take(
            request.body,
            declaredSize: declaredSize,
            name: name,
            by: context.author
        )
        return .json(file.json, status: isNew ? .created : .ok, headers: isNew ? [.location: file.path] : [:])
    }

    private func file(_ request: Request, _ context: WebContext) async throws -> Response {
        let id = try context.parameters.require("id")
        guard Media.type(ofID: id) == .zip, try await services.signsLinks else {
            return try await FileAnswer(id: id, keeping: .forever).response(to: request, from: media)
        }
        // Whoever has downloaded an archive knows its sum, and so this address, which would hold for ever.
        let staff = AuthenticationMiddleware(staff: services.staff, clients: clients)
        return try await staff.handle(request, context: context) { request, context in
            guard context.author != nil else {
                throw Problem(
                    .forbidden,
                    Localized(
                        "Архивы скачиваются по ссылкам из приложения.",
                        "Archives are downloaded by the links of the app."
                    )
                )
            }
            return try await FileAnswer(id: id, keeping: .never).response(to: request, from: media)
        }
    }
}

extension MediaStore {
    /// Writes each piece of the body to the disk as it comes, so an upload takes no memory.
    func take(
        _ body: RequestBody,
        declaredSize: Int? = nil,
        name: String,
        by author: Author
    ) async throws -> (media: Media, isNew: Bool) {
        let upload = try upload(by: author, declaredSize: declaredSize)
        do {
            for try await buffer in body { try await upload.append(Array(buffer.readableBytesView)) }
        } catch {
            await upload.cancel()
            throw error
        }
        return try await finish(upload, name: name, by: author)
    }
}

extension Request {
    /// The parameters of the query by name, the last of each; any other than these is refused.
    fileprivate func parameters(_ names: Set<String>) throws(Problem) -> [String: String] {
        let faults = query.filter { !names.contains($0.name) }
            .map { Fault("#/\($0.name.prefix(80))", "нет такого параметра", "is not a parameter here") }
        guard faults.isEmpty else { throw .invalid(faults) }
        return Dictionary(query.map { ($0.name, $0.value) }) { _, last in last }
    }
}

extension Services {
    /// True where staff want that archives of any app are downloaded by signed links only.
    fileprivate var signsLinks: Bool {
        get async throws {
            try await live.load()
            for module in apps {
                let settings = appSettings.of(module.name, in: live.state)
                if try await module.linkKey(settings, self) != nil { return true }
            }
            return false
        }
    }
}
