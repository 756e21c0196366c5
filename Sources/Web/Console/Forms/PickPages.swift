import Core
import Hummingbird

/// Options to choose from, as parts of pages: contents that a field may refer to, and pictures.
struct PickPages: Sendable {
    let console: Console

    func add(_ type: ContentType, at path: String, to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(path)/pick")) { request, context in
            try await contents(request, type, at: path, context)
        }
    }

    func addMedia(to group: RouterGroup<ConsoleContext>) {
        group.get("system/media/pick") { request, context in try await media(request, context) }
    }

    private func contents(
        _ request: Request,
        _ type: ContentType,
        at path: String,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = Form(request.query)
        let isFilter = form["as"] == "filter"
        let api = console.api(context)
        let text = form["q"] ?? ""
        let options =
            if let name = form["field"], let field = type.field(name), field.referredType != nil {
                try await self.options(for: field, text, isFilter: isFilter, api)
            } else {
                try await self.options(of: type, at: path, text, name: nil, api)
            }
        return try answer(
            "pickoptions",
            ["pick_options": .array(options), "is_none": .bool(options.isEmpty)],
            context
        )
    }

    /// Contents that a field may refer to; the best of those found, or the first.
    func options(for field: Field, _ text: String, isFilter: Bool, _ api: AdminAPI) async throws -> [JSON] {
        guard let target = field.referredType, let type = console.types.first(where: { $0.name == target })
        else { return [] }
        let path = "/\(console.app(of: target))/\(target)"
        return try await options(of: type, at: path, text, name: isFilter ? field.name : nil, api)
    }

    private func options(
        of type: ContentType,
        at path: String,
        _ text: String,
        name: String?,
        _ api: AdminAPI
    ) async throws -> [JSON] {
        let text = String(text.prefix(Limits.searchTextLengthMax))
        let search: AdminAPI.Query = SearchQuery(text) == nil ? [] : [("q", text)]
        let sort: AdminAPI.Query = search.isEmpty ? [("sort", "title")] : []
        let found = try await api.get(path, search + sort + [("limit", String(Limits.pickMax))])
        return (found["items"]?.array ?? []).map { item in
            let state = item["state"]?.string.flatMap { Content.State(rawValue: $0) } ?? .draft
            let (tone, icon, word) = ListRows.look(of: state)
            return [
                "option_id": item["id"] ?? "", "option_title": item["title"] ?? "",
                "option_picture": JSON(ListCell.picture(of: type, item["fields"]?.object ?? [:])),
                "option_state": .string(state.rawValue), "option_tone": .string(tone),
                "option_icon": .string(icon), "option_word": .string(word[api.language]),
                "is_live": .bool(state == .live), "filter_name": JSON(name),
            ]
        }
    }

    private func media(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = Form(request.query)
        let query: AdminAPI.Query = [("limit", "60")] + (form["cursor"].map { [("cursor", $0)] } ?? [])
        let found = try await console.api(context).get("/media", query)
        let text = (form["q"] ?? "").lowercased()
        let items = (found["items"]?.array ?? []).filter { item in
            let isImage = item["width"] != .null
            return isImage && (text.isEmpty || item["name"]?.string?.lowercased().contains(text) == true)
        }
        let media = MediaItems(time: console.time(context))
        return try answer(
            "pickmedia",
            ["media": .array(items.map { media.json($0) }), "is_none": .bool(items.isEmpty)],
            context
        )
    }

    /// A part of a page, without what stands around it.
    private func answer(_ template: String, _ parts: JSON, _ context: ConsoleContext) throws -> Response {
        let own: JSON = ["assets": .string("\(Assets.prefix)/\(console.assets.version)")]
        return .html(try console.templates.render(template, parts.merged(with: own), in: context.language))
    }
}

extension Field {
    /// The type of the contents that it refers to.
    var referredType: String? {
        switch kind {
        case .reference(let target), .references(let target): target
        case .text, .localizedText, .richText, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug,
            .url,
            .phone, .image, .images, .file, .points:
            nil
        }
    }
}
