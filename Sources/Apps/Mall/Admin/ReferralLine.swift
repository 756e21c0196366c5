import Core
import Hummingbird
import Storage
import Web

/// Who was invited by whom, as staff read it (M86).
struct ReferralLine: Sendable {
    static let states = ["paid", "held", "rejected"]
    static let names: Set = ["state", "inviter", "user", "phone"]

    let person: PersonCard?
    let inviter: PersonCard?
    let entryID: String
    let at: Timestamp
    let state: String
    let reason: String?
    let points: Int64
    let inviterPoints: Int64?
    let decidedAt: Timestamp?
    let decidedBy: String?

    init(_ row: Row) throws {
        person = try PersonCard(row, "person_")
        inviter = try PersonCard(row, "inviter_")
        entryID = try row.get("entry_id")
        at = try row.get("at")
        state = try row.get("state")
        reason = try row.get("reason")
        points = try row.get("points")
        inviterPoints = try row.get("inviter_points")
        decidedAt = try row.get("decided_at")
        decidedBy = try row.get("decided_by")
    }

    func json(for author: Author) -> JSON {
        [
            "id": JSON(person?.id), "user": JSON(person, for: author), "inviter": JSON(inviter, for: author),
            "at": .string(at.description), "state": .string(state), "reason": JSON(reason),
            "points": .integer(points), "inviter_points": inviterPoints.map { .integer($0) } ?? .null,
            "decided_at": JSON(decidedAt?.description), "decided_by": JSON(decidedBy),
        ]
    }

    static func condition(_ query: inout AdminQuery, for author: Author) -> SQL {
        var conditions: [SQL] = []
        if let state = query.choice("state", states) { conditions.append("r.state = \(state)") }
        if let inviter = query.id("inviter") { conditions.append("r.inviter_id = \(inviter)") }
        if let user = query.id("user") { conditions.append("r.user_id = \(user)") }
        if let phone = query.phone("phone", in: ["u", "i"], for: author) { conditions.append(phone) }
        return conditions.all
    }
}

/// Somebody with those whom they have invited, counted.
struct InviterLine: Sendable {
    let person: PersonCard?
    let count: Int64
    let paid: Int64
    let held: Int64
    let points: Int64
    let lastAt: Timestamp

    init(_ row: Row) throws {
        person = try PersonCard(row, "person_")
        count = try row.get("count")
        paid = try row.get("paid")
        held = try row.get("held")
        points = try row.get("points")
        lastAt = try row.get("last_at")
    }

    func json(for author: Author) -> JSON {
        [
            "id": JSON(person?.id), "user": JSON(person, for: author), "count": .integer(count),
            "paid": .integer(paid), "held": .integer(held), "points": .integer(points),
            "last_at": .string(lastAt.description),
        ]
    }
}

extension Connection {
    func referralLines(_ condition: SQL, before id: String?, limit: Int) throws -> [ReferralLine] {
        let below: SQL = id.map { "r.entry_id < \($0)" } ?? "TRUE"
        return try rows(
            """
            SELECT r.entry_id, r.at, r.state, r.reason, r.decided_at, r.decided_by, e.change AS points,
                p.change AS inviter_points, \(PersonCard.columns("u", "person_")), \(PersonCard.columns("i", "inviter_"))
            FROM mall_referrals r JOIN mall_users u ON u.id = r.user_id JOIN mall_users i ON i.id = r.inviter_id
            JOIN points_entries e ON e.id = r.entry_id LEFT JOIN points_entries p ON p.id = r.inviter_entry_id
            WHERE \(condition) AND \(below) ORDER BY r.entry_id DESC LIMIT \(limit)
            """
        ).map(ReferralLine.init)
    }

    /// How many there are of each kind, and how many people have invited somebody.
    func referralCounts() throws -> JSON {
        let row = try rows(
            """
            SELECT count(*) AS everything, count(DISTINCT inviter_id) AS inviters,
                CAST(coalesce(sum(CASE WHEN state = 'held' THEN 1 ELSE 0 END), 0) AS bigint) AS held,
                CAST(coalesce(sum(CASE WHEN state = 'rejected' THEN 1 ELSE 0 END), 0) AS bigint) AS rejected
            FROM mall_referrals
            """
        ).first
        func count(_ name: String) throws -> JSON { .integer(try row?.get(name, as: Int64.self) ?? 0) }
        return [
            "all": try count("everything"), "held": try count("held"), "rejected": try count("rejected"),
            "inviters": try count("inviters"),
        ]
    }

    /// Those who have invited the most.
    func inviterLines(from start: Int64, limit: Int) throws -> [InviterLine] {
        try rows(
            """
            SELECT s.count, s.paid, s.held, s.points, s.last_at, \(PersonCard.columns("u", "person_"))
            FROM (
                SELECT r.inviter_id, count(*) AS count, max(r.at) AS last_at,
                    CAST(sum(CASE WHEN r.state = 'paid' THEN 1 ELSE 0 END) AS bigint) AS paid,
                    CAST(sum(CASE WHEN r.state = 'held' THEN 1 ELSE 0 END) AS bigint) AS held,
                    CAST(coalesce(sum(p.change), 0) AS bigint) AS points
                FROM mall_referrals r LEFT JOIN points_entries p ON p.id = r.inviter_entry_id
                GROUP BY r.inviter_id
            ) s JOIN mall_users u ON u.id = s.inviter_id
            ORDER BY s.count DESC, u.id LIMIT \(limit) OFFSET \(start)
            """
        ).map(InviterLine.init)
    }
}
