import Core
import Hummingbird
import Storage
import Web

/// Which lines of the ledger somebody wants to see.
struct PointsQuery: Sendable {
    static let names: Set = ["cause", "sign", "from", "until", "user", "phone", "subject", "programme"]
    static let causes: [PointsCause] = [
        .registration, .survey, .referralActivation, .referralActivated, .purchase, .event, .refund,
        .correction, .expiry,
    ]
    static let signs = ["plus", "minus"]

    let filter: AdminFilter
    /// Where it is asked for by phone; else the ledger answers alone.
    let readsPhones: Bool

    init(_ query: inout AdminQuery, for author: Author) {
        var filter = AdminFilter()
        if let cause = query.choice("cause", Self.causes.map(\.name)) {
            filter.add("cause", .string(cause), "e.cause = \(cause)")
        }
        if let sign = query.choice("sign", Self.signs) {
            filter.add("sign", .string(sign), sign == "plus" ? "e.change > 0" : "e.change < 0")
        }
        if let side = query.choice("programme", PointsEntry.Programme.allCases.map(\.rawValue)) {
            filter.add("programme", .string(side), "e.programme = \(side)")
        }
        filter.addPeriod("e.created_at", from: &query)
        if let user = query.id("user") { filter.add("user", .string(user), "e.account_id = \(user)") }
        if let subject = query.id("subject") {
            filter.add("subject", .string(subject), "e.subject_id = \(subject)")
        }
        let phone = query.phone("phone", for: author)
        if let phone { filter.add(phone) }
        readsPhones = phone != nil
        self.filter = filter
    }
}

extension Connection {
    /// The lines below a number, the newest first.
    func pointsLines(_ query: PointsQuery, before number: Int64?, limit: Int) throws -> [PointsLine] {
        try rows(
            """
            SELECT e.*, \(PersonCard.columns("u", "user_"))
            FROM points_entries e JOIN mall_users u ON u.id = e.account_id
            WHERE \(query.filter.condition) AND e.number < \(number ?? .max)
            ORDER BY e.number DESC LIMIT \(limit)
            """
        ).map(PointsLine.init)
    }

    /// What the lines add up to, by side of the programme and by cause.
    func pointsSums(_ query: PointsQuery) throws -> [PointsSum] {
        let people: SQL = query.readsPhones ? "JOIN mall_users u ON u.id = e.account_id" : ""
        return try rows(
            """
            SELECT e.programme, e.cause, count(*) AS count,
                CAST(coalesce(sum(CASE WHEN e.change > 0 THEN e.change ELSE 0 END), 0) AS bigint) AS plus,
                CAST(coalesce(sum(CASE WHEN e.change < 0 THEN e.change ELSE 0 END), 0) AS bigint) AS minus
            FROM points_entries e \(people)
            WHERE \(query.filter.condition)
            GROUP BY e.programme, e.cause ORDER BY e.programme, e.cause
            """
        ).map(PointsSum.init)
    }
}
