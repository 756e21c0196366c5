import Core
import Storage

/// What somebody thinks of the app.
struct MallReview: Sendable, Hashable {
    /// For how long a text completes the rating before it (mall.md 6.19).
    fileprivate static let completionAge: Duration = .seconds(15 * 60)

    let id: String
    let deviceID: String
    let userID: String?
    let rating: Int64
    let text: String?
    /// The mail in the outbox that tells of it.
    var messageID: Int64?
    let createdAt: Timestamp
    let updatedAt: Timestamp

    init(_ row: Row) throws {
        id = try row.get("id")
        deviceID = try row.get("device_id")
        userID = try row.get("user_id")
        rating = try row.get("rating")
        text = try row.get("text")
        messageID = try row.get("message_id")
        createdAt = try row.get("created_at")
        updatedAt = try row.get("updated_at")
    }

    /// Those who are not content are heard (M58, mall.md 6.19); nil where there is nothing to send.
    func mail(to address: String, _ device: MallDevice) -> Mail? {
        guard rating < 5, let text else { return nil }
        return Mail(
            to: address,
            subject: "Отзыв о приложении: \(rating) из 5",
            text: """
                \(text)

                Оценка: \(rating) из 5
                Телефон: \(device.model), \(device.os) \(device.versionOS)
                """
        )
    }
}

extension Connection {
    /// Keeps a review; what follows within a quarter of an hour with the same rating completes it (M60, mall.md 6.19).
    func review(
        of device: MallDevice,
        _ rating: Int64,
        _ text: String?,
        at now: Timestamp,
        random: RandomBytes
    ) throws -> MallReview {
        // Two posts at once wait for each other here.
        try execute(
            "UPDATE mall_devices SET rated_at = \(now), updated_at = \(now) WHERE id = \(device.id)"
        )
        if let userID = device.userID {
            try execute("UPDATE mall_users SET app_evaluation = \(rating) WHERE id = \(userID)")
        }
        let since = now.advanced(by: .zero - MallReview.completionAge)
        let open = try rows(
            """
            SELECT * FROM mall_reviews WHERE device_id = \(device.id) AND created_at > \(since) AND rating = \(rating)
            ORDER BY created_at DESC LIMIT 1
            """
        ).first.map(MallReview.init)
        let rows: [Row]
        if let open {
            // Another text is another mail.
            let messageID = text == nil || text == open.text ? open.messageID : nil
            rows = try self.rows(
                """
                UPDATE mall_reviews SET text = \(text ?? open.text), message_id = \(messageID), updated_at = \(now)
                WHERE id = \(open.id) RETURNING *
                """
            )
        } else {
            rows = try self.rows(
                """
                INSERT INTO mall_reviews (id, device_id, user_id, rating, text, created_at, updated_at)
                VALUES (\(Identifier.new(at: now, random: random)), \(device.id), \(device.userID), \(rating), \(text),
                    \(now), \(now))
                RETURNING *
                """
            )
        }
        guard let row = rows.first else { throw StorageError.other("mall_reviews has not answered") }
        return try MallReview(row)
    }
}
