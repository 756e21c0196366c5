import Core
import HTTPTypes
import Hummingbird
import Storage

/// What somebody wants with a form.
enum FormVerb: String {
    case save, publish, merge, theirs, unpublish, discard, schedule, copy, archive, remove, release

    /// The form is to be kept before it is done.
    var keepsForm: Bool {
        switch self {
        case .save, .publish, .merge, .unpublish, .schedule, .copy, .archive, .remove, .release: true
        case .theirs, .discard: false
        }
    }
}

extension FormPages {
    /// A form that was sent, by whichever of its buttons.
    func post(_ request: Request, _ id: String?, _ context: ConsoleContext) async throws -> Response {
        try context.author.require(.writeContent)
        var form = try await request.form()
        let insists = form["_do"] == Self.publishOver
        let verb = insists ? .publish : FormVerb(rawValue: form["_do"] ?? "save")
        if verb == .theirs, let id {
            return try await console.done(
                Localized("Взята чужая версия", "Their version was taken"),
                to: "\(path)/\(id)",
                context
            )
        }
        var version = form["_version"].flatMap { Int64($0) }
        if verb == .merge {
            form = form.takingTheirs(of: type)
            version = form["_theirs"].flatMap { Int64($0) }
        }
        let content: JSON
        let asks = verb == .publish && !insists && isOver(form, console.time(context))
        do {
            content = try await keep(form, id, from: version, publish: verb == .publish && !asks, context)
        } catch let problem as Problem {
            return try await refused(problem, form, id, context)
        }
        let kept = content["id"]?.string ?? ""
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

    /// The button that publishes what apps would not show any more.
    static let publishOver = "publish-over"

    /// What the form asks to publish has an end that has passed, so somebody should know before.
    private func isOver(_ form: Form, _ time: HumanTime) -> Bool {
        guard let until = form["live_until"].flatMap({ time.moment(ofField: $0) }) else { return false }
        return until < time.now
    }

    /// The form, which has been kept, with what stands in the way of a plan beside its fields.
    private func unready(
        _ problem: Problem,
        _ content: JSON,
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
                "withdrawal": .string(form["_withdrawal_at"] ?? ""), "note": .string(note(form) ?? ""),
                "problem": JSON(fault?.detail[context.language]),
            ]
            if fault != nil { (stand.dialog, stand.faults) = ("schedule", []) }
        }
        return try await show(stand, context)
    }

    /// Keeps what has been filled in; throws what is wrong with it.
    ///
    /// A text that is as long as it was before is left alone, so nothing that the form does not show is lost.
    func keep(
        _ form: Form,
        _ id: String?,
        from version: Int64?,
        publish: Bool,
        _ context: ConsoleContext
    ) async throws -> JSON {
        let api = console.api(context)
        let reader = FormReader(type: type, time: console.time(context))
        let query: AdminAPI.Query = publish ? [("publish", "true")] : []
        guard let id else {
            let (fields, faults) = reader.patch(try await resolved(form, api), base: type.initialBody)
            guard faults.isEmpty else { throw Problem.invalid(faults) }
            return try await api.send(
                .post,
                path,
                query,
                body: .object(type.initialBody.merging(fields) { $1 })
            )
        }
        let current = try await content(id, context)
        let now = current["version"]?.integer
        let base =
            version == nil || version == now
            ? current["fields"]?.object ?? [:] : try await body(of: id, at: version ?? 0, api) ?? [:]
        let (fields, faults) = reader.patch(try await resolved(form, api), base: base)
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        guard !fields.isEmpty || publish else { return current }
        // What somebody has saved already, perhaps this very form whose answer was lost, is no conflict.
        if !publish, version != now, let version, try await isKept(form, current, since: version, context) {
            return current
        }
        return try await api.send(
            .patch,
            "\(path)/\(id)",
            query,
            body: .object(fields),
            version: version ?? now,
            note: note(form)
        )
    }

    /// Everything that the form would change stands there already.
    private func isKept(
        _ form: Form,
        _ current: JSON,
        since version: Int64,
        _ context: ConsoleContext
    ) async throws -> Bool {
        let own = Form(form.fields + [("_version", String(version))])
        let conflict = try await conflict(with: current, own, context)
        return conflict.merged(of: type) == conflict.theirs
    }

    func note(_ form: Form) -> String? {
        form["_note"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the content held when the form was made.
    func body(of id: String, at version: Int64, _ api: AdminAPI) async throws -> Body? {
        var cursor: String?
        repeat {
            let query: AdminAPI.Query = [("limit", "100")] + (cursor.map { [("cursor", $0)] } ?? [])
            let page = try await api.get("\(path)/\(id)/history", query)
            let found = page["items"]?.array?.first { entry in
                (entry["version"]?.integer ?? .max) <= version && entry["fields"]?.object != nil
            }
            if let body = found?["fields"]?.object { return body }
            cursor = page["next"]?.string
        } while cursor != nil
        return nil
    }

    /// The form with ids in place of the slugs that somebody has typed where there is no script.
    private func resolved(_ form: Form, _ api: AdminAPI) async throws -> Form {
        var fields = form.fields
        for part in type.formParts {
            guard case .reference(let target, _) = part.field.control,
                let app = console.module(of: target)?.name
            else { continue }
            for (index, field) in fields.enumerated()
            where field.name == part.name && !field.value.isEmpty && Identifier.normalized(field.value) == nil
            {
                guard let found = try? await api.get("/\(app)/\(target)/\(field.value.percentEncoded)"),
                    let id = found["id"]?.string
                else { throw Problem.invalid([Fault(part.pointer, "такой записи нет", "is not there")]) }
                fields[index].value = id
            }
        }
        return Form(fields)
    }

    // MARK: Refusals

    /// The form again, with all that was typed, and what is wrong.
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

    /// What is refused as a whole is told of the slug, the one value that can be taken already.
    private func faults(of problem: Problem) -> [Fault] {
        problem.faults.isEmpty
            ? [Fault(type.fields.first { $0.kind == .slug }.map { "#/\($0.name)" } ?? "#", problem.detail)]
            : problem.faults
    }

    func conflict(with content: JSON, _ form: Form, _ context: ConsoleContext) async throws -> FormConflict {
        let api = console.api(context)
        let time = console.time(context)
        let version = form["_version"].flatMap { Int64($0) } ?? 0
        let theirs = texts(of: content, context)
        let known = try await body(of: content["id"]?.string ?? "", at: version, api)
        let base = known.map { FormTexts($0, of: type, time) } ?? theirs
        return FormConflict(
            author: content["updated_by"]?.string ?? "",
            at: content["updated_at"]?.string.flatMap { Timestamp($0) },
            version: content["version"]?.integer ?? 0,
            base: base,
            theirs: theirs,
            mine: base.filled(in: form, of: type)
        )
    }
}
