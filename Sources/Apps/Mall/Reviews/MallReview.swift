import Core
import Storage

/// A rating of the app, with a text.
struct MallReview: Sendable, Hashable {
    /// The time within which a text completes the previous rating (mall.md 6.19).
    fileprivate static let completionAge: Duration = .seconds(15 * 60)

    let id: String
    let deviceID: String
    let userID: String?
    let rating: Int64
    let text: String?
    /// The id of its mail in the outbox.
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

    /// The mail about a bad review (M58, mall.md 6.19); nil if there is nothing to send.
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
    /// Saves a review; within a quarter of an hour an equal rating completes it (M60, mall.md 6.19).
    func review(
        of device: MallDevice,
        _ rating: Int64,
        _ text: String?,
        at now: Timestamp,
        random: RandomBytes
    ) throws -> MallReview {
        // Concurrent reviews wait for each other here.
        try send(
            "UPDATE mall_devices SET rated_at = \(now), updated_at = \(now) WHERE id = \(device.id)"
        )
        if let userID = device.userID {
            try send("UPDATE mall_users SET app_evaluation = \(rating) WHERE id = \(userID)")
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
            // A changed text needs a new mail.
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
