import Core
import HTTPTypes
import Hummingbird
import Storage

extension FormPages {
    /// Performs an action that is submitted from another page, with its own fields.
    func act(_ verb: FormVerb, _ request: Request, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        let form = try await request.form()
        let content = try await content(context)
        guard verb == .publish else { return try await perform(verb, on: content, form, context) }
        if let until = content.fields.timestamp("live_until"), until < console.time(context).now {
            return .redirect(to: "\(path)/\(content.id)?dialog=over", type: .normal)
        }
        let after = try await change(content, by: .publish, form, context)
        return try await published(after, since: content.version, form, context)
    }

    /// Changes the entry at the version that was read, with the note of the form.
    func change(
        _ content: Content,
        by edit: Edit,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Content {
        let act = ContentStore.Act(author: context.author, version: content.version, note: try note(form))
        return try await console.services.contents.change(content.id, of: type, by: edit, as: act)
    }

    /// Redirects after a publication; undoing it restores what apps saw, and keeps the published body as the draft.
    func published(
        _ content: Content,
        since version: Int64?,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        // It was published when it was created, so there is no earlier version.
        let isNew = content.version == 1
        return try await console.done(
            Localized("Опубликовано", "Published"),
            undo: isNew
                ? [.contents(type, [content.id], ["action": "unpublish", "versions": [1]])]
                : FlashMessage.Call.reverting(content, since: version, of: type, keepsDraft: true),
            to: form.back("\(path)/\(content.id)"),
            context
        )
    }

    /// Performs any action of a form besides saving and publishing.
    func perform(
        _ verb: FormVerb,
        on content: Content,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let own = "\(path)/\(content.id)"
        let title = title(content)
        var after = content
        let text: Localized
        var next = form.back(own)
        switch verb {
        case .unpublish:
            after = try await change(content, by: .unpublish, form, context)
            text = Localized("Снято с публикации", "Unpublished")
        case .discard:
            after = try await change(content, by: .discard, form, context)
            text = Localized("Правки отменены", "Changes discarded")
        case .schedule: return try await schedule(content, form, context)
        case .copy:
            let act = ContentStore.Act(author: context.author, note: try note(form))
            let copy = try await console.services.contents.copy(content.id, of: type, as: act)
            text = Localized("Это копия, её ещё никто не видит", "This is a copy that apps do not show yet")
            next = "\(path)/\(copy.id)"
        case .archive:
            after = try await change(content, by: .archive, form, context)
            text = Localized("«\(title)» в архиве", "“\(title)” is archived")
            next = form.back(path)
        case .remove:
            do {
                after = try await change(content, by: .remove(clearingReferences: false), form, context)
            } catch let problem as Problem where problem.kind == .conflict {
                return .redirect(to: "\(own)/uses", type: .normal)
            }
            text = Localized("«\(title)» в корзине", "“\(title)” is in the trash")
            next = form.back(path)
        case .release:
            let name = try await addToRelease(content, form, context)
            text = Localized("Добавлено в выпуск «\(name)»", "Added to the release “\(name)”")
        case .save, .publish, .merge, .theirs: text = Localized("Черновик сохранён", "Draft saved")
        }
        let undo = FlashMessage.Call.reverting(after, since: content.version, of: type)
        return try await console.done(text, undo: undo, to: next, context)
    }

    /// Adds the entry to an open release, or to a new one with the given name.
    private func addToRelease(
        _ content: Content,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> String {
        let act = ContentStore.Act(author: context.author)
        let releases = console.services.releases
        var release = form["_release"] ?? ""
        if release.isEmpty {
            let title = form["_release_title"] ?? ""
            let change = try ReleaseChange(["title": .string(title)], isNew: true)
            release = try await releases.create(change, as: act).id
        }
        let action = Schedule.Action(rawValue: form["_release_action"] ?? "") ?? .publish
        return try await releases.put(content.id, action, into: release, as: act).title
    }

    // MARK: Schedule

    /// Sets, changes or cancels a scheduled change; an empty time cancels.
    private func schedule(
        _ content: Content,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        let (contents, time) = (console.services.contents, console.time(context))
        let act = ContentStore.Act(author: context.author, note: try note(form))
        var done: [String] = []
        for action in Schedule.Action.allCases {
            let isCancelled = form["_cancel"] == action.noun
            let name = "_\(action.noun)_at"
            guard form.contains(name) || isCancelled else { continue }
            let text = isCancelled ? "" : form[name] ?? ""
            guard text != content.schedule[action].map({ time.field($0.at) }) ?? "" else { continue }
            if text.isEmpty {
                _ = try await contents.cancel(action, of: content.id, of: type, as: act)
                let cancelled = action == .publish ? "отменена" : "отменено"
                done.append(
                    Localized("\(action.title.ru) \(cancelled)", "\(action.title.en) cancelled")[
                        context.language
                    ]
                )
            } else {
                guard let at = time.moment(ofField: text) else {
                    throw Problem.invalid([Fault("#/at", "укажите дату и время", "must be a date and a time")]
                    )
                }
                _ = try await contents.schedule(action, of: content.id, of: type, at: at, as: act)
                done.append("\(action.title[context.language]) \(time.moment(at))")
            }
        }
        let text =
            done.isEmpty
            ? Localized("Ничего не изменилось", "Nothing has changed")[context.language]
            : done.joined(separator: ", ").capitalizedStart
        let next = form.back("\(path)/\(content.id)")
        return try await console.done(Localized(text, text), to: next, context)
    }

    /// Switches a flag in the form, at once and bypassing its draft.
    func setFlag(_ name: String, of content: Content, _ context: ConsoleContext) async throws -> Response {
        guard let field = type.field(name), field.isImmediate else {
            throw Problem.notFound(Localized("Нет такого переключателя.", "There is no such flag."))
        }
        let isOn = content.fields[name] == true
        _ = try await console.services.contents.change(
            content.id,
            of: type,
            by: .setFlag(name, !isOn),
            as: ContentStore.Act(author: context.author)
        )
        let text =
            isOn
            ? Localized("\(field.title.ru): выключено", "\(field.title.en): off")
            : Localized("\(field.title.ru): включено", "\(field.title.en): on")
        return try await console.done(
            text,
            undo: [.setting(name, to: isOn, of: content.id, type)],
            to: "\(path)/\(content.id)",
            context
        )
    }
}
