import Core
import HTTPTypes
import Hummingbird
import Storage

/// A list of staff in the admin API: `/admin/api/v1/mall/devices`.
struct ResourceRoutes: Sendable {
    let resource: Resource
    let services: Services

    /// `group` is that of the app.
    func add(to group: RouterGroup<StaffContext>) {
        let group = group.group(RouterPath(resource.name))
        group.get { request, context in try await list(request, context) }
        if !resource.sums.isEmpty {
            group.get("stats") { request, context in try await sums(request, context) }
        }
        group.get("{id}") { _, context in try await show(context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        let reader = ResourceReader(resource, for: context.author)
        let selection = try await reader.selection(request.pairs, services, context)
        let (page, count) = try await services.database.read { connection in
            (
                try reader.page(selection, on: connection),
                selection.isCounted ? try reader.count(selection.condition, on: connection) : nil
            )
        }
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { resource.json($0) }.adding(total))
    }

    private func sums(_ request: Request, _ context: StaffContext) async throws -> Response {
        let reader = ResourceReader(resource, for: context.author)
        let selection = try await reader.selection(request.pairs, services, context)
        let now = services.now()
        let figures = try await services.database.read { connection in
            try reader.sums(selection.condition, at: now, on: connection)
        }
        return .json(resource.json(figures))
    }

    private func show(_ context: StaffContext) async throws -> Response {
        let reader = ResourceReader(resource, for: context.author)
        return .json(resource.json(try await reader.row(try context.id, services, context)))
    }
}

extension Request {
    /// The parameters of the address as they were given.
    var pairs: [(name: String, value: String)] { query.map { (name: $0.name, value: $0.value) } }
}
