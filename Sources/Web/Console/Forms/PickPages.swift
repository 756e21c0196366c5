import Core
import Hummingbird

/// Options of a picker, as parts of pages: entries that a field may refer to, and pictures.
struct PickPages: Sendable {
    /// The number of options that a picker shows.
    private static let pickMax = 20

    /// An entry that a picker offers, with the values of its template.
    struct Option: Sendable {
        let id: String
        let title: String
        let json: JSON
    }

    let console: Console

    func add(_ type: ContentType, at path: String, to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(path)/pick")) { request, context in
            try await contents(request, type, context)
        }
    }

    func addMedia(to group: RouterGroup<ConsoleContext>) {
        group.get("system/media/pick") { request, context in try await media(request, context) }
    }

    private func contents(
        _ request: Request,
        _ type: ContentType,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = Form(request.query)
        let isFilter = form["as"] == "filter"
        let text = form["q"] ?? ""
        let options =
            if let name = form["field"], let field = type.field(name), !field.targets.isEmpty {
                try await self.options(for: field, text, isFilter: isFilter, context)
            } else {
                try await self.options(of: type, text, name: nil, context)
            }
        if form["as"] == "cell" {
            let items = options.map { ["id": .string($0.id), "title": .string($0.title)] as JSON }
            return .json(["items": .array(items)])
        }
        return try answer(
            "pickoptions",
            ["pick_options": .array(options.map { $0.json }), "is_none": .bool(options.isEmpty)],
            context
        )
    }

    /// Entries that a field may refer to; the best matches, or the first ones.
    func options(
        for field: Field,
        _ text: String,
        isFilter: Bool,
        _ context: ConsoleContext
    ) async throws -> [Option] {
        guard let type = field.targets.first.flatMap({ console.type(named: $0) }) else { return [] }
        return try await options(of: type, text, name: isFilter ? field.name : nil, context)
    }

    private func options(
        of type: ContentType,
        _ text: String,
        name: String?,
        _ context: ConsoleContext
    ) async throws -> [Option] {
        let text = String(text.prefix(Limits.searchTextLengthMax))
        let order = SearchQuery(text) == nil ? ("sort", "title") : ("q", text)
        let query = try ContentQuery([order, ("limit", String(Self.pickMax))], of: type)
        let now = console.services.now()
        return try await console.contents(context).list(query, of: type).elements.map { content in
            let (state, title) = (content.state(at: now), console.title(of: content.fields, type))
            let (tone, icon, word) = ListRows.look(of: state)
            let json: JSON = [
                "option_id": .string(content.id), "option_title": .string(title),
                "option_picture": JSON(ListCell.picture(of: type, content.fields)),
                "option_state": .string(state.rawValue), "option_tone": .string(tone),
                "option_icon": .string(icon), "option_word": .string(word[context.language]),
                "is_live": .bool(state == .live), "filter_name": JSON(name),
            ]
            return Option(id: content.id, title: title, json: json)
        }
    }

    private func media(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = Form(request.query)
        let text = (form["q"] ?? "").lowercased()
        let items = try await console.uploads(from: form["cursor"], context).media.filter { item in
            item.width != nil && (text.isEmpty || item.name.lowercased().contains(text))
        }
        let media = MediaItems(time: console.time(context))
        return try answer(
            "pickmedia",
            ["media": .array(items.map { media.json($0) }), "is_none": .bool(items.isEmpty)],
            context
        )
    }

    /// A part of a page, without the shell.
    private func answer(_ template: String, _ parts: JSON, _ context: ConsoleContext) throws -> Response {
        let own: JSON = ["assets": .string("\(Assets.prefix)/\(console.assets.version)")]
        return .html(try console.templates.render(template, parts.merged(with: own), in: context.language))
    }
}
