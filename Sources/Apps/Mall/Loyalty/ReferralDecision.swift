import Core
import Storage
import Web

/// A decision of staff about a held invitation.
struct ReferralDecision: Sendable {
    let services: Services
    let signature: AuditSignature

    /// Pays the inviter and returns the points, or rejects the invitation and returns nil.
    ///
    /// A rejected invitation can still be approved.
    func make(_ isApproved: Bool, of userID: String) async throws -> Int64? {
        try signature.author.require(.correctPoints)
        let signature = signature
        do {
            return try await services.database.write { connection in
                guard let inviter = try connection.inviter(of: userID) else { throw Problem.noReferral }
                let entry = isApproved ? try pay(inviter, for: userID, connection) : nil
                let from: SQL = isApproved ? "state IN ('held', 'rejected')" : "state = 'held'"
                let changed = try connection.execute(
                    """
                    UPDATE mall_referrals SET state = \(isApproved ? "paid" : "rejected"),
                        inviter_entry_id = \(entry?.id), decided_at = \(signature.at), decided_by = \(signature.author.name)
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
                return entry?.change
            }
        } catch PointsFailure.repeated {
            throw Self.decided
        } catch let failure as PointsFailure {
            throw Problem(failure, change: 0)
        }
    }

    /// Locks the account first, so that a concurrent decision waits, and finds that it was made.
    private func pay(
        _ inviter: PersonCard,
        for userID: String,
        _ connection: any Connection
    ) throws -> PointsEntry {
        guard inviter.phone != nil else { throw Problem.erasedPerson }
        let settings = try services.appSettings.of("mall", on: connection)
        return try ReferralProgramme(services: services, now: signature.at)
            .payInviter(inviter.id, for: userID, settings, on: connection)
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

extension Connection {
    /// The user who invited this one.
    fileprivate func inviter(of userID: String) throws -> PersonCard? {
        try rows(
            """
            SELECT \(PersonCard.columns("i", "inviter_")) FROM mall_referrals r
            JOIN mall_users i ON i.id = r.inviter_id WHERE r.user_id = \(userID)
            """
        ).first.flatMap { try PersonCard($0, "inviter_") }
    }
}
