import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people have bought, in the admin API: `/admin/api/v1/mall/gifts`.
struct GiftAdminRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("gifts")
            .get { request, context in try await list(request, context) }
            .get("uses") { request, context in try await uses(request, context) }
            .get("export") { request, context in try await export(request, context) }
            .get("{id}") { _, context in try await show(context) }
            .post("{id}/refund") { request, context in try await refund(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, GiftLine.names.union(["count"]))
        let (condition, cursor) = (GiftLine.condition(&query, for: context.author), query.idCursor())
        let isCounted = query.bool("count") ?? false
        try await query.finish(services, context, reading: "mall.gifts")
        let limit = query.limit
        let (lines, count) = try await services.database.read { connection in
            (
                try connection.giftLines(condition, before: cursor, limit: limit + 1),
                isCounted ? try connection.giftCount(condition) : nil
            )
        }
        let page = AdminPage(lines, limit: limit, cursor: \.gift.id)
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { $0.json(for: context.author, context.language) }.adding(total))
    }

    private func uses(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, UseLine.names.union(["count"]))
        let (condition, cursor) = (UseLine.condition(&query, for: context.author), query.idCursor())
        let isCounted = query.bool("count") ?? false
        try await query.finish(services, context, reading: "mall.gifts")
        let limit = query.limit
        let (lines, count) = try await services.database.read { connection in
            (
                try connection.useLines(condition, before: cursor, limit: limit + 1),
                isCounted ? try connection.useCount(condition) : nil
            )
        }
        let page = AdminPage(lines, limit: limit, cursor: \.id)
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json { $0.json(for: context.author, context.language) }.adding(total))
    }

    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        guard let id = Identifier.normalized(try context.id) else { throw Problem.noSuchGift }
        let (gift, uses) = try await services.database.read { connection in
            (
                try connection.giftLines("g.id = \(id)", before: nil, limit: 1).first,
                try connection.useLines("m.gift_id = \(id)", before: nil, limit: Limits.pageSizeMax)
            )
        }
        guard let gift else { throw Problem.noSuchGift }
        try await services.noteLook(at: gift.person?.id, in: "mall.gifts", context)
        let log = JSON.array(uses.map { ["at": .string($0.at.description), "kind": .string($0.kind)] })
        return .json(gift.json(for: context.author, context.language).adding(["log": log]))
    }

    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        var query = AdminQuery(request, GiftLine.names.union(AdminExport.Form.names), isPaged: false)
        let (condition, form) = (GiftLine.condition(&query, for: context.author), AdminExport.Form(&query))
        try query.finish()
        let (services, author, language) = (services, context.author, context.language)
        let export = AdminExport(services: services, name: "gifts", header: GiftLine.header)
        return try await export.answer(request, context, form) { cursor in
            let lines = try await services.database.read { connection in
                try connection.giftLines(condition, before: cursor, limit: Limits.exportBatch + 1)
            }
            let page = AdminPage(lines, limit: Limits.exportBatch, cursor: \.gift.id)
            return (page.elements.map { $0.cells(for: author, language) }, page.next)
        }
    }

    private func refund(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        guard let id = Identifier.normalized(try context.id) else { throw Problem.noSuchGift }
        let refund = Refund(
            services: services,
            signature: context.signature(at: services.now()),
            note: try request.note()
        )
        try await refund.gift(id)
        try await services.live.refresh()
        return try await show(context)
    }
}

extension Problem {
    static let noSuchGift = Problem.notFound(Localized("Такого подарка нет.", "There is no such gift."))
}
