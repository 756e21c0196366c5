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

    let condition: SQL
    /// Where it is asked for by phone; else the ledger answers alone.
    let readsPhones: Bool
    /// The same as the audit has it.
    let detail: JSON

    init(_ query: inout AdminQuery, for author: Author) {
        var conditions: [SQL] = []
        var detail: [String: JSON] = [:]
        if let cause = query.choice("cause", Self.causes.map(\.name)) {
            conditions.append("e.cause = \(cause)")
            detail["cause"] = .string(cause)
        }
        if let sign = query.choice("sign", Self.signs) {
            conditions.append(sign == "plus" ? "e.change > 0" : "e.change < 0")
            detail["sign"] = .string(sign)
        }
        if let side = query.choice("programme", PointsEntry.Programme.allCases.map(\.rawValue)) {
            conditions.append("e.programme = \(side)")
            detail["programme"] = .string(side)
        }
        if let from = query.moment("from") {
            conditions.append("e.created_at >= \(from)")
            detail["from"] = .string(from.description)
        }
        if let until = query.moment("until") {
            conditions.append("e.created_at < \(until)")
            detail["until"] = .string(until.description)
        }
        if let user = query.id("user") {
            conditions.append("e.account_id = \(user)")
            detail["user"] = .string(user)
        }
        if let subject = query.id("subject") {
            conditions.append("e.subject_id = \(subject)")
            detail["subject"] = .string(subject)
        }
        let phone = query.phone("phone", for: author)
        if let phone { conditions.append(phone) }
        readsPhones = phone != nil
        condition = conditions.all
        self.detail = .object(detail)
    }
}

extension Connection {
    /// The lines below a number, the newest first.
    func pointsLines(_ query: PointsQuery, before number: Int64?, limit: Int) throws -> [PointsLine] {
        try rows(
            """
            SELECT e.*, \(PersonCard.columns("u", "user_"))
            FROM points_entries e JOIN mall_users u ON u.id = e.account_id
            WHERE \(query.condition) AND e.number < \(number ?? .max)
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
            WHERE \(query.condition)
            GROUP BY e.programme, e.cause ORDER BY e.programme, e.cause
            """
        ).map(PointsSum.init)
    }
}
