import Core
import Storage
import Web

/// A refund of points by staff for an unused purchase: a new ledger entry, with the item returned to the stock.
struct Refund: Sendable {
    let services: Services
    let signature: AuditSignature
    let note: String?

    /// Refunds a gift that was never used.
    func gift(_ id: String) async throws {
        try signature.author.require(.writePeople)
        try await run { connection in
            guard let gift = try connection.gift(id) else { throw Problem.noSuchGift }
            // The account is locked first and the stock last, as in a purchase.
            guard try connection.lockMallUser(gift.userID) else { throw Problem.noSuchPerson }
            let ended = try connection.execute(
                """
                UPDATE mall_gifts SET state = 'refunded', ended_at = \(signature.at)
                WHERE id = \(id) AND state = 'owned' AND uses = 0
                """
            )
            guard ended == 1 else { throw Self.notRefundable }
            try give(
                gift.cost,
                to: gift.userID,
                "refund:\(id)",
                gift.snapshot,
                gift.offerID,
                connection
            )
            try connection.giveBack(gift.offerID, of: Offers.type.name)
            try record(.giftRefunded, gift.userID, gift.cost, gift.offerID, connection)
        }
    }

    /// Cancels a registration for an event.
    func registration(_ id: String) async throws {
        try signature.author.require(.writePeople)
        try await run { connection in
            let owner = try connection.rows("SELECT user_id FROM mall_guests WHERE entry_id = \(id)").first
            guard let userID = try owner?.get("user_id", as: String.self) else { throw Self.noGuest }
            guard try connection.lockMallUser(userID) else { throw Problem.noSuchPerson }
            let rows = try connection.rows(
                "DELETE FROM mall_guests WHERE entry_id = \(id) RETURNING cost, event, event_id"
            )
            guard let row = rows.first else { throw Self.noGuest }
            let cost: Int64 = try row.get("cost")
            let snapshot = MallSnapshot(try JSON(parsing: row.get("event", as: String.self)))
            let eventID: String = try row.get("event_id")
            try give(cost, to: userID, "refund:\(id)", snapshot, eventID, connection)
            try record(.guestCancelled, userID, cost, eventID, connection)
        }
    }

    private func run(_ body: @escaping @Sendable (any Connection) throws -> Void) async throws {
        do {
            try await services.database.write(body)
        } catch let failure as PointsFailure {
            throw Problem(failure, change: 0)
        }
    }

    private func give(
        _ cost: Int64,
        to userID: String,
        _ key: String,
        _ snapshot: MallSnapshot?,
        _ subjectID: String,
        _ connection: any Connection
    ) throws {
        let settings = try services.appSettings.of("mall", on: connection)
        try connection.move(
            .byStaff(cost, of: userID, with: .spent, for: .refund, signature.author, settings).with(
                key: key,
                note: note,
                subjectID: subjectID,
                subject: snapshot?.json(isShort: true)
            ),
            at: signature.at,
            random: services.random
        )
    }

    private func record(
        _ action: AuditAction,
        _ userID: String,
        _ cost: Int64,
        _ subjectID: String,
        _ connection: any Connection
    ) throws {
        try signature.record(
            action,
            subject: userID,
            detail: ["points": .integer(cost), "of": .string(subjectID), "note": JSON(note)],
            on: connection
        )
    }

    private static let notRefundable = Problem(
        .conflict,
        Localized(
            "Вернуть можно только подарок, которым ещё не воспользовались.",
            "Only a gift that was never used can be refunded."
        )
    )
    private static let noGuest = Problem.notFound(
        Localized("Этот человек не записан.", "This person is not registered.")
    )
}

extension Problem {
    fileprivate static let noSuchGift = Problem.notFound(
        Localized("Такого подарка нет.", "There is no such gift.")
    )
}
