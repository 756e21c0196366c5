import Core
import HTTPTypes
import Hummingbird
import Storage

extension FormPages {
    /// Restores an earlier version as a draft.
    func restore(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await request.form()
        let content = try await content(context)
        let version = form["version"].flatMap { Int64($0) } ?? 0
        let edit = Edit.restore(version: version, clearingReferences: true)
        let after = try await change(content, by: edit, Form([]), context)
        return try await console.done(
            Localized(
                "Версия \(version) теперь в черновике, опубликуйте её",
                "Version \(version) is the draft now, publish it"
            ),
            undo: FlashMessage.Call.reverting(after, since: content.version, of: type),
            to: "\(path)/\(content.id)",
            context
        )
    }

    // MARK: References to the entry

    func showUses(_ context: ConsoleContext, problem: Problem? = nil) async throws -> Response {
        let content = try await content(context)
        var page = ConsolePage(
            "uses",
            title: Localized("Где используется", "Where it is used")[context.language],
            path: path,
            types: [type.name]
        )
        page.status = problem?.kind.status ?? .ok
        let uses = try await uses(of: content, context)
        page.context = [
            "own": .string("\(path)/\(content.id)"), "list": .string(path),
            "list_title": .string(type.title[context.language]), "heading": .string(title(content)),
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

    /// Moves the entry to the trash, with every reference to it cleared.
    func removeUsed(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let content = try await content(context)
        let after: Content
        do {
            after = try await change(content, by: .remove(clearingReferences: true), Form([]), context)
        } catch let problem as Problem where problem.kind == .conflict {
            return try await showUses(context, problem: problem)
        }
        let title = title(content)
        return try await console.done(
            Localized(
                "«\(title)» в корзине, ссылки убраны",
                "“\(title)” is in the trash, references cleared"
            ),
            undo: FlashMessage.Call.reverting(after, since: content.version, of: type),
            to: path,
            context
        )
    }

    // MARK: Pictures

    /// The library of uploads for one field; without scripts each picture is a button that saves the choice.
    func showPictures(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let name = try context.parameters.require("field")
        guard let field = type.field(name), case .media(let isImage, let isMany) = field.control else {
            throw Problem.notFound(Localized("Такого поля нет.", "There is no such field."))
        }
        let key = try context.contentKey
        let content = key == "new" ? nil : try await content(key, context)
        let cursor = request.query.last { $0.name == "cursor" }?.value
        let (uploads, next) = try await console.uploads(from: cursor, context)
        let items = uploads.filter { ($0.width != nil) == isImage }
        let chosen = content.map { texts(of: $0, context)[name] } ?? []
        var page = ConsolePage(
            "form-pictures",
            title: Localized("Библиотека", "Library")[context.language],
            path: path
        )
        let own = "\(path)/\(content?.id ?? "new")"
        page.context = [
            "own": .string(own), "list": .string(path), "list_title": .string(type.title[context.language]),
            "heading": .string(content.map { title($0) } ?? ""), "field": .string(name),
            "field_title": .string(field.title[context.language]),
            "version": .string(content.map { String($0.version) } ?? ""),
            "kept": .array(isMany ? chosen.map { .string($0) } : []),
            "items": .array(items.map(\.json)), "is_empty": .bool(items.isEmpty), "is_image": .bool(isImage),
            "more": JSON(next.map { "\(own)/pictures/\(name)?cursor=\($0.percentEncoded)" }),
        ]
        return try await console.show(page, context)
    }
}
