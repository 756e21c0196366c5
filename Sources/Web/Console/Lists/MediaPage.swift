import Core
import Foundation
import HTTPTypes
import Hummingbird
import Storage

/// Everything that was uploaded, the newest first.
struct MediaPage: Sendable {
    static let path = "/system/media"
    private static let pageSize = 60

    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath(Self.path)) { request, context in try await show(request, context) }
            .post(RouterPath(Self.path)) { request, context in try await upload(request, context) }
    }

    private func show(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let cursor = Form(request.query)["cursor"]
        let query: AdminAPI.Query =
            [("limit", String(Self.pageSize))] + (cursor.map { [("cursor", $0)] } ?? [])
        let found = try await console.api(context).get("/media", query)
        let items = found["items"]?.array ?? []
        let media = MediaItems(time: console.time(context), uses: MediaUses(console: console).of(items))
        let title = Localized("Картинки и файлы", "Pictures and files")[context.language]
        var page = ConsolePage("media", title: title, path: Self.path)
        page.context = [
            "heading": .string(title), "media": .array(items.map { media.json($0) }),
            "is_empty": .bool(items.isEmpty), "may_write": .bool(context.mayWrite),
            "first_page": cursor == nil ? .null : .string(Self.path),
            "next_page": found["next"]?.string.map {
                .string(ListAddress.address(Self.path, [("cursor", $0)]))
            } ?? .null,
            "api": .string("\(OpenAPI.prefix)/media"),
        ]
        return try await console.show(page, context)
    }

    /// Takes files in without a script.
    private func upload(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await MultipartForm(request)
        let api = console.api(context)
        for file in form.files {
            _ = try await api.respond(.post, "/media", [("name", file.name)], [:], RequestBody(file.spool))
        }
        let count = form.files.count
        let text =
            count == 0
            ? Localized("Выберите файлы", "Choose files")
            : Localized("Загружено: \(count)", "Uploaded: \(count)")
        return try await console.done(text, to: Self.path, context)
    }
}

/// Uploads as pages show them.
struct MediaItems {
    let time: HumanTime
    var uses: [String: [(title: String, path: String)]] = [:]

    func json(_ item: JSON) -> JSON {
        let id = item["id"]?.string ?? ""
        let (width, height) = (item["width"]?.integer, item["height"]?.integer)
        let size = Self.size(item["size"]?.integer ?? 0, time.language)
        let pixels = width.flatMap { width in height.map { "\(width)×\($0)" } }
        let kind = id.split(separator: ".").last.map { $0.uppercased() }
        let when = item["created_at"]?.string.flatMap { Timestamp($0) }.map { time.shortDay($0) }
        let uses = uses[id] ?? []
        return [
            "media_id": .string(id), "media_url": item["url"] ?? "", "media_name": item["name"] ?? "",
            "media_sub": .string([pixels, size, kind].compactMap { $0 }.joined(separator: " · ")),
            "media_when": .string(
                [when, item["created_by"]?.string].compactMap { $0 }.joined(separator: ", ")
            ),
            "is_image": .bool(width != nil),
            "media_path": width == nil ? item["url"] ?? "" : .string(PicturePage.path(of: id)),
            "use": uses.first.map { ["use_title": .string($0.title), "use_path": .string($0.path)] } ?? .null,
            "more_uses": uses.count > 1 ? .integer(Int64(uses.count - 1)) : .null,
        ]
    }

    /// `240 КБ`, `1.5 MB`.
    static func size(_ bytes: Int64, _ language: Language) -> String {
        let units = [
            Localized("Б", "B"), Localized("КБ", "KB"), Localized("МБ", "MB"), Localized("ГБ", "GB"),
        ]
        var (rest, unit) = (max(0, bytes), 0)
        while rest >= 10_240, unit < units.count - 1 { (rest, unit) = (rest / 1024, unit + 1) }
        if rest >= 1024, unit < units.count - 1 {
            let tenths = rest * 10 / 1024
            let point = language == .ru ? "," : "."
            return "\(tenths / 10)\(point)\(tenths % 10)\u{A0}\(units[unit + 1][language])"
        }
        return "\(rest)\u{A0}\(units[unit][language])"
    }
}
