import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people have searched for, in the admin API: `/admin/api/v1/mall/searches` (M131).
struct SearchLogRoutes: Sendable {
    static let sorts = ["count", "last"]

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("searches") { request, context in try await list(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["sort", "found", "count"])
        let isLatest = query.choice("sort", Self.sorts) == "last"
        var conditions: [SQL] = []
        if let found = query.choice("found", ["none", "some"]) {
            conditions.append(found == "none" ? "found = 0" : "found > 0")
        }
        let (all, isCounted) = (conditions.all, query.bool("count") ?? false)
        if let (number, text) = query.pairCursor() {
            let key: Value = isLatest ? Timestamp(microseconds: number).value : .integer(number)
            let column: SQL = isLatest ? "last_at" : "count"
            conditions.append("\(column) < \(key) OR (\(column) = \(key) AND text > \(text))")
        }
        try query.finish()
        let order: SQL = isLatest ? "last_at DESC, text" : "count DESC, text"
        let (limit, condition) = (query.limit, conditions.all)
        let (rows, count) = try await services.database.read { connection in
            (
                try connection.rows(
                    "SELECT * FROM mall_searches WHERE \(condition) ORDER BY \(order) LIMIT \(limit + 1)"
                ),
                isCounted
                    ? try connection.rows("SELECT count(*) AS count FROM mall_searches WHERE \(all)").first?
                        .get("count", as: Int64.self) : nil
            )
        }
        let page = AdminPage(try rows.map(Line.init), limit: limit) { line in
            "\(isLatest ? line.lastAt.microseconds : line.count).\(line.text)"
        }
        let total: JSON = count.map { ["count": .integer($0)] } ?? [:]
        return .json(page.json(\.json).adding(total))
    }

    private struct Line {
        let text: String
        let count: Int64
        let found: Int64
        let lastAt: Timestamp

        init(_ row: Row) throws {
            text = try row.get("text")
            count = try row.get("count")
            found = try row.get("found")
            lastAt = try row.get("last_at")
        }

        var json: JSON {
            [
                "text": .string(text), "count": .integer(count), "found": .integer(found),
                "last_at": .string(lastAt.description),
            ]
        }
    }
}
