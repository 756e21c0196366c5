import Core
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Invitations in the admin API, those that wait for a decision among them: `/admin/api/v1/mall/referrals`.
struct ReferralRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("referrals")
            .get { request, context in try await list(request, context) }
            .get("inviters") { request, context in try await inviters(request, context) }
            .post("{id}/approve") { _, context in try await decide(true, context) }
            .post("{id}/reject") { _, context in try await decide(false, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, ReferralLine.names)
        let (condition, cursor) = (ReferralLine.condition(&query, for: context.author), query.idCursor())
        try await query.finish(services, context, reading: "mall.referrals")
        let limit = query.limit
        let (lines, counts) = try await services.database.read { connection in
            (
                try connection.referralLines(condition, before: cursor, limit: limit + 1),
                try connection.referralCounts()
            )
        }
        let page = AdminPage(lines, limit: limit, cursor: \.entryID)
        let more: JSON = ["held": counts["held"] ?? 0, "counts": counts]
        return .json(page.json { $0.json(for: context.author) }.adding(more))
    }

    private func inviters(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var query = AdminQuery(request, [])
        let start = query.numberCursor() ?? 0
        try await query.finish(services, context, reading: "mall.referrals")
        guard 0...Int64(Limits.skipMax) ~= start else {
            throw Problem.invalid([
                Fault("#/cursor", "неверная метка страницы", "is not a cursor of this list")
            ])
        }
        let limit = query.limit
        let lines = try await services.database.read { connection in
            try connection.inviterLines(from: start, limit: limit + 1)
        }
        let page = AdminPage(lines, limit: limit) { _ in String(start + Int64(limit)) }
        return .json(page.json { $0.json(for: context.author) })
    }

    private func decide(_ isApproved: Bool, _ context: StaffContext) async throws -> Response {
        try context.author.require(.correctPoints)
        guard let id = Identifier.normalized(try context.id) else { throw Problem.noReferral }
        let decision = ReferralDecision(services: services, signature: context.signature(at: services.now()))
        let line = try await decision.make(isApproved, of: id)
        return .json(line.json(for: context.author))
    }
}

/// Somebody of the staff has looked at an invitation that was held back.
struct ReferralDecision: Sendable {
    let services: Services
    let signature: AuditSignature

    /// Pays the inviter, or never will; what was rejected can still be approved.
    func make(_ isApproved: Bool, of userID: String) async throws -> ReferralLine {
        try signature.author.require(.correctPoints)
        let signature = signature
        do {
            return try await services.database.write { connection in
                let known = try connection.referralLines("r.user_id = \(userID)", before: nil, limit: 1).first
                guard let known, let inviter = known.inviter else { throw Problem.noReferral }
                var entryID: String?
                if isApproved { entryID = try pay(inviter, for: userID, connection) }
                let from: SQL = isApproved ? "state IN ('held', 'rejected')" : "state = 'held'"
                let changed = try connection.execute(
                    """
                    UPDATE mall_referrals SET state = \(isApproved ? "paid" : "rejected"),
                        inviter_entry_id = \(entryID), decided_at = \(signature.at), decided_by = \(signature.author.name)
                    WHERE user_id = \(userID) AND \(from)
                    """
                )
                guard changed == 1 else { throw Self.decided }
                try signature.record(
                    isApproved ? .referralApproved : .referralRejected,
                    subject: userID,
                    detail: ["inviter": .string(inviter.id)],
                    on: connection
                )
                let line = try connection.referralLines("r.user_id = \(userID)", before: nil, limit: 1).first
                guard let line else { throw Problem.noReferral }
                return line
            }
        } catch PointsFailure.repeated {
            throw Self.decided
        } catch let failure as PointsFailure {
            throw Problem(failure, change: 0)
        }
    }

    /// The account first, so that whoever decides at the same time waits, and finds that it was done.
    private func pay(
        _ inviter: PersonCard,
        for userID: String,
        _ connection: any Connection
    ) throws -> String {
        guard inviter.phone != nil else { throw Problem.erasedPerson }
        let settings = try services.appSettings.of("mall", on: connection)
        return try ReferralProgramme(services: services, now: signature.at)
            .payInviter(inviter.id, for: userID, settings, on: connection).id
    }

    private static let decided = Problem(
        .conflict,
        Localized("Решение уже принято.", "This has been decided already.")
    )
}

extension Problem {
    static let noReferral = Problem.notFound(
        Localized("Такого приглашения нет.", "There is no such invitation.")
    )
}
