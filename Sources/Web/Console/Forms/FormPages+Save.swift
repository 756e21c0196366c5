import Core
import HTTPTypes
import Hummingbird
import Storage

/// The action of a submitted form.
enum FormVerb: String {
    case save, publish, merge, theirs, unpublish, discard, schedule, copy, archive, remove, release

    /// True if the form is saved before the action.
    var keepsForm: Bool {
        switch self {
        case .save, .publish, .merge, .unpublish, .schedule, .copy, .archive, .remove, .release: true
        case .theirs, .discard: false
        }
    }
}

extension FormPages {
    /// Handles a submitted form, with any of its buttons.
    func post(_ request: Request, _ id: String?, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        var form = try await request.form()
        let insists = form["_do"] == Self.publishOver
        let verb = insists ? .publish : FormVerb(rawValue: form["_do"] ?? "save")
        if verb == .theirs, let id {
            let done = Localized("Взята чужая версия", "Their version was taken")
            return try await console.done(done, to: "\(path)/\(id)", context)
        }
        if let text = form["_row"], let act = FormRowAct(text, of: type) {
            return try await showRows(act, form, id, context)
        }
        var version = form["_version"].flatMap { Int64($0) }
        if verb == .merge {
            form = form.takingTheirs(of: type)
            version = form["_theirs"].flatMap { Int64($0) }
        }
        let asks = verb == .publish && !insists && isOver(form, console.time(context))
        let content: Content
        do {
            content = try await tellingProblems {
                try await keep(form, id, from: version, publish: verb == .publish && !asks, context)
            }
        } catch let problem as Problem {
            return try await refused(problem, form, id, context)
        }
        let kept = content.id
        if asks { return .redirect(to: "\(path)/\(kept)?dialog=over", type: .normal) }
        if let name = form["_flag"] { return try await setFlag(name, of: content, context) }
        if let field = form["_pick"] {
            return .redirect(to: "\(path)/\(kept)/pictures/\(field.percentEncoded)", type: .normal)
        }
        switch verb {
        case .publish: return try await published(content, since: version, form, context)
        case .save, .merge, .theirs, nil:
            return try await console.done(
                Localized("Черновик сохранён", "Draft saved"),
                to: "\(path)/\(kept)",
                context
            )
        case .schedule, .release:
            do {
                return try await perform(verb ?? .save, on: content, form, context)
            } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
                return try await unready(problem, content, form, context)
            }
        case .unpublish, .discard, .copy, .archive, .remove:
            return try await perform(verb ?? .save, on: content, form, context)
        }
    }

    /// The button that publishes an entry whose window has passed.
    static let publishOver = "publish-over"

    /// True if the window to be published has passed, which needs a confirmation.
    private func isOver(_ form: Form, _ time: HumanTime) -> Bool {
        guard let until = form["live_until"].flatMap({ time.moment(ofField: $0) }) else { return false }
        return until < time.now
    }

    /// The saved form with the faults that prevent the scheduled change.
    private func unready(
        _ problem: Problem,
        _ content: Content,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> Response {
        var stand = FormStand(content: content, texts: texts(of: content, context))
        stand.faults = problem.faults.isEmpty ? [Fault("#", problem.detail)] : problem.faults
        stand.status = problem.kind.status
        if form["_do"] == FormVerb.schedule.rawValue {
            let fault = stand.faults.first { $0.pointer == "#/at" }
            stand.plan = [
                "publication": .string(form["_publication_at"] ?? ""),
                "withdrawal": .string(form["_withdrawal_at"] ?? ""), "note": .string(form["_note"] ?? ""),
                "problem": JSON(fault?.detail[context.language]),
            ]
            if fault != nil { (stand.dialog, stand.faults) = ("schedule", []) }
        }
        return try await show(stand, context)
    }

    /// Saves the submitted texts; throws their faults.
    ///
    /// A part with an unchanged text is not written, so nothing that the form does not show is lost.
    func keep(
        _ form: Form,
        _ id: String?,
        from version: Int64?,
        publish: Bool,
        _ context: ConsoleContext
    ) async throws -> Content {
        let contents = try console.contents(context)
        let reader = FormReader(type: type, time: console.time(context))
        guard let id else {
            let (fields, faults) = reader.patch(try await resolved(form, contents), base: type.initialBody)
            guard faults.isEmpty else { throw Problem.invalid(faults) }
            let act = ContentStore.Act(author: context.author)
            return try await contents.create(fields, of: type, publish: publish, as: act)
        }
        let current = try await content(id, context)
        let base =
            version == nil || version == current.version
            ? current.fields : try await contents.version(version ?? 0, of: id, type)?.body ?? [:]
        let (fields, faults) = reader.patch(try await resolved(form, contents), base: base)
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        guard !fields.isEmpty || publish else { return current }
        // Texts that are saved already, perhaps by this very form whose response was lost, are no conflict.
        if !publish, let version, version != current.version,
            try await isKept(form, current, since: version, context)
        {
            return current
        }
        let act = ContentStore.Act(
            author: context.author,
            version: version ?? current.version,
            note: try note(form)
        )
        return try await contents.change(id, of: type, by: .save(fields, publish: publish), as: act)
    }

    /// True if all changes of the form are saved already.
    private func isKept(
        _ form: Form,
        _ current: Content,
        since version: Int64,
        _ context: ConsoleContext
    ) async throws -> Bool {
        let own = Form(form.fields + [("_version", String(version))])
        let conflict = try await conflict(with: current, own, context)
        return conflict.merged(of: type) == conflict.theirs
    }

    func note(_ form: Form) throws(Problem) -> String? {
        guard let note = form["_note"] else { return nil }
        return try note.checkedNote()
    }

    /// The form with ids in place of the slugs that somebody has typed where scripts are disabled.
    private func resolved(_ form: Form, _ contents: ContentStore) async throws -> Form {
        var fields = form.fields
        for part in type.formParts {
            if !part.field.columns.isEmpty, form.contains(part.name) {
                let rows = try await resolved(part.field, in: form, contents)
                fields += rows.map { (name: part.name, value: $0.text) }
            }
            guard case .reference(let target, _) = part.field.control, let type = console.type(named: target)
            else { continue }
            for (index, field) in fields.enumerated()
            where field.name == part.name && !field.value.isEmpty && Identifier.normalized(field.value) == nil
            {
                guard let found = try? await contents.content(field.value, of: type) else {
                    throw Problem.invalid([Fault(part.pointer, "такой записи нет", "is not there")])
                }
                fields[index].value = found.id
            }
        }
        return Form(fields)
    }

    // MARK: Faults

    /// The form again, with all its texts and the faults.
    func refused(
        _ problem: Problem,
        _ form: Form,
        _ id: String?,
        _ context: ConsoleContext
    ) async throws -> Response {
        guard problem.kind == .invalid || problem.kind == .stale || problem.kind == .conflict else {
            throw problem
        }
        guard let id else {
            let initial = FormTexts(type.initialBody, of: type, console.time(context))
            var stand = FormStand(content: nil, texts: initial.filled(in: form, of: type))
            (stand.faults, stand.status) = (faults(of: problem), problem.kind.status)
            return try await show(stand, context)
        }
        let content = try await content(id, context)
        let theirs = texts(of: content, context)
        var stand = FormStand(content: content, texts: theirs.filled(in: form, of: type))
        stand.version = form["_version"].flatMap { Int64($0) }
        stand.status = problem.kind.status
        if problem.kind == .stale {
            let conflict = try await conflict(with: content, form, context)
            stand.conflict = conflict
            stand.texts = conflict.merged(of: type)
        } else {
            stand.faults = faults(of: problem)
        }
        return try await show(stand, context)
    }

    /// A fault without fields is shown at the slug, the one value that can be taken already.
    private func faults(of problem: Problem) -> [Fault] {
        problem.faults.isEmpty
            ? [Fault(type.fields.first { $0.kind == .slug }.map { "#/\($0.name)" } ?? "#", problem.detail)]
            : problem.faults
    }

    func conflict(
        with content: Content,
        _ form: Form,
        _ context: ConsoleContext
    ) async throws -> FormConflict {
        let version = form["_version"].flatMap { Int64($0) } ?? 0
        let theirs = texts(of: content, context)
        let known = try await console.contents(context).version(version, of: content.id, type)?.body
        let base = known.map { FormTexts($0, of: type, console.time(context)) } ?? theirs
        return FormConflict(
            author: content.updatedBy,
            at: content.updatedAt,
            version: content.version,
            base: base,
            theirs: theirs,
            mine: base.filled(in: form, of: type)
        )
    }
}
