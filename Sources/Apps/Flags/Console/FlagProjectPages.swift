import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The pages of a project: settings, keys, test devices, and the comparison of environments.
struct FlagProjectPages: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }

    func add(to group: RouterGroup<ConsoleContext>) {
        group.get("new") { request, context in try await new(request, context) }
        group.post("new") { request, context in try await create(request, context) }
        group.get("{project}/settings") { request, context in
            try await settings(context, asked: request.query.last { $0.name == "disable" }?.value ?? "")
        }
        group.post("{project}/settings") { request, context in try await save(request, context) }
        group.post("{project}/keys") { request, context in try await createKey(request, context) }
        group.post("{project}/keys/{id}/disable") { _, context in try await disableKey(context) }
        group.post("{project}/devices") { request, context in try await addDevice(request, context) }
        group.post("{project}/devices/remove") { request, context in
            try await removeDevice(request, context)
        }
        group.get("{project}/promotion") { request, context in try await compare(request, context) }
        group.post("{project}/promotion") { request, context in try await promote(request, context) }
    }

    private func own(_ context: ConsoleContext) throws -> String {
        "/flags/\(try context.parameters.require("project"))"
    }

    // MARK: New

    private func new(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form = Form([]),
        problem: Problem? = nil
    ) async throws -> Response {
        let projects = try await console.api(context).get("/flags")["items"]?.array ?? []
        let apps = Set(projects.compactMap { $0["app"]?.string }).sorted()
        var page = ConsolePage(
            "flag-project-new",
            title: Localized("Новый проект", "New project")[context.language],
            path: "/flags",
            context: [
                "title": .string(form["title"] ?? ""), "id": .string(form["id"] ?? ""),
                "app": .string(form["app"] ?? ""), "environment": .string(form["environment"] ?? ""),
                "apps": .array(apps.map { .string($0) }),
                "problem": FlagMetadataForm.problem(problem, context.language),
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    private func create(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let members = ["id", "app", "environment", "title"].map { ($0, JSON.string(form[$0] ?? "")) }
            let project = try await console.api(context).send(
                .post,
                "/flags",
                body: .object(Dictionary(members) { _, last in last })
            )
            return try await console.done(
                Localized(
                    "Проект создан, добавьте ключ приложения",
                    "The project is made, add a key for its app"
                ),
                to: "/flags/\(project["id"]?.string ?? "")/settings",
                context
            )
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await new(request, context, form: form, problem: problem)
        }
    }

    // MARK: Settings

    private func settings(
        _ context: ConsoleContext,
        secret: String = "",
        asked: String = "",
        problem: Problem? = nil
    ) async throws -> Response {
        let board = try await pages.board(context)
        let api = console.api(context)
        let keys = try await api.get("\(board.own)/keys")["items"]?.array ?? []
        let devices = try await api.get("\(board.own)/devices")["items"]?.array ?? []
        let settings = board.project["settings"] ?? [:]
        var page = board.page(
            "flag-settings",
            Localized("Настройки проекта", "Project settings"),
            [
                "project_id": .string(board.id), "project_number": board.project["number"] ?? "",
                "secret": .string(secret), "problem": FlagMetadataForm.problem(problem, board.language),
                "is_realtime": settings["realtime"] ?? false,
                "is_approved": settings["require_approval"] ?? false,
                "is_strict": settings["require_installation_token"] ?? false,
                "keys": .array(keys.map { key($0, board, asked) }), "has_keys": .bool(!keys.isEmpty),
                "devices": .array(devices), "has_devices": .bool(!devices.isEmpty),
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    /// `asked` is the key whose disabling waits for a confirmation.
    private func key(_ key: JSON, _ board: FlagBoard, _ asked: String) -> JSON {
        let used = key["last_used_at"]?.string.flatMap { Timestamp($0) }.map { board.time.moment($0) }
        return [
            "id": key["id"] ?? "", "name": key["name"] ?? "", "prefix": key["prefix"] ?? "",
            "is_on": .bool(key["disabled_at"]?.string == nil),
            "is_asked": .bool(key["id"]?.string == asked),
            "sub": .string(
                used.map { board.words.say("спрашивали \($0)", "asked \($0)") }
                    ?? board.words.say("ещё не спрашивали", "never asked")
            ),
        ]
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let names = ["realtime", "require_approval", "require_installation_token"]
        let settings = names.map { ($0, JSON.bool(form[$0] != nil)) }
        do {
            try await console.api(context).send(
                .patch,
                try own(context),
                body: [
                    "title": .string(form["title"] ?? ""),
                    "settings": .object(Dictionary(settings) { _, last in last }),
                ]
            )
        } catch let problem as Problem where problem.kind == .invalid {
            return try await self.settings(context, problem: problem)
        }
        return try await console.done(
            Localized("Настройки сохранены", "The settings are saved"),
            to: "\(try own(context))/settings",
            context
        )
    }

    /// Only the page that answers shows the new key.
    private func createKey(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let key = try await console.api(context).send(
                .post,
                "\(try own(context))/keys",
                body: ["name": .string(form["name"] ?? "")]
            )
            return try await settings(context, secret: key["key"]?.string ?? "")
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await settings(context, problem: problem)
        }
    }

    private func disableKey(_ context: ConsoleContext) async throws -> Response {
        let id = try context.parameters.require("id")
        try await console.api(context).send(.delete, "\(try own(context))/keys/\(id)")
        return try await console.done(
            Localized("Ключ отключён", "The key is switched off"),
            to: "\(try own(context))/settings",
            context
        )
    }

    private func addDevice(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            let id = (form["id"] ?? "").percentEncoded
            try await console.api(context).send(
                .put,
                "\(try own(context))/devices/\(id)",
                body: ["name": .string(form["name"] ?? "")]
            )
        } catch let problem as Problem where [.invalid, .conflict, .notFound].contains(problem.kind) {
            return try await settings(context, problem: problem)
        }
        return .redirect(to: "\(try own(context))/settings", type: .normal)
    }

    private func removeDevice(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = "\(try own(context))/devices/\((form["id"] ?? "").percentEncoded)"
        try await console.api(context).send(.delete, path)
        return try await console.done(
            Localized("Телефон убран из тестовых", "It is a test phone no longer"),
            undo: [FlashMessage.Call("PUT", path, ["name": .string(form["name"] ?? "")])],
            to: "\(try own(context))/settings",
            context
        )
    }

    // MARK: Environments

    private func compare(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await pages.board(context)
        let from = request.query.last { $0.name == "from" }?.value ?? ""
        let diff = try await console.api(context).get("\(board.own)/promotion", [("from", from)])
        let changes = diff["changes"]?.array ?? []
        let other = board.projects.first { $0["id"]?.string == from } ?? [:]
        let name = board.words.environment(other["environment"]?.string ?? "")
        let rows = FlagDiffRows(words: board.words).rows(changes)
        return try await console.show(
            board.page(
                "flag-promotion",
                Localized("Отличия", "Differences"),
                [
                    "rows": .array(rows), "is_same": .bool(rows.isEmpty), "from_id": .string(from),
                    "other": .string("\(board.title(of: other)), \(name)"),
                    "from": .string(board.words.environment(board.project["environment"]?.string ?? "")),
                    "to": .string(name), "one_path": "",
                ]
            ),
            context
        )
    }

    private func promote(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let path = try own(context)
        let before = form["version"] ?? ""
        let answer = try await console.api(context).send(
            .put,
            "\(path)/promotion",
            body: ["from": .string(form["from"] ?? "")],
            version: Int64(before) ?? 0,
            note: form["note"].flatMap { $0.isEmpty ? nil : $0 }
        )
        let number = answer["number"]?.integer ?? 0
        let hasBefore = (Int64(before) ?? 0) > 0
        return try await console.done(
            Localized("Перенесено: вышла версия \(number)", "Version \(number) is published"),
            undo: hasBefore
                ? [try await FlagDraftActions.restoration(of: before, path, console.api(context))] : [],
            to: path,
            context
        )
    }
}
