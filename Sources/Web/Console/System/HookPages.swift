import Core
import Hummingbird
import Storage

/// The addresses that are told of changes.
struct HookPages: Sendable {
    let console: Console

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("system/hooks") { _, context in try await list(context) }
        group.post("system/hooks") { request, context in try await create(request, context) }
        group.get("system/hooks/{id}") { _, context in try await show(context) }
        group.post("system/hooks/{id}/active") { request, context in try await setActive(request, context) }
        group.post("system/hooks/{id}/test") { _, context in try await test(context) }
        group.post("system/hooks/{id}/secret") { _, context in try await rotate(context) }
        group.post("system/hooks/{id}/remove") { _, context in
            try await console.api(context).send(.delete, "/hooks/\(try Self.id(context))")
            return try await console.done(
                Localized("Веб-хук удалён", "The web hook is removed"),
                to: "/system/hooks",
                context
            )
        }
        group.post("system/hooks/{id}/deliveries/{number}") { _, context in
            let (id, number) = (try Self.id(context), try context.parameters.require("number").percentEncoded)
            try await console.api(context).send(.post, "/hooks/\(id)/deliveries/\(number)/retry")
            return try await console.done(
                Localized("Отправляем ещё раз", "Sending again"),
                to: "/system/hooks/\(id)",
                context
            )
        }
    }

    private static func id(_ context: ConsoleContext) throws -> String {
        try context.parameters.require("id").percentEncoded
    }

    private func list(
        _ context: ConsoleContext,
        problem: Problem? = nil,
        form: Form = Form([])
    ) async throws -> Response {
        let hooks = (try await console.api(context).get("/hooks")["items"]?.array ?? []).map {
            line($0, context)
        }
        var page = ConsolePage(
            "hooks",
            title: Localized("Веб-хуки", "Web hooks")[context.language],
            path: "/system/hooks"
        )
        page.context = [
            "hooks": .array(hooks), "url": .string(form["url"] ?? ""),
            "description": .string(form["description"] ?? ""),
            "events": events(chosen: problem == nil ? ["content.published"] : form.all("events"), context),
            "faults": problem.map { .array($0.lines(in: context.language)) } ?? .null,
        ]
        if let problem { page.status = problem.kind.status }
        return try await console.show(page, context)
    }

    private func line(_ hook: JSON, _ context: ConsoleContext) -> JSON {
        let isActive = hook["is_active"]?.bool ?? false
        return [
            "id": hook["id"] ?? "", "url": hook["url"] ?? "", "description": hook["description"] ?? .null,
            "events": .string((hook["events"]?.strings ?? []).joined(separator: ", ")),
            "is_active": .bool(isActive),
            "is_failing": .bool(isActive && hook["failing_since"]?.string != nil),
        ]
    }

    private func events(chosen: [String], _ context: ConsoleContext) -> JSON {
        let all: [JSON] = [
            [
                "name": "*",
                "title": .string(
                    Localized("всё, и то, что появится", "all, also those to come")[context.language]
                ),
                "is_chosen": .bool(chosen.contains("*")),
            ]
        ]
        return .array(
            all
                + HistoryEntry.Action.allCases.map { action in
                    let name = "content.\(action.rawValue)"
                    return [
                        "name": .string(name), "is_chosen": .bool(chosen.contains(name)),
                        "title": .string(ChangeLine.verb(action.rawValue)[context.language]),
                    ]
                }
        )
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let made = try await console.api(context).send(
                .post,
                "/hooks",
                body: [
                    "url": .string(form["url"] ?? ""), "description": .string(form["description"] ?? ""),
                    "events": .array(form.all("events").map { .string($0) }),
                ]
            )
            return try await show(made["id"]?.string ?? "", secret: made["secret"]?.string, context)
        } catch let problem as Problem {
            guard problem.kind == .invalid else { throw problem }
            return try await list(context, problem: problem, form: form)
        }
    }

    private func show(_ context: ConsoleContext) async throws -> Response {
        try await show(try Self.id(context), secret: nil, context)
    }

    private func show(_ id: String, secret: String?, _ context: ConsoleContext) async throws -> Response {
        let api = console.api(context)
        let hook = try await api.get("/hooks/\(id)")
        let time = console.time(context)
        let deliveries = (try await api.get("/hooks/\(id)/deliveries")["items"]?.array ?? []).map {
            item -> JSON in
            let last = item["log"]?.array?.first
            return [
                "number": item["id"] ?? 0, "event": item["event"] ?? "", "state": item["state"] ?? "",
                "title": item["content"]?["title"] ?? "",
                "when": .string(item["created_at"]?.string.flatMap { Timestamp($0) }.map(time.moment) ?? ""),
                "attempts": item["attempts"] ?? 0, "status": last?["status"] ?? .null,
                "error": last?["error"] ?? .null,
                "is_sent": .bool(item["state"] == "sent"), "is_failed": .bool(item["state"] == "failed"),
            ]
        }
        let page = ConsolePage(
            "hook",
            title: hook["url"]?.string ?? "",
            path: "/system/hooks",
            context: line(hook, context).merged(with: [
                "deliveries": .array(deliveries), "secret": JSON(secret),
            ])
        )
        return try await console.show(page, context)
    }

    private func setActive(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let (id, isActive) = (try Self.id(context), try await request.form()["active"] == "true")
        try await console.api(context).send(.patch, "/hooks/\(id)", body: ["is_active": .bool(isActive)])
        return try await console.done(
            isActive
                ? Localized("Веб-хук включён", "The web hook is on")
                : Localized("Веб-хук выключен", "The web hook is off"),
            undo: [
                try await console.api(context).guarded(
                    Notice.Call("PATCH", "/hooks/\(id)", ["is_active": .bool(!isActive)])
                )
            ],
            to: "/system/hooks/\(id)",
            context
        )
    }

    private func test(_ context: ConsoleContext) async throws -> Response {
        let id = try Self.id(context)
        try await console.api(context).send(.post, "/hooks/\(id)/test")
        return try await console.done(
            Localized("Проверка отправлена, ответ появится ниже", "A test is sent, its answer appears below"),
            to: "/system/hooks/\(id)",
            context
        )
    }

    private func rotate(_ context: ConsoleContext) async throws -> Response {
        let id = try Self.id(context)
        let hook = try await console.api(context).send(.post, "/hooks/\(id)/secret")
        return try await show(id, secret: hook["secret"]?.string, context)
    }
}
