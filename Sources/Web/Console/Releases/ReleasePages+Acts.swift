import Core
import Hummingbird
import Storage

extension ReleasePages {
    func change(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let own = "/releases/\(try context.id)"
        do {
            let act = ContentStore.Act(
                author: context.author,
                version: form["_version"].flatMap { Int64($0) }
            )
            let change = try change(form, console.time(context), isNew: false)
            _ = try await releases.update(try context.parameters.require("id"), change, as: act)
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .stale {
            return try await show(request, context, form: form, problem: problem)
        }
        return try await console.done(Localized("Сохранено", "Saved"), to: own, context)
    }

    func put(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (id, content) = (try context.id, form["id"] ?? "")
        _ = try await releases.put(
            content,
            Schedule.Action(rawValue: form["action"] ?? "") ?? .publish,
            into: id,
            as: ContentStore.Act(author: context.author)
        )
        let query = form["q"].map { $0.isEmpty ? "" : "?q=\($0.percentEncoded)" } ?? ""
        return try await console.done(
            Localized("Добавлено в выпуск", "Added to the release"),
            undo: [FlashMessage.Call("release_take", ["id": id, "content": content])],
            to: "/releases/\(id)" + query,
            context
        )
    }

    func take(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let form = try await request.form()
        let (id, content) = (try context.id, form["id"] ?? "")
        let act = ContentStore.Act(author: context.author)
        _ = try await releases.take(content, outOf: id, as: act)
        return try await console.done(
            Localized("Убрано из выпуска", "Taken out of the release"),
            undo: [
                FlashMessage.Call(
                    "release_put",
                    ["id": id, "content": content],
                    ["action": .string(form["action"] ?? "publish")]
                )
            ],
            to: "/releases/\(id)",
            context
        )
    }

    func publish(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let release = try await release(context)
        do {
            let act = ContentStore.Act(author: context.author, version: release.version)
            _ = try await releases.publish(release.id, as: act)
        } catch let problem as Problem where problem.kind == .invalid || problem.kind == .conflict {
            return try await show(request, context, problem: problem)
        }
        return try await console.done(
            Localized("Выпуск опубликован", "The release is published"),
            to: "/releases/\(release.id)",
            context
        )
    }

    func cancel(_ context: ConsoleContext) async throws -> Response {
        let release = try await release(context)
        let act = ContentStore.Act(author: context.author, version: release.version)
        _ = try await releases.cancel(release.id, as: act)
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
