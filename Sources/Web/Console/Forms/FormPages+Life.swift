import Core
import HTTPTypes
import Hummingbird
import Storage

extension FormPages {
    /// An act that comes from another page, with what it needs beside it.
    func act(_ verb: FormVerb, _ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await request.form()
        let content = try await content(try context.id, context)
        if verb == .publish {
            let id = content["id"]?.string ?? ""
            let version = content["version"]?.integer
            let until = content["fields"]?["live_until"]?.string.flatMap { Timestamp($0) }
            if let until, until < console.time(context).now {
                return .redirect(to: "\(path)/\(id)?dialog=over", type: .normal)
            }
            let after = try await console.api(context).send(
                .put,
                "\(path)/\(id)/publication",
                version: version,
                note: note(form)
            )
            return try await published(after, since: version, form, context)
        }
        return try await perform(verb, on: content, form, context)
    }

    /// Where somebody goes on after an act.
    private func back(_ form: Form, otherwise path: String) -> String {
        form["back"].flatMap { $0.hasPrefix("/") && !$0.hasPrefix("//") && !$0.contains("\\") ? $0 : nil }
            ?? path
    }

    /// Taken back, apps see again what they saw, and what was published is the draft.
    func published(
        _ content: JSON,
        since version: Int64?,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let id = content["id"]?.string ?? ""
        // It was published as it was made, so nothing was there before.
        let isNew = content["version"]?.integer == 1
        let off = bulk(id, ["action": "unpublish", "versions": [1]])
        return try await console.done(
            Localized("Опубликовано", "Published"),
            undo: isNew ? [off] : Notice.Call.reverting(content, since: version, at: path, keepsDraft: true),
            to: back(form, otherwise: "\(path)/\(id)"),
            context
        )
    }

    private func bulk(_ id: String, _ members: JSON) -> Notice.Call {
        Notice.Call("POST", "\(path)/bulk", members.merged(with: ["ids": [.string(id)]]))
    }

    /// Whatever a form can do beside keeping and publishing what it holds.
    func perform(
        _ verb: FormVerb,
        on content: JSON,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let api = console.api(context)
        let id = content["id"]?.string ?? ""
        let own = "\(path)/\(id)"
        let version = content["version"]?.integer
        let note = note(form)
        var after = content
        let text: Localized
        var next = back(form, otherwise: own)
        switch verb {
        case .unpublish:
            after = try await api.send(.delete, "\(own)/publication", version: version, note: note)
            text = Localized("Снято с публикации", "Unpublished")
        case .discard:
            after = try await api.send(.delete, "\(own)/draft", version: version, note: note)
            text = Localized("Правки отменены", "Changes discarded")
        case .schedule: return try await schedule(content, form, context)
        case .copy:
            let copy = try await api.send(.post, "\(own)/copies", note: note)
            text = Localized("Это копия, её ещё никто не видит", "This is a copy that nobody sees yet")
            next = "\(path)/\(copy["id"]?.string ?? "")"
        case .archive:
            after = try await api.send(.put, "\(own)/archive", version: version, note: note)
            text = Localized("«\(title(content))» в архиве", "“\(title(content))” is archived")
            next = back(form, otherwise: path)
        case .remove:
            do {
                try await api.send(.delete, own, version: version, note: note)
            } catch let problem as Problem where problem.kind == .conflict {
                return .redirect(to: "\(own)/uses", type: .normal)
            }
            text = Localized("«\(title(content))» в корзине", "“\(title(content))” is in the trash")
            next = back(form, otherwise: path)
        case .release:
            let name = try await addToRelease(id, form, api)
            text = Localized("Добавлено в выпуск «\(name)»", "Added to the release “\(name)”")
        case .save, .publish, .merge, .theirs: text = Localized("Черновик сохранён", "Draft saved")
        }
        let undo =
            verb == .remove
            ? Notice.Call.reverting(removalOf: content, at: path)
            : Notice.Call.reverting(after, since: version, at: path)
        return try await console.done(text, undo: undo, to: next, context)
    }

    private func title(_ content: JSON) -> String { content["title"]?.string ?? "" }

    /// Puts the content into an open release, or into a new one of the name that is given.
    private func addToRelease(_ id: String, _ form: Form, _ api: AdminAPI) async throws -> String {
        var release = form["_release"] ?? ""
        if release.isEmpty {
            let title = form["_release_title"] ?? ""
            let made = try await api.send(.post, "/releases", body: ["title": .string(title)])
            release = made["id"]?.string ?? ""
        }
        let action = form["_release_action"] ?? "publish"
        let answer = try await api.send(
            .put,
            "/releases/\(release.percentEncoded)/items/\(id)",
            body: ["action": .string(action)]
        )
        return answer["title"]?.string ?? ""
    }

    // MARK: Schedule

    /// Sets, changes or cancels what happens by itself; an empty time cancels.
    private func schedule(_ content: JSON, _ form: Form, _ context: ConsoleContext) async throws -> Response {
        let api = console.api(context)
        let time = console.time(context)
        let own = "\(path)/\(content["id"]?.string ?? "")"
        var done: [String] = []
        for (noun, verb) in [
            ("publication", Localized("публикация", "publication")),
            ("withdrawal", Localized("снятие", "withdrawal")),
        ] {
            let cancelled = noun == "publication" ? "отменена" : "отменено"
            let isCancelled = form["_cancel"] == noun
            guard form.contains("_\(noun)_at") || isCancelled else { continue }
            let text = isCancelled ? "" : form["_\(noun)_at"] ?? ""
            let planned = content["schedule"]?[noun]?["at"]?.string.flatMap { Timestamp($0) }
            guard text != planned.map({ time.field($0) }) ?? "" else { continue }
            if text.isEmpty {
                try await api.send(.delete, "\(own)/schedule/\(noun)", note: note(form))
                done.append(Localized("\(verb.ru) \(cancelled)", "\(verb.en) cancelled")[context.language])
            } else {
                guard let at = time.moment(ofField: text) else {
                    throw Problem.invalid([Fault("#/at", "укажите дату и время", "must be a date and a time")]
                    )
                }
                let body: JSON = ["at": .string(at.description)]
                try await api.send(.put, "\(own)/schedule/\(noun)", body: body, note: note(form))
                done.append("\(verb[context.language]) \(time.moment(at))")
            }
        }
        let text =
            done.isEmpty
            ? Localized("Ничего не изменилось", "Nothing has changed")[context.language]
            : done.joined(separator: ", ").capitalizedStart
        return try await console.done(Localized(text, text), to: back(form, otherwise: own), context)
    }

    /// Switches a flag of the form, at once and past its draft.
    func setFlag(_ name: String, of content: JSON, _ context: ConsoleContext) async throws -> Response {
        let own = "\(path)/\(content["id"]?.string ?? "")"
        guard let field = type.field(name), field.isImmediate else {
            throw Problem.notFound(Localized("Нет такого переключателя.", "There is no such flag."))
        }
        let isOn = content["fields"]?[name] == true
        let flag = "\(own)/flags/\(name)"
        try await console.api(context).send(.put, flag, body: ["value": .bool(!isOn)])
        let text =
            isOn
            ? Localized("\(field.title.ru): выключено", "\(field.title.en): off")
            : Localized("\(field.title.ru): включено", "\(field.title.en): on")
        return try await console.done(
            text,
            undo: [Notice.Call("PUT", flag, ["value": .bool(isOn)])],
            to: own,
            context
        )
    }
}
