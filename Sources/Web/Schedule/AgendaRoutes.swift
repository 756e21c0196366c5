import Core
import Hummingbird
import Storage

/// What will change, in the admin API: `/admin/api/v1/agenda`.
struct AgendaRoutes: Sendable {
    let agenda: Agenda
    let now: @Sendable () -> Timestamp

    func add(to group: RouterGroup<StaffContext>) {
        group.get("agenda") { request, context in try await show(request, context) }
    }

    private func show(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let now = now()
        let query = try AgendaQuery(request.query, at: now)
        let page = try await agenda.page(query, at: now)
        return .json([
            "from": .string(query.from.description), "until": .string(query.until.description),
            "items": .array(page.elements.map { $0.json(in: context.language) }), "next": JSON(page.next),
        ])
    }
}
