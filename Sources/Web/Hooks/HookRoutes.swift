import Core
import HTTPTypes
import Hummingbird

/// The web hooks in the admin API.
struct HookRoutes: Sendable {
    let hooks: HookStore

    func add(to group: RouterGroup<StaffContext>) {
        group.group("hooks")
            .get { _, context in
                let hooks = try await hooks.list(by: context.author)
                return Response.json(["items": .array(hooks.map(\.json)), "next": .null])
            }
            .post { request, context in try await create(request, context) }
            .get("{id}") { _, context in
                Response.json(try await hooks.get(try context.id, by: context.author).json)
            }
            .patch("{id}") { request, context in try await change(request, context) }
            .delete("{id}") { _, context in
                try await hooks.remove(try context.id, by: context.author, address: context.address)
                return Response(status: .noContent)
            }
            .post("{id}/secret") { _, context in try await rotate(context) }
            .post("{id}/test") { _, context in try await test(context) }
            .get("{id}/deliveries") { request, context in try await deliveries(request, context) }
            .get("{id}/deliveries/{number}") { _, context in try await delivery(context) }
            .post("{id}/deliveries/{number}/retry") { _, context in try await retry(context) }
    }

    private func create(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageHooks)
        var members = try Members(await request.object())
        let url = members.string("url")
        let changes = Self.changes(&members, url: url)
        try members.finish()
        let (hook, secret) = try await hooks.create(changes, by: context.author, address: context.address)
        return .secret(
            hook.json.merged(with: ["secret": .string(secret)]),
            status: .created,
            headers: [.location: "\(request.uri.path.trimmingSlash)/\(hook.id)"]
        )
    }

    private func change(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageHooks)
        var members = try Members(await request.object())
        let url = members.optionalString("url")
        let changes = Self.changes(&members, url: url)
        try members.finish()
        let hook = try await hooks.update(
            try context.id,
            changes,
            by: context.author,
            address: context.address
        )
        return .json(hook.json)
    }

    private static func changes(_ members: inout Members, url: String?) -> HookChanges {
        let types = members.optionalStrings("types")
        return HookChanges(
            url: url,
            description: members.optionalString("description"),
            events: members.optionalStrings("events"),
            types: members.isNull("types") ? [] : types,
            isActive: members.optionalBool("is_active")
        )
    }

    private func rotate(_ context: StaffContext) async throws -> Response {
        let (hook, secret) = try await hooks.rotateSecret(
            try context.id,
            by: context.author,
            address: context.address
        )
        return .secret(hook.json.merged(with: ["secret": .string(secret)]))
    }

    private func test(_ context: StaffContext) async throws -> Response {
        let delivery = try await hooks.test(try context.id, by: context.author, address: context.address)
        return .json(delivery.json(in: context.language), status: .accepted)
    }

    private func deliveries(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.manageHooks)
        let (limit, cursor) = try request.page()
        let page = try await hooks.deliveries(
            of: try context.id,
            limit: limit,
            before: cursor,
            by: context.author
        )
        return .json([
            "items": .array(page.elements.map { $0.json(in: context.language) }), "next": JSON(page.next),
        ])
    }

    private func delivery(_ context: StaffContext) async throws -> Response {
        let delivery = try await hooks.delivery(
            try context.number,
            of: try context.id,
            by: context.author
        )
        return .json(delivery.json(in: context.language))
    }

    private func retry(_ context: StaffContext) async throws -> Response {
        let delivery = try await hooks.retry(
            try context.number,
            of: try context.id,
            by: context.author,
            address: context.address
        )
        return .json(delivery.json(in: context.language), status: .accepted)
    }
}

extension StaffContext {
    /// The number of a delivery that the path names; one that is no number is none of ours.
    fileprivate var number: Int64 {
        get throws { Int64(try parameters.require("number")) ?? 0 }
    }
}
