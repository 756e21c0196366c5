import Core
import Hummingbird
import Storage
import Web

/// A gift that somebody has bought, as staff read it.
struct GiftLine: Sendable {
    static let states = ["owned", "used", "expired", "refunded"]
    static let names: Set = ["state", "user", "phone", "offer", "from", "until"]

    let gift: MallGift
    let person: PersonCard?

    init(_ row: Row) throws {
        gift = try MallGift(row)
        person = try PersonCard(row, "person_")
    }

    /// What can be given back: bought, and never used.
    var isRefundable: Bool { gift.state == "owned" && gift.uses == 0 }

    func json(for author: Author, _ language: Language) -> JSON {
        [
            "id": .string(gift.id), "user": JSON(person, for: author),
            "offer": gift.snapshot?.line(language) ?? ["id": .string(gift.offerID)],
            "type": .string(gift.type), "cost": .integer(gift.cost), "state": .string(gift.state),
            "uses": .integer(gift.uses), "bought_at": .string(gift.boughtAt.description),
            "valid_until": JSON(gift.validUntil?.description), "ended_at": JSON(gift.endedAt?.description),
            "is_refundable": .bool(isRefundable),
        ]
    }

    static let header = [
        "bought_at", "user_id", "phone", "name", "email", "offer_id", "offer", "shop", "cost", "state",
        "uses", "valid_until", "ended_at",
    ]

    func cells(for author: Author, _ language: Language) -> [String] {
        let line = json(for: author, language)
        func text(_ path: String...) -> String { path.reduce(Optional(line)) { $0?[$1] }?.string ?? "" }
        return [
            text("bought_at"), text("user", "id"), text("user", "phone"), text("user", "name"),
            text("user", "email"), gift.offerID, text("offer", "title"), text("offer", "shop"),
            String(gift.cost), gift.state, String(gift.uses), text("valid_until"), text("ended_at"),
        ]
    }

    static func condition(_ query: inout AdminQuery, for author: Author) -> SQL {
        var conditions: [SQL] = []
        if let state = query.choice("state", states) { conditions.append("g.state = \(state)") }
        if let user = query.id("user") { conditions.append("g.user_id = \(user)") }
        if let offer = query.id("offer") { conditions.append("g.offer_id = \(offer)") }
        if let phone = query.phone("phone", for: author) { conditions.append(phone) }
        if let from = query.moment("from") { conditions.append("g.bought_at >= \(from)") }
        if let until = query.moment("until") { conditions.append("g.bought_at < \(until)") }
        return conditions.all
    }
}

/// A time that a gift was used, or lost because its time was over (M112).
struct UseLine: Sendable {
    static let kinds = ["use", "time"]
    static let names: Set = ["kind", "user", "phone", "offer", "gift", "from", "until"]

    let id: String
    let giftID: String
    let kind: String
    let at: Timestamp
    let snapshot: MallSnapshot?
    let offerID: String
    let person: PersonCard?

    init(_ row: Row) throws {
        id = try row.get("id")
        giftID = try row.get("gift_id")
        kind = try row.get("kind")
        at = try row.get("at")
        offerID = try row.get("offer_id")
        snapshot = MallSnapshot(try JSON(parsing: row.get("offer", as: String.self)))
        person = try PersonCard(row, "person_")
    }

    func json(for author: Author, _ language: Language) -> JSON {
        [
            "id": .string(id), "gift_id": .string(giftID), "kind": .string(kind),
            "at": .string(at.description), "offer": snapshot?.line(language) ?? ["id": .string(offerID)],
            "user": JSON(person, for: author),
        ]
    }

    static func condition(_ query: inout AdminQuery, for author: Author) -> SQL {
        var conditions: [SQL] = []
        if let kind = query.choice("kind", kinds) { conditions.append("m.kind = \(kind)") }
        if let user = query.id("user") { conditions.append("m.user_id = \(user)") }
        if let offer = query.id("offer") { conditions.append("m.offer_id = \(offer)") }
        if let gift = query.id("gift") { conditions.append("m.gift_id = \(gift)") }
        if let phone = query.phone("phone", for: author) { conditions.append(phone) }
        if let from = query.moment("from") { conditions.append("m.at >= \(from)") }
        if let until = query.moment("until") { conditions.append("m.at < \(until)") }
        return conditions.all
    }
}

extension Connection {
    /// Gifts below an id, those that were bought last first.
    func giftLines(_ condition: SQL, before id: String?, limit: Int) throws -> [GiftLine] {
        let below: SQL = id.map { "g.id < \($0)" } ?? "TRUE"
        return try rows(
            """
            SELECT \(MallGift.columns), \(PersonCard.columns("u", "person_"))
            FROM mall_gifts g JOIN mall_users u ON u.id = g.user_id LEFT JOIN offers o ON o.id = g.offer_id
            WHERE \(condition) AND \(below) ORDER BY g.id DESC LIMIT \(limit)
            """
        ).map(GiftLine.init)
    }

    func giftCount(_ condition: SQL) throws -> Int64 {
        try rows(
            """
            SELECT count(*) AS count FROM mall_gifts g JOIN mall_users u ON u.id = g.user_id
            LEFT JOIN offers o ON o.id = g.offer_id WHERE \(condition)
            """
        ).first?.get("count") ?? 0
    }

    func useCount(_ condition: SQL) throws -> Int64 {
        try rows(
            """
            SELECT count(*) AS count FROM mall_uses m JOIN mall_gifts g ON g.id = m.gift_id
            JOIN mall_users u ON u.id = m.user_id WHERE \(condition)
            """
        ).first?.get("count") ?? 0
    }

    func useLines(_ condition: SQL, before id: String?, limit: Int) throws -> [UseLine] {
        let below: SQL = id.map { "m.id < \($0)" } ?? "TRUE"
        return try rows(
            """
            SELECT m.*, g.offer, \(PersonCard.columns("u", "person_"))
            FROM mall_uses m JOIN mall_gifts g ON g.id = m.gift_id JOIN mall_users u ON u.id = m.user_id
            WHERE \(condition) AND \(below) ORDER BY m.id DESC LIMIT \(limit)
            """
        ).map(UseLine.init)
    }
}
