import Core
import Hummingbird
import Storage

extension ReleasePages {
    func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let own = "/releases/\(try context.id)"
        do {
            let body = try body(form, console.time(context))
            try await console.api(context).send(
                .patch,
                own,
                body: body,
                version: form["_version"].flatMap { Int64($0) }
            )
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .stale {
            return try await show(request, context, form: form, problem: problem)
        }
        return try await console.done(Localized("Сохранено", "Saved"), to: own, context)
    }

    func put(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let own = "/releases/\(try context.id)"
        let content = form["id"] ?? ""
        try await console.api(context).send(
            .put,
            "\(own)/items/\(content.percentEncoded)",
            body: ["action": .string(form["action"] ?? "publish")]
        )
        let query = form["q"].map { $0.isEmpty ? "" : "?q=\($0.percentEncoded)" } ?? ""
        return try await console.done(
            Localized("Добавлено в выпуск", "Added to the release"),
            undo: [Notice.Call("DELETE", "\(own)/items/\(content)")],
            to: own + query,
            context
        )
    }

    func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let own = "/releases/\(try context.id)"
        let content = form["id"] ?? ""
        try await console.api(context).send(.delete, "\(own)/items/\(content.percentEncoded)")
        return try await console.done(
            Localized("Убрано из выпуска", "Taken out of the release"),
            undo: [
                Notice.Call(
                    "PUT",
                    "\(own)/items/\(content)",
                    ["action": .string(form["action"] ?? "publish")]
                )
            ],
            to: own,
            context
        )
    }

    func publish(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let own = "/releases/\(try context.id)"
        let api = console.api(context)
        let release = try await api.get(own)
        do {
            try await api.send(.put, "\(own)/publication", version: release["version"]?.integer)
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .conflict {
            return try await show(request, context, problem: problem)
        }
        return try await console.done(
            Localized("Выпуск опубликован", "The release is published"),
            to: own,
            context
        )
    }

    func cancel(_ context: ConsoleContext) async throws -> Response {
        let own = "/releases/\(try context.id)"
        let api = console.api(context)
        let release = try await api.get(own)
        try await api.send(.delete, own, version: release["version"]?.integer)
        return try await console.done(
            Localized(
                "Выпуск отменён, записи остались как были",
                "The release is cancelled, its entries are as before"
            ),
            to: "/releases",
            context
        )
    }
}
