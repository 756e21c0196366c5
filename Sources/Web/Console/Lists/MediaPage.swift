import Core
import HTTPTypes
import Hummingbird
import Storage

/// All uploads, newest first.
struct MediaPage: Sendable {
    static let path = "/system/media"
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await show(request, context) }
            .post(RouterPath(Self.path)) { request, context in try await upload(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let cursor = Form(request.query)["cursor"]
        let (items, next) = try await console.uploads(from: cursor, context)
        let media = MediaItems(time: console.time(context), uses: MediaUses(console: console).of(items))
        let title = Localized("Картинки и файлы", "Pictures and files")[context.language]
        var page = ConsolePage("media", title: title, path: Self.path)
        page.context = [
            "heading": .string(title), "media": .array(items.map { media.json($0) }),
            "is_empty": .bool(items.isEmpty), "may_write": .bool(context.mayWrite),
            "first_page": cursor == nil ? .null : .string(Self.path),
            "next_page": JSON(next.map { ListAddress.address(Self.path, [("cursor", $0)]) }),
            "api": .string("\(OpenAPI.prefix)/media"),
        ]
        return try await console.show(page, context)
    }

    /// Uploads files where scripts are disabled.
    private func upload(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await MultipartForm(request)
        for file in form.files {
            let body = RequestBody(file.spool)
            _ = try await console.services.media.take(body, name: file.name, by: context.author)
        }
        let count = form.files.count
        let text =
            count == 0
            ? Localized("Выберите файлы", "Choose files")
            : Localized("Загружено: \(count)", "Uploaded: \(count)")
        return try await console.done(text, to: Self.path, context)
    }
}

/// Uploads, prepared for pages.
struct MediaItems {
    let time: HumanTime
    var uses: [String: [(title: String, path: String)]] = [:]

    func json(_ item: Media) -> JSON {
        let size = RecordCell.size(Int64(item.size), time.language)
        let pixels = item.width.flatMap { width in item.height.map { "\(width)×\($0)" } }
        let kind = item.id.split(separator: ".").last.map { $0.uppercased() }
        let uses = uses[item.id] ?? []
        return [
            "media_id": .string(item.id), "media_url": .string(item.path), "media_name": .string(item.name),
            "media_sub": .string([pixels, size, kind].compactMap { $0 }.joined(separator: " · ")),
            "media_when": .string("\(time.shortDay(item.createdAt)), \(item.createdBy)"),
            "is_image": .bool(item.width != nil),
            "media_path": .string(item.width == nil ? item.path : PicturePage.path(of: item.id)),
            "use": uses.first.map { ["use_title": .string($0.title), "use_path": .string($0.path)] } ?? .null,
            "more_uses": uses.count > 1 ? .integer(Int64(uses.count - 1)) : .null,
        ]
    }
}

extension Console {
    /// One page of uploads, newest first.
    func uploads(
        from cursor: String?,
        _ context: ConsoleContext
    ) async throws -> (media: [Media], next: String?) {
        try context.author.require(.readContent)
        return try await services.media.list(limit: 60, cursor: cursor)
    }
}
