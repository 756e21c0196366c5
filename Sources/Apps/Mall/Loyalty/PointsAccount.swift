import Core
import Hummingbird
import Storage
import Web

/// The balance of points of one person.
package struct PointsAccount: Sendable {
    /// The number of accounts that a search returns.
    static let foundMax = 20

    let person: PersonCard?
    let balance: Int64
    let earned: Int64
    let spent: Int64

    func json(for author: Author) -> JSON {
        [
            "user": JSON(person, for: author), "balance": .integer(balance), "earned": .integer(earned),
            "spent": .integer(spent),
        ]
    }

    /// Throws `notFound` if there is no such person.
    static func of(_ id: String, _ services: Services, _ context: StaffContext) async throws -> PointsAccount
    {
        guard let id = Identifier.normalized(id),
            let account = try await services.database.read({ try $0.pointsAccounts("u.id = \(id)") }).first
        else { throw Problem.noSuchPerson }
        try await services.noteLook(at: id, in: PointsEntries.resource.subject, context)
        return account
    }

    /// Accounts by the last digits of a phone; throws a fault of `#/phone`.
    static func found(
        _ phone: String,
        _ services: Services,
        _ context: StaffContext
    ) async throws -> [PointsAccount] {
        var query = AdminQuery([(name: "phone", value: phone)], ["phone"], isPaged: false)
        let phone = query.phone("phone", for: context.author)
        try await query.finish(services, context, reading: PointsEntries.resource.subject)
        guard let phone else { return [] }
        return try await services.database.read { try $0.pointsAccounts("(\(phone))") }
    }
}

extension Connection {
    /// Accounts that match the condition, newest first.
    fileprivate func pointsAccounts(_ condition: SQL) throws -> [PointsAccount] {
        try rows(
            """
            SELECT \(PersonCard.columns("u", "user_")), p.balance, p.earned, p.spent
            FROM mall_users u JOIN points_accounts p ON p.id = u.id
            WHERE \(condition) AND u.confirmed_at IS NOT NULL
            ORDER BY u.created_at DESC, u.id DESC LIMIT \(PointsAccount.foundMax)
            """
        ).map { row in
            PointsAccount(
                person: try PersonCard(row, "user_"),
                balance: try row.get("balance"),
                earned: try row.get("earned"),
                spent: try row.get("spent")
            )
        }
    }
}

extension PointsAccount {
    /// An account as the admin API answers it.
    package struct Answer: Sendable, JSONReadable {
        /// Nil if the account has no owner.
        package let person: PersonCard.Answer?

        package init(json: JSON) throws(Fault) { person = try json.get("user") }
    }
}
