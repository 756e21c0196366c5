import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Balances in the admin API, each and all: `/admin/api/v1/mall/points/verify`.
struct PointsRoutes: Sendable {
    /// Accounts that are found at once by the last digits of a phone or by a name.
    fileprivate static let pointsAccountsMax = 20

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("points")
            .get("verify") { _, context in
                try context.author.require(.readContent)
                return Response.json(try await services.points.verify().json)
            }
            .get("accounts") { request, context in try await accounts(request, context) }
        group.get("users/{id}/points") { _, context in try await account(context) }
        group.post("users/{id}/points") { request, context in try await correct(request, context) }
    }

    private func account(_ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        guard let id = Identifier.normalized(try context.id),
            let account = try await services.database.read({ try $0.pointsAccounts("u.id = \(id)") }).first
        else { throw Problem.noSuchPerson }
        try await services.noteLook(at: id, in: "mall.points", context)
        return .json(account.json(for: context.author))
    }

    /// Those who are found by the last digits of a phone, or by a name for those who may read names.
    private func accounts(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ["phone"], isPaged: false)
        let phone = query.phone("phone", for: context.author)
        try await query.finish(services, context, reading: "mall.points")
        guard let phone else {
            throw Problem.invalid([Fault("#/phone", "не заполнено", "is missing")])
        }
        let found = try await services.database.read { try $0.pointsAccounts("(\(phone))") }
        return .json(["items": .array(found.map { $0.json(for: context.author) }), "next": .null])
    }

    private func correct(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.correctPoints)
        var members = MemberReader(try await request.object())
        let max = Limits.pointsCorrectionMax
        let change = members.integer("change", in: -max...max)
        let reason = members.string("reason").trimmingSpaces
        try members.finish()
        let id = Identifier.normalized(try context.id)
        var faults: [Fault] = []
        if change == nil || change == 0 {
            faults.append(Fault("#/change", "укажите число, не ноль", "must be a number other than 0"))
        }
        if !reason.isLine(lengthMax: Limits.pointsReasonLengthMax) {
            faults.append(.line("reason", lengthMax: Limits.pointsReasonLengthMax))
        }
        guard faults.isEmpty, let change else { throw Problem.invalid(faults) }
        guard let id else { throw Problem.noSuchPerson }
        let correction = PointsCorrection(
            services: services,
            signature: context.signature(at: services.now())
        )
        let line = try await correction.make(change, of: id, reason: reason, in: context.language)
        return .json(line, status: .created)
    }
}

/// The points of one person.
struct PointsAccount: Sendable {
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
}

extension Connection {
    /// Those whom the condition lets through, the newest first; a few.
    func pointsAccounts(_ condition: SQL) throws -> [PointsAccount] {
        try rows(
            """
            SELECT \(PersonCard.columns("u", "user_")), p.balance, p.earned, p.spent
            FROM mall_users u JOIN points_accounts p ON p.id = u.id
            WHERE \(condition) AND u.confirmed_at IS NOT NULL
            ORDER BY u.created_at DESC, u.id DESC LIMIT \(PointsRoutes.pointsAccountsMax)
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
