import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// What people think of the app, in the admin API: `/admin/api/v1/mall/reviews` (M63).
struct ReviewAdminRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("reviews")
            .get { request, context in try await list(request, context) }
            .get("stats") { _, context in try await stats(context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["rating", "has_text", "user", "from", "until"])
        var conditions: [SQL] = []
        if let rating = query.integer("rating", 1...5) { conditions.append("r.rating = \(rating)") }
        if let hasText = query.bool("has_text") {
            conditions.append(hasText ? "r.text IS NOT NULL" : "r.text IS NULL")
        }
        if let user = query.id("user") { conditions.append("r.user_id = \(user)") }
        if let from = query.moment("from") { conditions.append("r.created_at >= \(from)") }
        if let until = query.moment("until") { conditions.append("r.created_at < \(until)") }
        if let cursor = query.idCursor() { conditions.append("r.id < \(cursor)") }
        try await query.finish(services, context, reading: "mall.reviews")
        let (limit, condition) = (query.limit, conditions.all)
        let lines = try await services.database.read { connection in
            try connection.reviewLines(condition, limit: limit + 1)
        }
        let page = AdminPage(lines, limit: limit, cursor: \.review.id)
        return .json(page.json { $0.json(for: context.author) })
    }

    private func stats(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let since = services.now().advanced(by: .zero - Self.lately)
        let (all, late) = try await services.database.read { connection in
            (try connection.reviewStats("TRUE"), try connection.reviewStats("created_at >= \(since)"))
        }
        return .json(all.json.adding(["last_30_days": late.json]))
    }

    private static let lately: Duration = .seconds(30 * 86_400)
}

/// A review, as staff read it.
struct ReviewLine: Sendable {
    let review: MallReview
    let device: String
    let person: PersonCard?
    /// Of the mail that tells of it; nil where it was sent so long ago that it is forgotten.
    let mailState: String?

    init(_ row: Row) throws {
        review = try MallReview(row)
        let (model, os): (String, String) = (try row.get("model"), try row.get("os"))
        device = "\(model), \(os) \(try row.get("version_os", as: String.self))"
        person = try PersonCard(row, "person_")
        mailState = try row.get("mail_state")
    }

    /// What somebody has written is for those who may read people.
    func json(for author: Author) -> JSON {
        [
            "id": .string(review.id), "rating": .integer(review.rating),
            "text": JSON(author.may(.readPeople) ? review.text : nil), "has_text": .bool(review.text != nil),
            "device_id": .string(review.deviceID), "device": .string(device),
            "user": JSON(person, for: author), "created_at": .string(review.createdAt.description),
            "updated_at": .string(review.updatedAt.description),
            "mail": review.messageID == nil ? .null : .string(mailState ?? OutboxMessage.State.sent.rawValue),
        ]
    }
}

/// How people rate the app.
struct ReviewStats: Sendable {
    /// How often each rating from 1 to 5 was given.
    var counts: [Int64: Int64] = [:]
    var texts: Int64 = 0

    var json: JSON {
        let count = counts.values.reduce(0, +)
        let sum = counts.reduce(0) { $0 + $1.key * $1.value }
        // Two digits after the point.
        let average = count == 0 ? JSON.null : .integer((sum * 100 + count / 2) / count)
        return [
            "count": .integer(count), "with_text": .integer(texts), "average_percent": average,
            "ratings": .object(
                Dictionary(uniqueKeysWithValues: (1...5).map { (String($0), .integer(counts[$0] ?? 0)) })
            ),
        ]
    }
}

extension Connection {
    fileprivate func reviewLines(_ condition: SQL, limit: Int) throws -> [ReviewLine] {
        try rows(
            """
            SELECT r.*, d.model, d.os, d.version_os, o.state AS mail_state, \(PersonCard.columns("u", "person_"))
            FROM mall_reviews r JOIN mall_devices d ON d.id = r.device_id LEFT JOIN mall_users u ON u.id = r.user_id
            LEFT JOIN outbox o ON o.id = r.message_id
            WHERE \(condition) ORDER BY r.id DESC LIMIT \(limit)
            """
        ).map(ReviewLine.init)
    }

    fileprivate func reviewStats(_ condition: SQL) throws -> ReviewStats {
        var stats = ReviewStats()
        for row in try rows(
            """
            SELECT rating, count(*) AS count, count(text) AS texts FROM mall_reviews WHERE \(condition) GROUP BY rating
            """
        ) {
            stats.counts[try row.get("rating")] = try row.get("count", as: Int64.self)
            stats.texts += try row.get("texts", as: Int64.self)
        }
        return stats
    }
}
