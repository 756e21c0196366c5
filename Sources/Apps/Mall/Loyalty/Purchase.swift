import Core
import Storage
import Web

/// A purchase of an offer or event with points, in one transaction (mall.md 6.15).
struct Purchase: Sendable {
    let services: Services
    let now: Timestamp

    /// The ledger entry of an action, and whether apps see another stock after it.
    typealias Outcome = (entry: PointsEntry, isNoticed: Bool)

    /// Runs an action of the signed-in user in a transaction.
    ///
    /// A repeated idempotency key gets the first response.
    func repeating(
        _ key: String?,
        by userID: String?,
        _ token: MallToken?,
        _ act: @escaping @Sendable (MallUser, any Connection) throws -> Outcome
    ) async throws -> PointsEntry {
        do {
            let outcome = try await services.database.write { connection in
                // Authenticates first: a key alone must reveal nothing.
                let user = try connection.mallUser(userID, token)
                if let key, let entry = try connection.pointsEntry(key: key) {
                    return (entry, false) as Outcome
                }
                return try act(user, connection)
            }
            if outcome.isNoticed { try await services.live.refresh() }
            return outcome.entry
        } catch PointsFailure.repeated(let known) where known == key {
            // A concurrent request with the same key was first.
            let entry = try await services.database.read { try $0.pointsEntry(key: known) }
            guard let entry else { throw Problem(PointsFailure.repeated(key: known)) }
            return entry
        } catch let failure as PointsFailure {
            throw Problem(failure)
        }
    }

    /// Locks the user's account first and the offer's stock last, so that the stock is locked briefly.
    func buy(
        _ offerID: String?,
        by user: MallUser,
        key: String?,
        on connection: any Connection
    ) throws -> Outcome {
        let live = services.live.state
        guard let offerID, let known = live[Offers.type.name][offerID],
            MallVisibility(live: live, now: now).isBuyable(known),
            let offer = try connection.publishedNow(known, of: Offers.type, at: now)
        else { throw Self.noOffer }
        let shop = offer.string("shop").flatMap { live[Shops.type.name][$0] }
        let snapshot = MallSnapshot(offer, shop: shop)
        let giftID = Identifier.new(at: now, random: services.random)
        let cost = offer.integer("cost") ?? 0
        let entry = try connection.move(
            PointsChange(
                -cost,
                of: user.id,
                with: .spent,
                for: .purchase,
                key: key ?? "purchase:\(giftID)",
                author: "app",
                subjectID: offer.id,
                subject: snapshot.json(isShort: true)
            ),
            at: now,
            random: services.random
        )
        let added = try connection.execute(
            """
            INSERT INTO mall_gifts (id, user_id, offer_id, type, cost, offer, state, entry_id, bought_at, valid_until)
            VALUES (\(giftID), \(user.id), \(offer.id), \(offer.string("type") ?? "single"), \(cost),
                \(snapshot.json().text), 'owned', \(entry.id), \(now), \(offer.liveUntil))
            ON CONFLICT DO NOTHING
            """
        )
        guard added == 1 else { throw try connection.refusalOfSecond(offer, userID: user.id) }
        // Staff may have reduced the stock during the wait for the account.
        try connection.lockStock(of: offer.id)
        let last = try connection.publishedNow(known, of: Offers.type, at: now)
        let count = last?.integer("count") ?? 0
        guard let left = try connection.take(offer.id, of: Offers.type.name, count: count) else {
            throw Problem.wrong(Localized("Предложение закончилось.", "The offer is sold out."))
        }
        return (entry, left == 0)
    }

    func attend(_ eventID: String?, by user: MallUser, on connection: any Connection) throws -> Outcome {
        let live = services.live.state
        guard let eventID, let known = live[Events.type.name][eventID],
            let event = try connection.publishedNow(known, of: Events.type, at: now)
        else { throw Self.noEvent }
        let snapshot = MallSnapshot(event)
        let cost = event.integer("cost") ?? 0
        // A concurrent registration of the same user waits here, and is refused below.
        guard try connection.lockMallUser(user.id) else { throw Problem.unknownUser }
        let before = try connection.rows(
            "SELECT 1 AS one FROM mall_guests WHERE user_id = \(user.id) AND event_id = \(event.id)"
        )
        guard before.isEmpty else {
            throw Problem.wrong(Localized("Вы уже записаны.", "You are registered already."))
        }
        let entry = try connection.move(
            PointsChange(
                -cost,
                of: user.id,
                with: .spent,
                for: .event,
                key: "event:\(Identifier.new(at: now, random: services.random))",
                author: "app",
                subjectID: event.id,
                subject: snapshot.json(isShort: true)
            ),
            at: now,
            random: services.random
        )
        try connection.send(
            """
            INSERT INTO mall_guests (user_id, event_id, cost, event, entry_id, at)
            VALUES (\(user.id), \(event.id), \(cost), \(snapshot.json().text), \(entry.id), \(now))
            """
        )
        return (entry, false)
    }

    private static let noOffer = Problem.wrong(
        Localized("Этого предложения сейчас нет.", "This offer is not available now.")
    )
    private static let noEvent = Problem.wrong(
        Localized("На это мероприятие записаться нельзя.", "This event cannot be registered for.")
    )
}

extension MallVisibility {
    /// Checks everything but the stock, which only the database has exactly.
    fileprivate func isBuyable(_ offer: LiveContent) -> Bool {
        switch absence(of: offer) {
        case nil, .soldOut?: true
        case .notPublished?, .notYet?, .over?, .shopNotPublished?, .notAService?: false
        }
    }
}

extension Connection {
    /// The entry as published in this transaction; nil unless its window is open.
    fileprivate func publishedNow(
        _ known: LiveContent,
        of type: ContentType,
        at now: Timestamp
    ) throws -> LiveContent? {
        let rows = try rows("SELECT * FROM \(name: type.name) WHERE id = \(known.id)")
        guard let row = rows.first else { return nil }
        let content = LiveContent(
            id: known.id,
            type: type,
            position: known.position,
            createdAt: known.createdAt,
            body: try type.body(row)
        )
        return content.isOpen(at: now) ? content : nil
    }

    /// A gift that is owned may be used meanwhile, so only a welcome gift is said to be given once.
    fileprivate func refusalOfSecond(_ offer: LiveContent, userID: String) throws -> Problem {
        let owned = try rows(
            "SELECT 1 AS one FROM mall_gifts WHERE user_id = \(userID) AND offer_id = \(offer.id) AND state = 'owned'"
        )
        return owned.isEmpty && offer.string("type") == "welcome_offer"
            ? .wrong(
                Localized("Приветственный подарок даётся один раз.", "A welcome gift is given once.")
            )
            : .wrong(Localized("У вас уже есть этот подарок.", "You have this gift already."))
    }
}
