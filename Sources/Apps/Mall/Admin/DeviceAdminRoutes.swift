import Core
import Hummingbird
import Storage
import Web

/// Telephones in the admin API: `/admin/api/v1/mall/devices`.
struct DeviceAdminRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("devices")
            .get { request, context in try await list(request, context) }
            .get("{id}") { _, context in try await show(context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["q", "bound", "push", "user"])
        var conditions: [SQL] = []
        if let text = query.text("q", lengthMax: Limits.peopleTextLengthMax) {
            // A telephone is known by its model or its system, or by its number.
            let words = "%\(text.lowercased().filter { !"%_\\".contains($0) })%"
            var byText: SQL = "lower(d.model) LIKE \(words) OR lower(d.version_os) LIKE \(words)"
            if let id = Identifier.normalized(text) { byText = "d.id = \(id)" }
            conditions.append(byText)
        }
        if let isBound = query.bool("bound") {
            conditions.append(isBound ? "d.user_id IS NOT NULL" : "d.user_id IS NULL")
        }
        switch query.choice("push", ["promotion", "event", "children", "none"]) {
        case "promotion"?: conditions.append("d.enable_push_promotion")
        case "event"?: conditions.append("d.enable_push_event")
        case "children"?: conditions.append("d.enable_push_children")
        case "none"?:
            conditions.append(
                "NOT (d.enable_push_promotion OR d.enable_push_event OR d.enable_push_children)"
            )
        case _: break
        }
        if let user = query.id("user") {
            conditions.append(
                "EXISTS (SELECT 1 FROM mall_bindings b WHERE b.device_id = d.id AND b.user_id = \(user))"
            )
        }
        if let cursor = query.idCursor() { conditions.append("d.id < \(cursor)") }
        try await query.finish(services, context, reading: "mall.devices")
        let (condition, limit) = (conditions.all, query.limit)
        let lines = try await services.database.read { connection in
            try connection.rows(
                """
                SELECT \(DeviceLine.columns) FROM mall_devices d LEFT JOIN mall_users u ON u.id = d.user_id
                WHERE \(condition) ORDER BY d.id DESC LIMIT \(limit + 1)
                """
            ).map { try DeviceLine($0) }
        }
        let page = AdminPage(lines, limit: limit) { $0.device.id }
        return .json(page.json { $0.json(for: context.author) })
    }

    /// With everybody who was ever signed in there.
    private func show(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let found: (line: DeviceLine, history: [JSON])?
        if let id = Identifier.normalized(try context.id) {
            let author = context.author
            found = try await services.database.read { connection in
                let line = try connection.rows(
                    """
                    SELECT \(DeviceLine.columns) FROM mall_devices d LEFT JOIN mall_users u ON u.id = d.user_id
                    WHERE d.id = \(id)
                    """
                ).first.map { try DeviceLine($0) }
                return try line.map { ($0, try connection.bindings(of: id, for: author)) }
            }
        } else {
            found = nil
        }
        guard let found else {
            throw Problem.notFound(Localized("Такого устройства нет.", "There is no such device."))
        }
        try await services.noteLook(in: "mall.devices", context)
        var members = found.line.json(for: context.author).object ?? [:]
        members["history"] = .array(found.history)
        return .json(.object(members))
    }
}

extension Connection {
    fileprivate func bindings(of deviceID: String, for author: Author) throws -> [JSON] {
        try rows(
            """
            SELECT \(PersonCard.columns("u", "user_")), b.first_at, b.last_at, b.ended_at FROM mall_bindings b
            JOIN mall_users u ON u.id = b.user_id
            WHERE b.device_id = \(deviceID) ORDER BY b.last_at DESC LIMIT \(Limits.personPartsMax)
            """
        ).map { row in
            let (first, last): (Timestamp, Timestamp) = (try row.get("first_at"), try row.get("last_at"))
            let ended = try row.get("ended_at", as: Timestamp?.self)
            return [
                "user": JSON(try PersonCard(row, "user_"), for: author),
                "first_at": .string(first.description), "last_at": .string(last.description),
                "ended_at": JSON(ended?.description), "is_current": .bool(ended == nil),
            ]
        }
    }
}
