import Core
import Storage
import Web

/// The full record of one user for staff (M127).
struct UserRecord: Sendable {
    let line: UserLine
    let inviter: PersonCard?
    let invited: [Guest]
    let gifts: [MallGift]
    let uses: [Use]
    let events: [Visit]
    let entries: [PointsEntry]
    let entriesCount: Int64
    let devices: [DeviceLine]
    let reviews: [MallReview]

    /// A user who was invited by this one.
    struct Guest: Sendable {
        let person: PersonCard?
        let at: Timestamp
        let state: String
        let points: Int64?
    }

    struct Use: Sendable {
        let giftID: String
        let kind: String
        let at: Timestamp
    }

    struct Visit: Sendable {
        let eventID: String
        let cost: Int64
        let snapshot: MallSnapshot?
        let at: Timestamp
    }

    /// The notification settings of the device on which the person is signed in; nil if there is none.
    var push: MallDevice.PushSettings? {
        devices.first { $0.endedAt == nil && $0.firstAt != nil }?.device.push
    }

    func json(for author: Author, _ language: Language) -> JSON {
        let isWhole = author.may(.readPeople)
        let user = line.user
        let more: [String: JSON] = [
            "gender": JSON(isWhole ? user.gender : nil),
            "block_reason": JSON(isWhole ? user.blockReason : nil),
            "inviter": JSON(inviter, for: author),
            "invited": .array(
                invited.map { guest in
                    [
                        "user": JSON(guest.person, for: author), "at": .string(guest.at.description),
                        "state": .string(guest.state), "points": guest.points.map { .integer($0) } ?? .null,
                    ]
                }
            ),
            "gifts": .array(gifts.map { json(of: $0, language) }),
            "events": .array(
                events.map { visit in
                    [
                        "id": .string(visit.eventID), "cost": .integer(visit.cost),
                        "title": JSON(visit.snapshot?.title(language)),
                        "start_at": JSON(visit.snapshot?.content.timestamp("start_at")?.description),
                        "at": .string(visit.at.description),
                    ]
                }
            ),
            "entries": .array(entries.map { $0.json(for: author, language) }),
            "entries_count": .integer(entriesCount),
            "is_signed_in": .bool(push != nil), "devices": .array(devices.map { $0.json(for: author) }),
            "push": push.map { push in
                [
                    "promotion": .bool(push.promotion), "event": .bool(push.event),
                    "children": .bool(push.children),
                ]
            } ?? .null,
            "reviews": .array(
                reviews.map { review in
                    [
                        "id": .string(review.id), "rating": .integer(review.rating),
                        "text": JSON(isWhole ? review.text : nil),
                        "created_at": .string(review.createdAt.description),
                    ]
                }
            ),
        ]
        return .object((line.json(for: author).object ?? [:]).merging(more) { $1 })
    }

    private func json(of gift: MallGift, _ language: Language) -> JSON {
        [
            "id": .string(gift.id), "offer_id": .string(gift.offerID), "type": .string(gift.type),
            "state": .string(gift.state), "cost": .integer(gift.cost), "uses_count": .integer(gift.uses),
            "title": JSON(gift.snapshot?.title(language)), "shop": JSON(gift.snapshot?.shopName(language)),
            "image": JSON(gift.snapshot?.content.string("image")),
            "bought_at": .string(gift.boughtAt.description),
            "valid_until": JSON(gift.validUntil?.description), "ended_at": JSON(gift.endedAt?.description),
            "uses": .array(
                uses.filter { $0.giftID == gift.id }.map { use in
                    ["kind": .string(use.kind), "at": .string(use.at.description)]
                }
            ),
        ]
    }
}

extension MallSnapshot {
    /// The title at the time.
    func title(_ language: Language) -> String {
        content.text(
            content.type == Events.type.name ? Events.type.titleField : Offers.type.titleField,
            language
        )
    }

    func shopName(_ language: Language) -> String? { shop?.text(Shops.type.titleField, language) }
}

extension PointsEntry {
    /// An entry of a user's ledger, with the title of its subject at the time.
    func json(for reader: Author, _ language: Language) -> JSON {
        let snapshot = subject.flatMap { MallSnapshot($0) }
        return [
            "id": .string(id), "number": .integer(number), "change": .integer(change),
            "balance": .integer(balance), "cause": .string(cause.name), "note": JSON(note(for: reader)),
            "by": .string(author), "created_at": .string(createdAt.description),
            "subject": snapshot.map { snapshot in
                [
                    "id": .string(snapshot.content.id), "type": .string(snapshot.content.type),
                    "title": .string(snapshot.title(language)), "shop": JSON(snapshot.shopName(language)),
                ]
            } ?? .null,
        ]
    }

