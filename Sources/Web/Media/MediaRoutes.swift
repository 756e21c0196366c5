import Core
import HTTPTypes
import Hummingbird

/// Uploads by staff: `/admin/api/v1/media`.
enum MediaRoutes: RouteList {
    static let tag = "Media"

    static let routes = [
        Route(
            .get,
            "media",
            "media_list",
            "The uploads, newest first.",
            needs: [.readContent],
            parameters: RouteParameter.paging,
            answer: .page(of: upload)
        ) { call in
            let (page, next) = try await call.services.media.list(limit: call.limit, cursor: call.cursor)
            return .json(["items": .array(page.map(\.json)), "next": JSON(next)])
        },
        Route(
            .post,
            "media",
            "media_create",
            "Upload an image or an archive; its kind is told by its bytes.",
            needs: [.writeContent],
            parameters: [
                RouteParameter("name", .text(lengthMax: 1_000), "The name of the file.", isRequired: true)
            ],
            body: ["type": "string", "format": "binary"],
            bodyType: "application/octet-stream",
            answer: .json("The upload.", upload, status: 201)
                .or(.json("One that was there already.", upload))
        ) { call in
            let (file, isNew) = try await call.services.media.take(
                call.request.body,
                declaredSize: call.request.headers[.contentLength].flatMap { Int($0) },
                name: call.text("name") ?? "",
                by: call.author
            )
            return .json(
                file.json,
                status: isNew ? .created : .ok,
                headers: isNew ? [.location: file.path] : [:]
            )
        },
        Route(
            .get,
            "media/{id}",
            "media_get",
            "One upload.",
            needs: [.readContent],
            parts: ["id": name],
            answer: .json("The upload.", upload)
        ) { call in .json(try await call.services.media.find(try call.id).json) },
        Route(
            .patch,
            "media/{id}",
            "media_update",
            "Say what has to stay in sight when an image is cut, in hundredths; null for its middle.",
            needs: [.writeContent],
            parts: ["id": name],
            body: Schema.body(["focus": Schema.orNull(focus)], required: ["focus"]),
            answer: .json("The upload.", upload)
        ) { call in
            var members = MemberReader(try await call.request.object())
            let isNamed = members.has("focus")
            let focus = members.take("focus")
            try members.finish()
            guard isNamed else { throw Problem.invalid([Fault("#/focus", "не заполнено", "is missing")]) }
            // The focal point affects every crop of the picture, but never its bytes.
            let media = try await call.services.media.setFocus(
                of: try call.id,
                to: try focus.map(FocalPoint.init(body:)),
                by: call.author
            )
            return .json(media.json)
        },
    ]

    private static let name = Schema.described(
        Schema.text,
        "The sum of its bytes, with the ending of its kind."
    )
    private static let focus = Schema.body(
        ["x": Schema.integer(0...100), "y": Schema.integer(0...100)],
        required: ["x", "y"]
    )
    private static let upload = Schema.object([
        "id": Schema.text, "url": Schema.text, "name": Schema.text, "media_type": Schema.text,
        "size": Schema.integer, "width": Schema.orNull(Schema.integer),
        "height": Schema.orNull(Schema.integer), "focus": Schema.orNull(focus),
        "created_at": Schema.moment, "created_by": Schema.text,
    ])
}

/// Files for apps and browsers: `/media/{id}`.
struct FileRoutes: Sendable {
    let services: Services
    let clients: Clients

    func add(to router: RouteCollector) {
        router.get("media/{id}") { request, context in try await file(request, context) }
    }

    private func file(_ request: Request, _ context: WebContext) async throws -> Response {
        let (id, media) = (try context.parameters.require("id"), services.media)
        guard Media.type(ofID: id) == .zip, try await services.signsLinks else {
            return try await FileAnswer(id: id, keeping: .forever).response(to: request, from: media)
        }
        // The client of an archive has its hash, and so this URL, which would stay valid forever.
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
    /// Writes each piece of the body to disk as it arrives, so an upload takes no memory.
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

extension Services {
    /// True if archives of any app are to be downloaded through signed links only.
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
