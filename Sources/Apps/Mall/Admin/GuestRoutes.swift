import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Who comes to an event, in the admin API: `/admin/api/v1/mall/events/{id}/people`.
struct GuestRoutes: Sendable {
    /// Contents whose stock is asked for at once.
    private static let stockIDsMax = 200

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("events/{id}/people") { request, context in try await list(request, context) }
        group.get("events/{id}/people/export") { request, context in try await export(request, context) }
        group.delete("events/{id}/people/{user}") { request, context in try await cancel(request, context) }
        group.get("guests") { request, context in try await all(request, context) }
        group.get("stock") { request, context in try await stock(request, context) }
    }

    private func eventID(_ context: StaffContext) throws -> String {
        guard let id = Identifier.normalized(try context.id) else {
            throw Problem.notFound(Localized("Такого мероприятия нет.", "There is no such event."))
        }
        return id
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let event = try eventID(context)
        return try await list(request, context, "m.event_id = \(event)", ["total": try await totals(event)])
    }

    /// The registrations of one person, or of all.
    private func all(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        return try await list(request, context, "TRUE", [:])
    }

    private func list(
        _ request: Request,
        _ context: StaffContext,
        _ own: SQL,
        _ more: JSON
    ) async throws -> Response {
        var query = AdminQuery(request, GuestLine.names)
        let (condition, cursor) = (GuestLine.condition(&query, for: context.author), query.idCursor())
        try await query.finish(services, context, reading: "mall.guests")
        let limit = query.limit
        let lines = try await services.database.read { connection in
            try connection.guestLines([own, condition].all, before: cursor, limit: limit + 1)
        }
        let page = AdminPage(lines, limit: limit, cursor: \.entryID)
        return .json(page.json { $0.json(for: context.author, context.language) }.adding(more))
    }

    /// How many come, and what they have paid together.
    private func totals(_ event: String) async throws -> JSON {
        let rows = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT count(*) AS count, CAST(coalesce(sum(cost), 0) AS bigint) AS points
                FROM mall_guests WHERE event_id = \(event)
                """
            )
        }
        let count: Int64 = try rows.first?.get("count") ?? 0
        let points: Int64 = try rows.first?.get("points") ?? 0
        return ["count": .integer(count), "points": .integer(points)]
    }

    private func export(_ request: Request, _ context: StaffContext) async throws -> Response {
        let event = try eventID(context)
        var query = AdminQuery(request, AdminExport.Form.names, isPaged: false)
        let form = AdminExport.Form(&query)
        try query.finish()
        let (services, author, language) = (services, context.author, context.language)
        let export = AdminExport(services: services, name: "guests", header: GuestLine.header, app: "mall")
        return try await export.answer(request, context, form, detail: ["event": .string(event)]) { cursor in
            let lines = try await services.database.read { connection in
                try connection.guestLines(
                    "m.event_id = \(event)",
                    before: cursor,
                    limit: Limits.exportBatch + 1
                )
            }
            let page = AdminPage(lines, limit: Limits.exportBatch, cursor: \.entryID)
            return (page.elements.map { $0.cells(for: author, language) }, page.next)
        }
    }

    private func cancel(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.writePeople)
        let event = try eventID(context)
        guard let user = Identifier.normalized(try context.parameters.require("user")) else {
            throw Problem.noSuchPerson
        }
        let refund = Refund(
            services: services,
            signature: context.signature(at: services.now()),
            note: try request.note()
        )
        try await refund.guest(user, of: event)
        return Response(status: .noContent)
    }

    /// How many are taken of offers, and how many come to events, by id.
    private func stock(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["ids"], isPaged: false)
        let text = query.text("ids", lengthMax: Self.stockIDsMax * 37) ?? ""
        try query.finish()
        let ids = text.split(separator: ",").compactMap { Identifier.normalized(String($0)) }
        guard ids.count <= Self.stockIDsMax else {
            throw Problem.invalid([
                Fault("#/ids", "не больше \(Self.stockIDsMax)", "must be at most \(Self.stockIDsMax)")
            ])
        }
        let items = try await services.stock(of: ids).map { line -> JSON in
            [
                "id": .string(line.id), "taken": .integer(line.taken), "guests": .integer(line.guests),
                "count": line.count.map { .integer($0) } ?? .null,
                "left": line.left.map { .integer($0) } ?? .null,
            ]
        }
        return .json(["items": .array(items), "next": .null])
    }
}

/// Somebody who comes to an event, as staff read it.
struct GuestLine: Sendable {
    static let names: Set = ["user", "phone"]

    let entryID: String
    let cost: Int64
    let at: Timestamp
    let snapshot: MallSnapshot?
    let person: PersonCard?

    init(_ row: Row) throws {
        entryID = try row.get("entry_id")
        cost = try row.get("cost")
        at = try row.get("at")
        snapshot = MallSnapshot(try JSON(parsing: row.get("event", as: String.self)))
        person = try PersonCard(row, "person_")
    }

    func json(for author: Author, _ language: Language) -> JSON {
        [
            "id": .string(entryID), "user": JSON(person, for: author), "cost": .integer(cost),
            "at": .string(at.description), "event": snapshot?.line(language) ?? .null,
        ]
    }

    static let header = ["at", "user_id", "phone", "name", "email", "event", "cost"]

    func cells(for author: Author, _ language: Language) -> [String] {
        let line = json(for: author, language)
        func text(_ path: String...) -> String { path.reduce(Optional(line)) { $0?[$1] }?.string ?? "" }
        return [
            text("at"), text("user", "id"), text("user", "phone"), text("user", "name"),
            text("user", "email"), text("event", "title"), String(cost),
        ]
    }

    static func condition(_ query: inout AdminQuery, for author: Author) -> SQL {
        var conditions: [SQL] = []
        if let user = query.id("user") { conditions.append("m.user_id = \(user)") }
        if let phone = query.phone("phone", for: author) { conditions.append(phone) }
        return conditions.all
    }
}

extension Connection {
    /// Registrations below that entry, the newest first.
    func guestLines(_ condition: SQL, before id: String?, limit: Int) throws -> [GuestLine] {
        let below: SQL = id.map { "m.entry_id < \($0)" } ?? "TRUE"
        return try rows(
            """
            SELECT m.*, \(PersonCard.columns("u", "person_"))
            FROM mall_guests m JOIN mall_users u ON u.id = m.user_id
            WHERE \(condition) AND \(below) ORDER BY m.entry_id DESC LIMIT \(limit)
            """
        ).map(GuestLine.init)
    }

    func guestCounts(of ids: [String]) throws -> [String: Int64] {
        guard !ids.isEmpty else { return [:] }
        let list = ids.map { "\($0)" as SQL }.joined(separator: ", ")
        let rows = try rows(
            "SELECT event_id, count(*) AS count FROM mall_guests WHERE event_id IN (\(list)) GROUP BY event_id"
        )
        return try Dictionary(rows.map { (try $0.get("event_id"), try $0.get("count")) }) { first, _ in first
        }
    }
}
