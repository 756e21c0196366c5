import Core
import Flags
import HTTPTypes
import Hummingbird
import Storage
import Web

/// The pages of a project: settings, keys, test devices, and the comparison of environments.
struct FlagProjectPages: Sendable {
    let pages: FlagPages
    private var console: Console { pages.console }
    private var store: FlagStore { console.services.flags.store }

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
        "/flags/\(try context.flagProject)"
    }

    // MARK: New

    private func new(
        _ request: Request,
        _ context: ConsoleContext,
        form: Form = Form([]),
        problem: Problem? = nil
    ) async throws -> Response {
        let apps = Set(try await console.flags(context).store.projects().map(\.app)).sorted()
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
            let new = NewFlagProject(
                id: form["id"] ?? "",
                app: form["app"] ?? "",
                environment: form["environment"] ?? "",
                title: form["title"] ?? ""
            )
            let project = try await store.create(new, by: context.author, address: context.address)
            return try await console.done(
                Localized(
                    "Проект создан, добавьте ключ приложения",
                    "The project is made, add a key for its app"
                ),
                to: "/flags/\(project.id)/settings",
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
        let keys = try await store.keys(of: board.id)
        let devices = try await store.devices(of: board.id)
        let settings = board.project.settings
        var page = board.page(
            "flag-settings",
            Localized("Настройки проекта", "Project settings"),
            [
                "project_id": .string(board.id),
                "project_number": .string(String(board.project.number)),
                "secret": .string(secret), "problem": FlagMetadataForm.problem(problem, board.language),
                "is_realtime": .bool(settings.isRealtime),
                "is_approved": .bool(settings.requiresApproval),
                "is_strict": .bool(settings.requiresInstallationToken),
                "keys": .array(keys.map { key($0, board, asked) }), "has_keys": .bool(!keys.isEmpty),
                "devices": .array(devices.map(\.json)), "has_devices": .bool(!devices.isEmpty),
            ]
        )
        page.status = problem?.kind.status ?? .ok
        return try await console.show(page, context)
    }

    /// `asked` is the key whose disabling waits for a confirmation.
    private func key(_ key: FlagKey, _ board: FlagBoard, _ asked: String) -> JSON {
        let used = key.lastUsedAt.map { board.time.moment($0) }
        return [
            "id": .string(key.id), "name": .string(key.name), "prefix": .string(key.visible),
            "is_on": .bool(key.disabledAt == nil), "is_asked": .bool(key.id == asked),
            "sub": .string(
                used.map { board.words.say("спрашивали \($0)", "asked \($0)") }
                    ?? board.words.say("ещё не спрашивали", "never asked")
            ),
        ]
    }

    private func save(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        try context.author.require(.writeSettings)
        let project = try await store.project(try context.flagProject)
        var settings = project.settings
        settings.isRealtime = form["realtime"] != nil
        settings.requiresApproval = form["require_approval"] != nil
        settings.requiresInstallationToken = form["require_installation_token"] != nil
        do {
            _ = try await store.edit(
                project: project.id,
                title: form["title"] ?? "",
                settings: settings,
                by: context.author,
                address: context.address
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
            let secret = try await store.createKey(
                name: form["name"] ?? "",
                of: try context.flagProject,
                by: context.author,
                address: context.address
            ).secret
            return try await settings(context, secret: secret)
        } catch let problem as Problem where [.invalid, .conflict].contains(problem.kind) {
            return try await settings(context, problem: problem)
        }
    }

    private func disableKey(_ context: ConsoleContext) async throws -> Response {
        _ = try await store.disableKey(
            try context.parameters.require("id"),
            of: try context.flagProject,
            by: context.author,
            address: context.address
        )
        return try await console.done(
            Localized("Ключ отключён", "The key is switched off"),
            to: "\(try own(context))/settings",
            context
        )
    }

    private func addDevice(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        do {
            try await store.addDevice(
                form["id"] ?? "",
                name: form["name"] ?? "",
                of: try context.flagProject,
                by: context.author,
                address: context.address
            )
        } catch let problem as Problem where [.invalid, .conflict, .notFound].contains(problem.kind) {
            return try await settings(context, problem: problem)
        }
        return .redirect(to: "\(try own(context))/settings", type: .normal)
    }

    private func removeDevice(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let id = form["id"] ?? ""
        try await store.removeDevice(
            id,
            of: try context.flagProject,
            by: context.author,
            address: context.address
        )
        let list = FlagDevices.resource.of(try context.flagProject).listName
        return try await console.done(
            Localized("Телефон убран из тестовых", "The phone is no longer a test phone"),
            undo: [
                FlashMessage.Call(
                    .action(FlagDevices.addition.name, FlashMessage.Row("", of: list)),
                    ["id": .string(id), "name": .string(form["name"] ?? "")]
                )
            ],
            to: "\(try own(context))/settings",
            context
        )
    }

    // MARK: Environments

    private func compare(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let board = try await pages.board(context)
        let from = request.query.last { $0.name == "from" }?.value ?? ""
        let there = try await store.current(of: from, like: board.draft.place)
        let changes = FlagDiff.changes(from: board.draft.live.sheet, to: there.sheet)
        let other = board.projects.first { $0.project.id == from }?.project
        let name = board.words.environment(other?.environment ?? "")
        let rows = FlagDiffRows(words: board.words).rows(changes)
        return try await console.show(
            board.page(
                "flag-promotion",
                Localized("Отличия", "Differences"),
                [
                    "rows": .array(rows), "is_same": .bool(rows.isEmpty), "from_id": .string(from),
                    "other": .string("\(other?.title ?? ""), \(name)"),
                    "from": .string(board.words.environment(board.project.environment)),
                    "to": .string(name), "one_path": "",
                ]
            ),
            context
        )
    }

    private func promote(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (path, before) = (try own(context), form.number("version"))
        try context.author.require(.publishFlags)
        let version = try await tellingProblems {
            try await store.promote(
                form["from"] ?? "",
                to: try await console.flagPlace(context),
                expecting: .version(before),
                as: try context.flagAct(form)
            )
        }
        let number = version.number
        return try await console.done(
            Localized("Перенесено: вышла версия \(number)", "Version \(number) is published"),
            undo: before > 0 ? [FlagUndo.restoring(before, of: try context.flagProject, after: version)] : [],
            to: path,
            context
        )
    }
}
