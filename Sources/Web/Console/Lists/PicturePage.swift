import Core
import Hummingbird

/// One picture: its size, its uses, and its focal point.
struct PicturePage: Sendable {
    let console: Console

    static func path(of id: String) -> String { "\(MediaPage.path)/\(id.percentEncoded)" }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get(RouterPath("\(MediaPage.path)/{id}")) { _, context in try await show(context) }
            .post(RouterPath("\(MediaPage.path)/{id}")) { request, context in
                try await change(request, context)
            }
    }

    private func show(_ context: ConsoleContext) async throws -> Response {
        let item = try await picture(context)
        let (id, focus) = (item.id, item.focus)
        let uses = MediaUses(console: console).of([item])
        let shown = focus ?? .middle
        let media = MediaItems(time: console.time(context), uses: uses).json(item)
        var page = ConsolePage("picture", title: item.name, path: MediaPage.path)
        page.context = media.merged(with: [
            "library": .string(MediaPage.path), "own": .string(Self.path(of: id)),
            "may_write": .bool(context.mayWrite), "is_set": .bool(focus != nil),
            "x": .integer(Int64(shown.x)), "y": .integer(Int64(shown.y)),
            "image": .string("/media/\(id)"),
            "picture": .string("/media/\(id)\(focus.map { "@\($0.mark)" } ?? "")"),
            "width": .integer(Int64(item.width ?? 1)), "height": .integer(Int64(item.height ?? 1)),
            "uses": .array(
                (uses[id] ?? []).prefix(Self.usesMax).map { use in
                    ["use_title": .string(use.title), "use_path": .string(use.path)]
                }
            ),
        ])
        return try await console.show(page, context)
    }

    private static let usesMax = 50

    private func picture(_ context: ConsoleContext) async throws -> Media {
        try context.author.require(.readContent)
        let item = try await console.services.media.find(try context.parameters.require("id"))
        guard item.width != nil else {
            throw Problem.notFound(Localized("Это не картинка.", "This is no picture."))
        }
        return item
    }

    private func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let item = try await picture(context)
        let focus: FocalPoint? =
            form["do"] == "middle"
            ? nil : try FocalPoint(body: ["x": Self.hundredths(form["x"]), "y": Self.hundredths(form["y"])])
        let changed = try await console.services.media.setFocus(of: item.id, to: focus, by: context.author)
        var undo = FlashMessage.Call("media_update", ["id": item.id], ["focus": item.focus?.json ?? .null])
        undo.expected = FlashMessage.Expected(
            .answer(FlashMessage.Operation("media_get", ["id": item.id])),
            ["focus": changed.focus?.json ?? .null]
        )
        return try await console.done(
            Localized("Точка внимания сохранена", "The focal point is set"),
            undo: [undo],
            to: Self.path(of: item.id),
            context
        )
    }

    private static func hundredths(_ text: String?) -> JSON {
        text.flatMap { Int64($0) }.map { .integer($0) } ?? .null
    }
}

/// The published entries that use uploads.
struct MediaUses: Sendable {
    /// The number of published entries above which looking for uses would take too long.
    private static let contentsMax = 20_000

    let console: Console

    func of(_ items: [Media]) -> [String: [(title: String, path: String)]] {
        let ids = Set(items.map(\.id))
        let live = console.services.live.state
        let types = console.types
        guard types.reduce(0, { $0 + live[$1.name].contents.count }) <= Self.contentsMax else { return [:] }
        var uses: [String: [(title: String, path: String)]] = [:]
        for type in types {
            for content in live[type.name].contents {
                for id in Set(type.uploads(in: content.fields).flatMap { $0.ids }) where ids.contains(id) {
                    let path = "/\(console.app(of: type.name))/\(type.name)/\(content.id)"
                    uses[id, default: []].append((type.title(of: content.fields), path))
                }
            }
        }
        return uses
    }
}
