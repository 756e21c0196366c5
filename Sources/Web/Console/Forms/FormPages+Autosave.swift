import Core
import HTTPTypes
import Hummingbird
import Storage

extension FormPages {
    /// Saves the valid parts of a form while it is being typed, and reports the others.
    func autosave(_ request: Request, _ id: String?, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let version = form["_version"].flatMap { Int64($0) }
        do {
            try context.author.require(.writeContent)
            do {
                return saved(try await keep(form, id, from: version, publish: false, context), [], context)
            } catch let problem as Problem where problem.kind == .invalid {
                let wrong = Set(problem.faults.compactMap { type.formPart(at: $0.pointer)?.name })
                let rest = Form(form.fields.filter { !wrong.contains($0.name) })
                guard !wrong.isEmpty else { throw problem }
                let content = try await keep(rest, id, from: version, publish: false, context)
                return saved(content, problem.faults, context)
            }
        } catch let problem as Problem {
            // A conflict with another editor is expected, so a browser need not log it as an error.
            let isStale = problem.kind == .stale
            let by = if isStale, let id { try? await content(id, context).updatedBy } else { nil as String? }
            return .json(
                [
                    "detail": .string(problem.detail[context.language]), "by": JSON(by),
                    "is_stale": .bool(isStale),
                ],
                status: isStale ? .ok : problem.kind.status
            )
        }
    }

    private func saved(_ content: Content, _ faults: [Fault], _ context: ConsoleContext) -> Response {
        let time = console.time(context)
        let clock = time.time(time.now)
        let text = Localized("Черновик сохранён в\u{A0}\(clock)", "Draft saved at\u{A0}\(clock)")
        return .json([
            "id": .string(content.id), "version": .integer(content.version),
            "path": .string("\(path)/\(content.id)"),
            "text": .string(text[context.language]),
            "faults": .array(
                faults.compactMap { fault in
                    type.formPart(at: fault.pointer).map { part in
                        [
                            "name": .string(part.name),
                            "cell": .string(part.name(at: fault.pointer)),
                            "detail": .string(fault.detail[context.language].capitalizedStart),
                        ]
                    }
                }
            ),
        ])
    }

    // MARK: Phone preview

    /// The screens that show the entry, in every language, with the present texts of the form.
    func phone(_ request: Request, _ id: String?, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let before =
            if let id { texts(of: try await content(id, context), context) } else {
                FormTexts(type.initialBody, of: type, console.time(context))
            }
        let screens = try await phoneScreens(before.filled(in: form, of: type), id: id, context)
        let assets = "\(Assets.prefix)/\(console.assets.version)"
        let html = try console.templates.render(
            "form-phone",
            ["screens": screens, "assets": .string(assets)],
            in: context.language
        )
        return .html(html)
    }

    /// Empty if the app has no screen for the type.
    func phoneScreens(_ texts: FormTexts, id: String?, _ context: ConsoleContext) async throws -> JSON {
        guard let module = console.module(of: type.name) else { return [] }
        let (now, live) = (console.services.now(), console.services.live.state)
        let content = LiveContent(
            id: id ?? "",
            type: type,
            position: 0,
            createdAt: now,
            body: body(of: texts, context)
        )
        let screens = JSON.array(
            Language.allCases.compactMap { language in
                let request = PublicRequest(language: language, baseURL: "", now: now, live: live)
                return module.phone(for: content, request, in: console.services.settings.timeZone)?.json(
                    Localized("Экран в приложении", "The screen of the app")[language],
                    language
                )
            }
        )
        return try await console.focused(screens)
    }

    /// The body of the form, without invalid parts.
    private func body(of texts: FormTexts, _ context: ConsoleContext) -> Body {
        var body = Body()
        let form = Form(
            texts.values.sorted { $0.key < $1.key }.flatMap { name, values in
                values.map { (name: name, value: $0) }
            }
        )
        let (patch, _) = FormReader(type: type, time: console.time(context)).patch(form, base: [:])
        for (name, value) in patch {
            guard let next = try? type.body(body, patchedBy: [name: value]) else { continue }
            body = next
        }
        return body
    }
}
