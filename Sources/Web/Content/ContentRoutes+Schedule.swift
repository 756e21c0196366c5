import Core
import HTTPTypes
import Hummingbird
import Storage

/// The scheduled publication and withdrawal of one entry.
extension ContentRoutes {
    func addSchedule(to group: RouterGroup<StaffContext>) {
        for action in Schedule.Action.allCases {
            group.group(RouterPath("\(type.name)/{id}/schedule/\(action.noun)"))
                .put { request, context in try await schedule(action, request, context) }
                .delete { request, context in try await cancel(action, request, context) }
        }
    }

    private func schedule(
        _ action: Schedule.Action,
        _ request: Request,
        _ context: StaffContext
    ) async throws -> Response {
        try context.author.require(.writeContent)
        let act = try request.act(context)
        let members = try await request.object()
        let faults = members.keys.filter { $0 != "at" }.sorted().map {
            Fault("#/\($0.clipped)", "нет такого поля", "is not a field here")
        }
        guard let moment = members["at"]?.string.flatMap({ Timestamp($0) }), faults.isEmpty else {
            let at = Fault(
                "#/at",
                "должно быть временем вида 2026-11-22T10:00:00Z",
                "must be a time like 2026-11-22T10:00:00Z"
            )
            let isTime = members["at"]?.string.flatMap { Timestamp($0) } != nil
            throw Problem.invalid((isTime ? [] : [at]) + faults)
        }
        let content = try await store.schedule(action, of: try context.id, of: type, at: moment, as: act)
        return try await answer(content, context)
    }

    private func cancel(
        _ action: Schedule.Action,
        _ request: Request,
        _ context: StaffContext
    ) async throws -> Response {
        let act = try request.act(context)
        let content = try await store.cancel(action, of: try context.id, of: type, as: act)
        return try await answer(content, context)
    }
}

extension Request {
    /// The author, the note and the version of a change; the version is optional.
    func act(_ context: StaffContext) throws(Problem) -> ContentStore.Act {
        ContentStore.Act(author: context.author, version: try versionIfAny(), note: try note())
    }

    /// The author, the note and the version of a change that must name its version.
    func actFromVersion(_ context: StaffContext) throws(Problem) -> ContentStore.Act {
        try context.author.require(.writeContent)
        return ContentStore.Act(author: context.author, version: try version(), note: try note())
    }
}
