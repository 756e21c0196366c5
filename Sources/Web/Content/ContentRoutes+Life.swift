import Core
import HTTPTypes
import Hummingbird

/// The life of an entry besides its publication: versions, copies, archive and trash.
extension ContentRoutes {
    func addLife(to group: RouterGroup<StaffContext>) {
        group.group(RouterPath(type.name))
            .put("{id}/draft") { request, context in try await restore(request, context) }
            .put("{id}/archive") { request, context in try await change(.archive, request, context) }
            .delete("{id}/archive") { request, context in try await unarchive(request, context) }
            .delete("{id}/trash") { request, context in try await recover(request, context) }
            .post("{id}/copies") { request, context in try await copy(request, context) }
            .get("{id}/uses") { _, context in try await uses(context) }
            .get("{id}/diff") { request, context in try await diff(request, context) }
    }

    private func restore(_ request: Request, _ context: StaffContext) async throws -> Response {
        let isClearing = try request.flag("clear_references", among: ["clear_references"])
        let act = try request.actFromVersion(context)
        let members = try await request.object()
        guard members.count == 1, let version = members["from_version"]?.integer else {
            throw Problem.invalid([
                Fault("#/from_version", "нужен номер версии", "must be the number of a version")
            ])
        }
        let edit = Edit.restore(version: version, clearingReferences: isClearing)
        return try await change(edit, as: act, context)
    }

    private func unarchive(_ request: Request, _ context: StaffContext) async throws -> Response {
        let isAsBefore = try request.flag("as_before", among: ["as_before"])
        return try await change(isAsBefore ? .unarchiveAsBefore : .unarchive, request, context)
    }

    private func recover(_ request: Request, _ context: StaffContext) async throws -> Response {
        let flags = try request.flags(["as_before", "clear_references"])
        let isClearing = flags.contains("clear_references")
        guard flags.contains("as_before") else {
            return try await change(.recover(clearingReferences: isClearing), request, context)
        }
        guard !isClearing else {
            throw Problem.invalid([
                Fault(
                    "#/clear_references",
                    "нельзя вместе с as_before: всё возвращается как было",
                    "does not go with as_before, which brings everything back as it was"
                )
            ])
        }
        return try await change(.recoverAsBefore, request, context)
    }

    private func copy(_ request: Request, _ context: StaffContext) async throws -> Response {
        let content = try await store.copy(try context.id, of: type, as: act(request, context))
        let path = request.uri.path.split(separator: "/").dropLast(2).joined(separator: "/")
        return try await created(content, at: "/\(path)", context)
    }

    private func uses(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let uses = try await store.uses(of: try context.id, type)
        return .json(["items": .array(uses.map { $0.json(in: context.language) })])
    }

    private func diff(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var (from, to) = (
            ContentDiff.Side.live as ContentDiff.Side?, ContentDiff.Side.draft as ContentDiff.Side?
        )
        var faults: [Fault] = []
        for (name, value) in request.query {
            switch name {
            case "from": from = ContentDiff.Side(value)
            case "to": to = ContentDiff.Side(value)
            case _:
                faults.append(
                    Fault("#/\(name.clipped)", "нет такого параметра", "is not a parameter here")
                )
            }
        }
        let what = Localized(
            "должно быть номером версии, draft или live",
            "must be the number of a version, draft or live"
        )
        if from == nil { faults.append(Fault("#/from", what)) }
        if to == nil { faults.append(Fault("#/to", what)) }
        guard let from, let to, faults.isEmpty else { throw Problem.invalid(faults) }
        let diff = try await store.diff(of: try context.id, type, from: from, to: to)
        return .json(diff.json(in: context.language))
    }
}
