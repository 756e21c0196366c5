import Core
import HTTPTypes
import Hummingbird
import Storage

extension FormPages {
    /// Brings an earlier version back as a draft.
    func restore(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await request.form()
        let content = try await content(try context.id, context)
        let own = "\(path)/\(content["id"]?.string ?? "")"
        let version = form["version"].flatMap { Int64($0) } ?? 0
        let after = try await console.api(context).send(
            .put,
            "\(own)/draft",
            [("clear_references", "true")],
            body: ["from_version": .integer(version)],
            version: content["version"]?.integer
        )
        return try await console.done(
            Localized(
                "Версия \(version) теперь в черновике, опубликуйте её",
                "Version \(version) is the draft now, publish it"
            ),
            undo: Notice.Call.reverting(after, since: content["version"]?.integer, at: path),
            to: own,
            context
        )
    }

    // MARK: What refers to it

    func showUses(_ context: ConsoleContext, problem: Problem? = nil) async throws -> Response {
        let content = try await content(try context.id, context)
        let id = content["id"]?.string ?? ""
        var page = ConsolePage(
            "uses",
            title: Localized("Где используется", "Where it is used")[context.language],
            path: path,
            types: [type.name]
        )
        page.status = problem?.kind.status ?? .ok
        let uses = try await uses(of: id, console.api(context))
        page.context = [
            "own": .string("\(path)/\(id)"), "list": .string(path),
            "list_title": .string(type.title[context.language]), "heading": content["title"] ?? "",
            "problem": .string(problem?.detail[context.language] ?? ""),
            "uses": .array(uses), "has_uses": .bool(!uses.isEmpty), "may_write": .bool(context.mayWrite),
            "count": .string(
                counted(
                    uses.count,
                    context.language,
                    ru: ("запись ссылается", "записи ссылаются", "записей ссылаются"),
                    en: ("entry refers to it", "entries refer to it")
                )
            ),
        ]
        return try await console.show(page, context)
    }

    /// To the trash, with every reference to it cleared.
    func removeUsed(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let content = try await content(try context.id, context)
        let id = content["id"]?.string ?? ""
        do {
            try await console.api(context).send(
                .delete,
                "\(path)/\(id)",
                [("clear_references", "true")],
                version: content["version"]?.integer
            )
        } catch let problem as Problem where problem.kind == .conflict {
            return try await showUses(context, problem: problem)
        }
        let title = content["title"]?.string ?? ""
        return try await console.done(
            Localized(
                "«\(title)» в корзине, ссылки убраны",
                "“\(title)” is in the trash, references cleared"
            ),
            undo: Notice.Call.reverting(removalOf: content, at: path),
            to: path,
            context
        )
    }

    // MARK: Pictures

    /// The library, to choose from for one field; without script each picture is a button that keeps the choice.
    func showPictures(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let name = try context.parameters.require("field")
        guard let field = type.field(name), case .media(let isImage, let isMany) = field.control else {
            throw Problem.notFound(Localized("Такого поля нет.", "There is no such field."))
        }
        let id = try context.id
        let content: JSON = id == "new" ? [:] : try await content(id, context)
        let cursor = request.query.last { $0.name == "cursor" }?.value
        let query: AdminAPI.Query = [("limit", "60")] + (cursor.map { [("cursor", $0)] } ?? [])
        let library = try await console.api(context).get("/media", query)
        let items = (library["items"]?.array ?? []).filter { file in
            (file["media_type"]?.string?.hasPrefix("image/") ?? false) == isImage
        }
        let chosen = texts(of: content, context)[name]
        var page = ConsolePage(
            "form-pictures",
            title: Localized("Библиотека", "Library")[context.language],
            path: path
        )
        let own = "\(path)/\(id)"
        page.context = [
            "own": .string(own), "list": .string(path), "list_title": .string(type.title[context.language]),
            "heading": content["title"] ?? "", "field": .string(name),
            "field_title": .string(field.title[context.language]),
            "version": .string(content["version"]?.integer.map { String($0) } ?? ""),
            "kept": .array(isMany ? chosen.map { .string($0) } : []),
            "items": .array(items), "is_empty": .bool(items.isEmpty), "is_image": .bool(isImage),
            "more": library["next"]?.string.map {
                .string("\(own)/pictures/\(name)?cursor=\($0.percentEncoded)")
            }
                ?? .null,
        ]
        return try await console.show(page, context)
    }
}
