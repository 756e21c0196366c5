import Core
import HTTPTypes
import Hummingbird
import Storage

/// A list for staff in the admin API: `/admin/api/v1/mall/devices`.
struct ResourceRoutes: Sendable {
    let resource: Resource
    let services: Services

    /// `group` is that of the admin API.
    func add(to group: RouterGroup<StaffContext>) {
        let group = group.group(RouterPath(resource.address.joined(separator: "/")))
        group.get { request, context in try await list(request, context) }
        if !resource.sums.isEmpty {
            group.get(RouterPath(resource.figures)) { request, context in try await sums(request, context) }
        }
        if resource.isExported {
            group.get("export") { request, context in try await export(request, context) }
        }
        group.get(RouterPath("{\(resource.part)}")) { _, context in Response.json(try await row(context)) }
        for action in resource.actions {
            let path = RouterPath(action.address(of: "{\(resource.part)}").joined(separator: "/"))
            group.on(path, method: action.method) { request, context in
                try await perform(action, request, context)
            }
        }
    }

    /// The list, below the owner in the path if it has one.
    private func reader(_ context: StaffContext) async throws -> ResourceReader {
        let reader = ResourceReader(resource, for: context.author, in: context.language)
        guard let owner = resource.owner else { return reader }
        try context.author.require(resource.right)
        let list = try await reader.below(try context.part(owner.name), services)
        return ResourceReader(list, for: context.author, in: context.language)
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        let reader = try await reader(context)
        let selection = try await reader.selection(request.pairs, services, context)
        let (page, count) = try await Lane.current.run(mayLag: resource.isReport) {
            try await services.database.read { connection in
                (
                    try reader.page(selection, on: connection),
                    selection.isCounted ? try reader.count(selection, on: connection) : nil
                )
            }
        }
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { resource.json($0) }.adding(total))
    }

    private func sums(_ request: Request, _ context: StaffContext) async throws -> Response {
        let reader = try await reader(context)
        let selection = try await reader.selection(request.pairs, services, context)
        let now = services.now()
        let figures = try await Lane.current.run(mayLag: true) {
            try await services.database.read { connection in
                try reader.sums(selection, at: now, on: connection)
            }
        }
        return .json(resource.json(figures))
    }

    private func row(_ context: StaffContext) async throws -> JSON {
        resource.json(try await reader(context).row(try context.part(resource.part), services, context))
    }

    private func perform(
        _ action: ResourceAction,
        _ request: Request,
        _ context: StaffContext
    ) async throws -> Response {
        // The response shows the row, so permissions are checked before anything is done.
        for right in resource.needs(of: action) { try context.author.require(right) }
        let reader = try await reader(context)
        let body = action.inputs.isEmpty ? [:] : try await request.object()
        let id = action.place == .create ? "" : try context.part(resource.part)
        let outcome = try await reader.resource.perform(
            action,
            on: id,
            body,
            note: try request.note(),
            services,
            context
        )
        guard action.place != .remove else { return Response(status: .noContent) }
        let row = try await reader.row(outcome.id ?? id, services, context)
        let json = resource.json(row).adding(.object(outcome.more))
        let isNew = action.place == .create
        let status: HTTPResponse.Status = isNew ? .created : .ok
        let headers: HTTPFields =
            isNew ? [.location: "\(request.uri.path.trimmingSlash)/\(outcome.id ?? id)"] : [:]
        guard let secret = outcome.secret else { return .json(json, status: status, headers: headers) }
        return .secret(
            json.adding([secret.name: .string(secret.text)]),
            status: status,
            headers: headers
        )
    }

    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(resource.exportRight)
        let reader = try await reader(context)
        let names = Set(resource.parameters).union(AdminExport.Form.names)
        var query = AdminQuery(request, names, isPaged: false)
        let form = AdminExport.Form(&query)
        let selection = reader.selection(&query)
        try query.finish()
        let asked = request.pairs.filter { resource.parameters.contains($0.name) && !$0.value.isEmpty }
        let detail = JSON.object(Dictionary(asked.map { ($0.name, .string($0.value)) }) { $1 })
        let export = AdminExport(
            services: services,
            name: resource.name,
            header: resource.header,
            app: resource.app ?? "",
            right: resource.exportRight
        )
        return try await export.answer(request, context, form, detail: detail) { cursor in
            let piece = reader.piece(of: selection, from: cursor)
            let page = try await services.database.read { try reader.page(piece, on: $0) }
            return (page.elements.map { resource.cells($0) }, page.next)
        }
    }
}

extension Resource {
    /// Performs an action for a member of staff; throws if it is not possible, and each refusal as a `Problem`.
    func perform(
        _ action: ResourceAction,
        on id: String,
        _ body: [String: JSON],
        note: String?,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> ResourceOutcome {
        try context.author.require(action.right)
        guard let known = action.place == .create ? "" : source.known(id) else { throw notFound }
        let call = ResourceAction.Call(
            id: known,
            owner: ownerID ?? "",
            values: try ResourceValues(body, action.inputs, isChange: action.place == .change),
            services: services,
            author: context.author,
            address: context.address,
            signature: context.signature(at: services.now()),
            note: note
        )
        return try await tellingProblems { try await action.perform(call) }
    }
}

extension Request {
    /// The query parameters as given.
    var pairs: [(name: String, value: String)] { query.map { (name: $0.name, value: $0.value) } }
}
