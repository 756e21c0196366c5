import Core
import HTTPTypes
import Hummingbird

/// What is done to one row of a list, or from the form of one content; each can be taken back.
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
        for act in Act.allCases {
            group.post(RouterPath("\(path)/{id}/\(act.rawValue)")) { request, context in
                try await perform(act, request, context)
            }
        }
    }

    /// What moves an entry in and out of the archive and the trash.
    enum Act: String, CaseIterable {
        case archive, unarchive, remove, recover

        func done(_ title: String) -> Localized {
            switch self {
            case .archive: Localized("«\(title)» в\u{A0}архиве", "“\(title)” is archived")
            case .unarchive: Localized("«\(title)» снова среди черновиков", "“\(title)” is a draft again")
            case .remove: Localized("«\(title)» в\u{A0}корзине", "“\(title)” is in the trash")
            case .recover: Localized("«\(title)» восстановлено", "“\(title)” is recovered")
            }
        }
    }

    private func perform(_ act: Act, _ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = try context.contentID
        let api = console.api(context)
        let body: JSON = [
            "action": .string(act.rawValue), "ids": [.string(id)], "mode": "each", "list_changed": true,
        ]
        let report = try await api.send(.post, "\(path)/bulk", body: body)
        if let failure = report["failures"]?.array?.first { throw Self.problem(failure) }
        let title = try await api.get("\(path)/\(id)")["title"]?.string ?? ""
        return try await console.done(
            act.done(title),
            undo: Notice.Call.reverting(report: report, at: path),
            to: form.back(path),
            context
        )
    }

    /// Why one content could not be changed, as the bulk report has it in the language of who asks.
    static func problem(_ failure: JSON) -> Problem {
        let kind = failure["problem"]?.string.flatMap { Problem.Kind(rawValue: $0) } ?? .conflict
        let detail = reason(failure)
        return Problem(kind, Localized(detail, detail))
    }

    /// The reason with every fault, as one text.
    static func reason(_ failure: JSON) -> String {
        let faults = (failure["errors"]?.array ?? []).map { fault in
            let field = fault["pointer"]?.string?.drop { "#/".contains($0) } ?? ""
            return field.isEmpty
                ? fault["detail"]?.string ?? "" : "\(field): \(fault["detail"]?.string ?? "")"
        }
        return ([failure["detail"]?.string ?? ""] + faults).joined(separator: " ")
    }

    private func setFlag(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (id, name) = (try context.contentID, try context.parameters.require("field"))
        guard let field = type.field(name), field.isImmediate else {
            throw Problem.notFound(Localized("Такого переключателя нет.", "There is no such switch."))
        }
        let value = form["value"] == "true"
        let address = "\(path)/\(id)/flags/\(name)"
        let content = try await console.api(context).send(.put, address, body: ["value": .bool(value)])
        let title = content["title"]?.string ?? ""
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
            undo: [Notice.Call("PUT", address, ["value": .bool(!value)])],
            to: form.back(path),
            context
        )
    }

    /// Opens the form of the copy, since a copy is made to be changed.
    private func copy(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let content = try await console.api(context).send(.post, "\(path)/\(try context.contentID)/copies")
        let id = content["id"]?.string ?? ""
        let remove: JSON = ["action": "remove", "ids": [.string(id)], "versions": [content["version"] ?? 1]]
        return try await console.done(
            Localized("Это копия: черновик", "This is the copy: a draft"),
            undo: [Notice.Call("POST", "\(path)/bulk", remove)],
            to: "\(path)/\(id)",
            context
        )
    }

    /// `id` goes `after` or `before` another; where it `was` is what takes it back.
    private func move(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = Form(try await request.form().fields + request.query)
        guard let id = form["id"].flatMap({ Identifier.normalized($0) }) else {
            throw Problem.invalid([Fault("#/id", "нужна запись", "must be a content")])
        }
        func place(_ after: String, _ before: String) -> JSON? {
            if let id = form[after].flatMap({ Identifier.normalized($0) }) { return ["after": .string(id)] }
            return form[before].flatMap { Identifier.normalized($0) }.map { ["before": .string($0)] }
        }
        let content = try await console.api(context).send(
            .put,
            "\(path)/\(id)/position",
            body: place("after", "before") ?? ["to": .string(form["to"] == "last" ? "last" : "first")]
        )
        let title = content["title"]?.string ?? ""
        let undo = place("was_after", "was_before").map { Notice.Call("PUT", "\(path)/\(id)/position", $0) }
        return try await console.done(
            Localized("«\(title)» на новом месте", "“\(title)” has another place"),
            undo: undo.map { [$0] } ?? [],
            to: form.back(path),
            context
        )
    }

    // MARK: For ever

    static func purgeDialog(_ content: JSON, _ path: String, isWrong: Bool = false) -> JSON {
        [
            "purge": [
                "purge_title": content["title"] ?? "", "purge_id": content["id"] ?? "",
                "purge_act": .string("\(path)/\(content["id"]?.string ?? "")/purge"),
                "is_wrong": .bool(isWrong),
            ]
        ]
    }

    private func purge(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let api = console.api(context)
        let id = try context.contentID
        let content = try await api.get("\(path)/\(id)")
        let title = content["title"]?.string ?? ""
        guard form["name"]?.trimmed == title.trimmed else {
            var extras = ListPage.Extras()
            extras.dialog = Self.purgeDialog(content, path, isWrong: true)
            extras.status = .unprocessableContent
            let address = ListAddress(back: form["back"], of: type, at: path)
            return try await ListPage(console: console, type: type, path: path).show(address, extras, context)
        }
        try await api.send(
            .delete,
            "\(path)/\(id)",
            [("purge", "true")],
            version: content["version"]?.integer
        )
        return try await console.done(
            Localized("«\(title)» удалено навсегда", "“\(title)” is gone for ever"),
            to: form.back(path),
            context
        )
    }
}

extension ConsoleContext {
    /// The content that the path names.
    var contentID: String {
        get throws {
            guard let id = Identifier.normalized(try parameters.require("id")) else {
                throw Problem.notFound(Localized("Такой записи нет.", "There is no such content."))
            }
            return id
        }
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
