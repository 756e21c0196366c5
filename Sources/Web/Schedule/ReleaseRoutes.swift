import Core
import HTTPTypes
import Hummingbird

/// Releases in the admin API: `/admin/api/v1/releases`.
struct ReleaseRoutes: Sendable {
    let releases: ReleaseStore

    func add(to group: RouterGroup<StaffContext>) {
        group.group("releases")
            .get { request, context in try await list(request, context) }
            .post { request, context in try await create(request, context) }
            .get("{id}") { _, context in try await show(context) }
            .patch("{id}") { request, context in try await update(request, context) }
            .delete("{id}") { request, context in try await cancel(request, context) }
            .put("{id}/publication") { request, context in try await publish(request, context) }
            .put("{id}/items/{content}") { request, context in try await put(request, context) }
            .delete("{id}/items/{content}") { request, context in try await take(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let query = try ReleaseQuery(request.query)
        let page = try await releases.list(in: query.state, before: query.cursor, limit: query.limit)
        let now = releases.contents.now()
        return .json([
            "items": .array(page.elements.map { $0.json(in: context.language, at: now, withItems: false) }),
            "next": JSON(page.next),
        ])
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.act(context)
        let change = try ReleaseChange(await request.object(), isNew: true)
        let release = try await releases.create(change, as: act)
        var response = answer(release, context)
        response.status = .created
        response.headers[.location] = "\(request.uri.path.trimmingSlash)/\(release.id)"
        return response
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return answer(try await releases.release(try context.id), context)
    }

    private func update(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.actFromVersion(context)
        let change = try ReleaseChange(await request.object(), isNew: false)
        return answer(try await releases.update(try context.id, change, as: act), context)
    }

    private func cancel(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.actFromVersion(context)
        return answer(try await releases.cancel(try context.id, as: act), context)
    }

    private func publish(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.actFromVersion(context)
        return answer(try await releases.publish(try context.id, as: act), context)
    }

    private func put(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.act(context)
        let members = try await request.object()
        let name = members.count == 1 ? members["action"]?.string : nil
        guard let action = name.flatMap({ Schedule.Action(rawValue: $0) }) else {
            let names = Schedule.Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid([
                Fault("#/action", "должно быть одним из: \(names)", "must be one of \(names)")
            ])
        }
        let content = try context.parameters.require("content")
        return answer(try await releases.put(content, action, into: try context.id, as: act), context)
    }

    private func take(_ request: Request, _ context: StaffContext) async throws -> Response {
        let act = try request.act(context)
        let content = try context.parameters.require("content")
        return answer(try await releases.take(content, outOf: try context.id, as: act), context)
    }

    private func answer(_ release: Release, _ context: StaffContext) -> Response {
        .json(
            release.json(in: context.language, at: releases.contents.now()),
            headers: [.eTag: "\"\(release.version)\""]
        )
    }
}

/// What somebody asks the list of releases for.
private struct ReleaseQuery {
    var state: Release.State?
    var limit = Limits.pageSizeDefault
    var cursor: String?

    init(_ parameters: [(name: String, value: String)]) throws(Problem) {
        var faults: [Fault] = []
        for (name, value) in parameters {
            let fault: Localized?
            switch name {
            case "state":
                state = Release.State(rawValue: value)
                let names = Release.State.allCases.map(\.rawValue).joined(separator: ", ")
                fault =
                    state == nil
                    ? Localized("должно быть одним из: \(names)", "must be one of \(names)") : nil
            case "limit":
                limit = Int(value) ?? 0
                let range = 1...Limits.pageSizeMax
                fault =
                    range.contains(limit)
                    ? nil
                    : Localized(
                        "должно быть от 1 до \(range.upperBound)",
                        "must be from 1 to \(range.upperBound)"
                    )
            case "cursor":
                cursor = Identifier.normalized(value)
                fault =
                    cursor == nil
                    ? Localized("неверная метка страницы", "is not a cursor of this list") : nil
            case _: fault = Localized("нет такого параметра", "is not a parameter here")
            }
            if let fault { faults.append(Fault("#/\(name.prefix(80))", fault)) }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }
}
