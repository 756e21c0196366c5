import Core
import Storage

/// A bought offer.
struct MallGift: Sendable {
    fileprivate static let giftsMax = 1_000

    let id: String
    let userID: String
    let offerID: String
    let type: String
    let cost: Int64
    /// The offer at the time of the purchase.
    let snapshot: MallSnapshot?
    let state: String
    let uses: Int64
    let boughtAt: Timestamp
    let validUntil: Timestamp?
    let endedAt: Timestamp?

    /// The columns of `mall_gifts g LEFT JOIN offers o ON o.id = g.offer_id`; a live offer sets the end.
    static let columns: SQL = """
        g.id, g.user_id, g.offer_id, g.type, g.cost, g.offer, g.state, g.uses, g.bought_at, g.ended_at,
        \(validUntil) AS valid_until
        """
    static let validUntil: SQL = "CASE WHEN o.id IS NULL THEN g.valid_until ELSE o.live_until END"

    init(_ row: Row) throws {
        id = try row.get("id")
        userID = try row.get("user_id")
        offerID = try row.get("offer_id")
        type = try row.get("type")
        cost = try row.get("cost")
        snapshot = MallSnapshot(try JSON(parsing: row.get("offer", as: String.self)))
        state = try row.get("state")
        uses = try row.get("uses")
        boughtAt = try row.get("bought_at")
        validUntil = try row.get("valid_until")
        endedAt = try row.get("ended_at")
    }
}

extension Connection {
    func gift(_ id: String) throws -> MallGift? {
        try rows(
            """
            SELECT \(MallGift.columns) FROM mall_gifts g LEFT JOIN offers o ON o.id = g.offer_id WHERE g.id = \(id)
            """
        ).first.map(MallGift.init)
    }

    /// The gifts of a user that can still be used, newest first.
    func ownedGifts(of userID: String, at now: Timestamp) throws -> [MallGift] {
        try rows(
            """
            SELECT \(MallGift.columns) FROM mall_gifts g LEFT JOIN offers o ON o.id = g.offer_id
            WHERE g.user_id = \(userID) AND g.state = 'owned'
                AND (\(MallGift.validUntil) IS NULL OR \(MallGift.validUntil) >= \(now))
            ORDER BY g.bought_at DESC, g.id DESC LIMIT \(MallGift.giftsMax)
            """
        ).map(MallGift.init)
    }

    /// Uses a gift; false if there is none to use.
    ///
    /// A concurrent use waits and is refused.
    func useGift(_ offerID: String, of userID: String, at now: Timestamp, random: RandomBytes) throws -> Bool
    {
        let gifts = try ownedGifts(of: userID, at: now).filter { $0.offerID == offerID }
        guard let gift = gifts.first else { return false }
        let isKept = gift.type == "multiple"
        let changed = try execute(
            """
            UPDATE mall_gifts SET uses = uses + 1, state = \(isKept ? "owned" : "used"), ended_at = \(isKept ? nil : now)
            WHERE id = \(gift.id) AND state = 'owned'
            """
        )
        guard changed == 1 else { return false }
        try addUse(of: gift, kind: "use", at: now, random: random)
        return true
    }

    fileprivate func addUse(of gift: MallGift, kind: String, at now: Timestamp, random: RandomBytes) throws {
        try send(
            """
            INSERT INTO mall_uses (id, gift_id, user_id, offer_id, kind, at)
            VALUES (\(Identifier.new(at: now, random: random)), \(gift.id), \(gift.userID), \(gift.offerID), \(kind), \(now))
            """
        )
    }

    /// Expires gifts and returns their number; no points are refunded (mall.md 6.16).
    func expireGifts(at now: Timestamp, random: RandomBytes) throws -> Int {
        let over = try rows(
            """
            SELECT \(MallGift.columns) FROM mall_gifts g LEFT JOIN offers o ON o.id = g.offer_id
            WHERE g.state = 'owned' AND \(MallGift.validUntil) < \(now)
            ORDER BY g.valid_until LIMIT \(Limits.housekeepingBatch)
            """
        ).map(MallGift.init)
        for gift in over {
            let ended = try execute(
                """
                UPDATE mall_gifts SET state = 'expired', ended_at = \(now) WHERE id = \(gift.id) AND state = 'owned'
                """
            )
            if ended == 1 { try addUse(of: gift, kind: "time", at: now, random: random) }
        }
        return over.count
    }
}