    /// Notes of staff about a user need permission to read people.
    func note(for reader: Author) -> String? { reader.may(.readPeople) ? note : nil }
}

extension Connection {
    /// Nil if there is no such user.
    func userRecord(_ id: String) throws -> UserRecord? {
        let lines = try rows(
            """
            SELECT \(UserLine.columns) FROM mall_users u JOIN points_accounts p ON p.id = u.id WHERE u.id = \(id)
            """
        )
        guard let line = try lines.first.map(UserLine.init) else { return nil }
        return UserRecord(
            line: line,
            inviter: try rows(
                """
                SELECT \(PersonCard.columns("u", "user_")) FROM mall_referrals r
                JOIN mall_users u ON u.id = r.inviter_id WHERE r.user_id = \(id)
                """
            ).first.flatMap { try PersonCard($0, "user_") },
            invited: try guests(of: id),
            gifts: try gifts(of: id),
            uses: try uses(of: id),
            events: try visits(of: id),
            entries: try pointsEntries(of: id, limit: Limits.personPartsMax),
            entriesCount: try rows(
                "SELECT count(*) AS count FROM points_entries WHERE account_id = \(id)"
            ).first?.get("count") ?? 0,
            devices: try rows(
                """
                SELECT \(DeviceLine.columns), b.first_at, b.last_at, b.ended_at FROM mall_bindings b
                JOIN mall_devices d ON d.id = b.device_id LEFT JOIN mall_users u ON u.id = d.user_id
                WHERE b.user_id = \(id) ORDER BY b.last_at DESC, d.id LIMIT \(Limits.personPartsMax)
                """
            ).map { try DeviceLine($0, isBinding: true) },
            reviews: try rows(
                """
                SELECT * FROM mall_reviews WHERE user_id = \(id)
                ORDER BY created_at DESC, id DESC LIMIT \(Limits.personPartsMax)
                """
            ).map(MallReview.init)
        )
    }

    /// The newest entries of a user's ledger, or those before a number.
    func pointsEntries(of id: String, before number: Int64 = .max, limit: Int) throws -> [PointsEntry] {
        try rows(
            """
            SELECT * FROM points_entries WHERE account_id = \(id) AND number < \(number)
            ORDER BY number DESC LIMIT \(limit)
            """
        ).map(PointsEntry.init)
    }

    private func guests(of id: String) throws -> [UserRecord.Guest] {
        try rows(
            """
            SELECT \(PersonCard.columns("u", "user_")), r.at, r.state, e.change FROM mall_referrals r
            JOIN mall_users u ON u.id = r.user_id LEFT JOIN points_entries e ON e.id = r.inviter_entry_id
            WHERE r.inviter_id = \(id) ORDER BY r.at DESC LIMIT \(Limits.personPartsMax)
            """
        ).map { row in
            UserRecord.Guest(
                person: try PersonCard(row, "user_"),
                at: try row.get("at"),
                state: try row.get("state"),
                points: try row.get("change")
            )
        }
    }

    private func gifts(of id: String) throws -> [MallGift] {
        try rows(
            """
            SELECT \(MallGift.columns) FROM mall_gifts g LEFT JOIN offers o ON o.id = g.offer_id
            WHERE g.user_id = \(id) ORDER BY g.id DESC LIMIT \(Limits.personPartsMax)
            """
        ).map(MallGift.init)
    }

    private func uses(of id: String) throws -> [UserRecord.Use] {
        try rows(
            """
            SELECT s.gift_id, s.kind, s.at FROM mall_gifts g JOIN mall_uses s ON s.gift_id = g.id
            WHERE g.user_id = \(id) ORDER BY s.at DESC LIMIT \(Limits.personPartsMax)
            """
        ).map { row in
            UserRecord.Use(giftID: try row.get("gift_id"), kind: try row.get("kind"), at: try row.get("at"))
        }
    }

    private func visits(of id: String) throws -> [UserRecord.Visit] {
        try rows(
            """
            SELECT event_id, cost, event, at FROM mall_guests WHERE user_id = \(id)
            ORDER BY at DESC LIMIT \(Limits.personPartsMax)
            """
        ).map { row in
            UserRecord.Visit(
                eventID: try row.get("event_id"),
                cost: try row.get("cost"),
                snapshot: MallSnapshot(try JSON(parsing: row.get("event", as: String.self))),
                at: try row.get("at")
            )
        }
    }
}
