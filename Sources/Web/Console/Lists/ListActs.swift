import Core
import HTTPTypes
import Hummingbird
import Storage

/// Actions on one row of a list, or from the form of one entry; each can be undone.
struct ListActs: Sendable {
    let console: Console
    let type: ContentType
    let path: String

    func add(to group: RouterGroup<ConsoleContext>) {
        group.post(RouterPath("\(path)/{id}/flags/{field}")) { request, context in
            try await setFlag(request, context)
        }
        .post(RouterPath("\(path)/{id}/copy")) { request, context in try await copy(request, context) }
        .post(RouterPath("\(path)/{id}/purge")) { request, context in try await purge(request, context) }
        .post(RouterPath("\(path)/move")) { request, context in try await move(request, context) }
        for (act, done) in Self.acts {
            group.post(RouterPath("\(path)/{id}/\(act.rawValue)")) { request, context in
                try await perform(act, done, request, context)
            }
        }
    }

    /// The actions that archive, trash and restore an entry, with their messages.
    private static let acts: [(Act, done: @Sendable (String) -> Localized)] = [
        (.archive, { Localized("«\($0)» в\u{A0}архиве", "“\($0)” is archived") }),
        (.unarchive, { Localized("«\($0)» снова среди черновиков", "“\($0)” is a draft again") }),
        (.remove, { Localized("«\($0)» в\u{A0}корзине", "“\($0)” is in the trash") }),
        (.recover, { Localized("«\($0)» восстановлено", "“\($0)” is recovered") }),
    ]

    /// The actions on one or more entries that need no value.
    enum Act: String {
        case publish, unpublish, archive, unarchive, remove, recover

        var edit: Edit {
            switch self {
            // An entry whose window has passed is published only after a confirmation.
            case .publish: .publishUnlessOver
            case .unpublish: .unpublish
            case .archive: .archive
            case .unarchive: .unarchive
            case .remove: .remove(clearingReferences: false)
            case .recover: .recover(clearingReferences: false)
            }
        }
    }

    private func perform(
        _ act: Act,
        _ done: (String) -> Localized,
        _ request: Request,
        _ context: ConsoleContext
    ) async throws -> Response {
        let form = try await request.form()
        let content = try await change(try context.contentID, by: act.edit, context)
        return try await console.done(
            done(type.title(of: content.fields)),
            undo: FlashMessage.Call.reverting([(content.id, content.version)], of: type),
            to: form.back(path),
            context
        )
    }

    private func change(_ id: String, by edit: Edit, _ context: ConsoleContext) async throws -> Content {
        let act = ContentStore.Act(author: context.author)
        return try await console.services.contents.change(id, of: type, by: edit, as: act)
    }

    private func setFlag(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (id, name) = (try context.contentID, try context.parameters.require("field"))
        guard let field = type.field(name), field.isImmediate else {
            throw Problem.notFound(Localized("Такого переключателя нет.", "There is no such switch."))
        }
        let value = form["value"] == "true"
        let content = try await change(id, by: .setFlag(name, value), context)
        let title = type.title(of: content.fields)
        return try await console.done(
            value
                ? Localized(
                    "«\(title)»: включено «\(field.title.ru)»",
                    "“\(title)”: “\(field.title.en)” is on"
                )
                : Localized(
                    "«\(title)»: выключено «\(field.title.ru)»",
                    "“\(title)”: “\(field.title.en)” is off"
                ),
            undo: [.setting(name, to: !value, of: id, type)],
            to: form.back(path),
            context
        )
    }

    /// Opens the form of the copy, since a copy is made to be changed.
    private func copy(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let act = ContentStore.Act(author: context.author)
        let copy = try await console.services.contents.copy(try context.contentID, of: type, as: act)
        return try await console.done(
            Localized("Это копия: черновик", "This is the copy: a draft"),
            undo: [.contents(type, [copy.id], ["action": "remove", "versions": [.integer(copy.version)]])],
            to: "\(path)/\(copy.id)",
            context
        )
    }

    /// Moves `id` `after` or `before` another entry; `was_after` or `was_before` is the position for the undo.
    private func move(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = Form(try await request.form().fields + request.query)
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }) else {
            throw Problem.invalid([Fault("#/id", "нужна запись", "must be a content")])
        }
        func place(_ after: String, _ before: String) -> Place? {
            if let id = form[after].flatMap({ Identifier.normalized($0) }) { return .after(id) }
            return form[before].flatMap { Identifier.normalized($0) }.map { .before($0) }
        }
        let content = try await console.services.contents.move(
            id,
            of: type,
            to: place("after", "before") ?? (form["to"] == "last" ? .last : .first),
            as: ContentStore.Act(author: context.author)
        )
        let title = type.title(of: content.fields)
        return try await console.done(
            Localized("«\(title)» на новом месте", "“\(title)” has another place"),
            undo: place("was_after", "was_before").map { [.moving(id, to: $0, type)] } ?? [],
            to: form.back(path),
            context
        )
    }

    // MARK: Purge

    static func purgeDialog(
        _ content: Content,
        _ type: ContentType,
        _ path: String,
        isWrong: Bool = false
    ) -> JSON {
        [
            "purge": [
                "purge_title": .string(type.title(of: content.fields)), "purge_id": .string(content.id),
                "purge_act": .string("\(path)/\(content.id)/purge"),
                "is_wrong": .bool(isWrong),
            ]
        ]
    }

    private func purge(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let contents = try console.contents(context)
        let content = try await contents.content(try context.contentID, of: type)
        let title = type.title(of: content.fields)
        guard form["name"]?.trimmed == title.trimmed else {
            var extras = ListPage.Extras()
            extras.dialog = Self.purgeDialog(content, type, path, isWrong: true)
            extras.status = .unprocessableContent
            let address = ListAddress(back: form["back"], of: type, at: path)
            return try await ListPage(console: console, type: type, path: path).show(address, extras, context)
        }
        let act = ContentStore.Act(author: context.author, version: content.version)
        try await contents.purge(content.id, of: type, as: act)
        return try await console.done(
            Localized("«\(title)» удалено навсегда", "“\(title)” is gone for ever"),
            to: form.back(path),
            context
        )
    }
}

extension ConsoleContext {
    /// The id of the entry in the path.
    var contentID: String {
        get throws {
            guard let id = Identifier.normalized(try parameters.require("id")) else {
                throw Problem.notFound(Localized("Такой записи нет.", "There is no such entry."))
            }
            return id
        }
    }
}
