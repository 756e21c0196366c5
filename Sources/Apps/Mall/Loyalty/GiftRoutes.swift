import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Storage
import Web

/// Purchases with points: gifts, events, and the history of both (mall.md section 3.3, U10–U14).
struct GiftRoutes: Sendable {
    /// The number of ledger entries read at a time; the app is sent all of them, in chunks.
    static let transactionsBatch = 1_000

    let services: Services
    let clients: Clients

    func add(to group: RouterGroup<WebContext>) {
        group.get("mobile-users/{id}/transactions") { request, context in
            try await transactions(context.mallID, MallToken(request.headers), request.mallLanguage)
        }
        group.get("mobile-users/{id}/offers") { request, context in
            let baseURL = clients.baseURL(of: request)
            return try await gifts(context.mallID, MallToken(request.headers), request.mallLanguage, baseURL)
        }
        group.post("mobile-users/{id}/offers/{offerId}/attend") { request, context in
            try await buy(request, context)
        }
        group.post("mobile-users/{id}/offers/{offerId}/activated") { request, context in
            try await use(context.mallID, context.mallID("offerId"), MallToken(request.headers))
        }
        group.post("mobile-users/{id}/events/{eventId}/attend") { request, context in
            try await attend(request, context)
        }
    }

    // MARK: History and gifts

    /// U10: all entries, newest first; those of referrals have no object (mall.md 6.8).
    private func transactions(
        _ id: String?,
        _ token: MallToken?,
        _ language: Language
    ) async throws -> Response {
        try await services.live.load()
        let (database, live) = (services.database, services.live.state)
        let (userID, newest) = try await database.read { connection in
            let user = try connection.mallUser(id, token)
            return (user.id, try connection.transactions(of: user.id))
        }
        var json = JSONWriter()
        let write = { @Sendable (entries: [PointsEntry], json: inout JSONWriter) in
            for entry in entries { MallTransaction(entry, live: live).write(language, &json) }
        }
        guard newest.count == Self.transactionsBatch else {
            json.array { write(newest, &$0) }
            return .personal(PublicAnswer(body: json.bytes))
        }
        return .personal(
            ResponseBody { writer in
                var (json, entries) = (JSONWriter(), newest)
                var bytes = [UInt8(ascii: "[")]
                while let last = entries.last {
                    write(entries, &json)
                    try await writer.write(ByteBuffer(bytes: bytes + json.take()))
                    bytes = []
                    entries = try await database.read { connection in
                        try connection.transactions(of: userID, before: last.number)
                    }
                }
                try await writer.write(ByteBuffer(string: "]"))
                try await writer.finish(nil)
            }
        )
    }

    /// U11: gifts that are neither used up nor expired.
    private func gifts(
        _ id: String?,
        _ token: MallToken?,
        _ language: Language,
        _ baseURL: String
    ) async throws -> Response {
        try await services.live.load()
        let now = services.now()
        let gifts = try await services.database.read { connection in
            let user = try connection.mallUser(id, token)
            return try connection.ownedGifts(of: user.id, at: now)
        }
        let used = Set(gifts.filter { $0.uses > 0 }.map(\.offerID))
        let owned = Set(gifts.map(\.offerID))
        let request = PublicRequest(
            language: language,
            baseURL: baseURL,
            now: now,
            live: services.live.state,
            marks: PersonalMarks([Mall.Mark.owned: owned, Mall.Mark.activated: used])
        )
        let writer = MallWriter(request)
        let promotions = writer.promotionsByShop
        return .personal(
            PublicAnswer { json in
                json.array { json in
                    for gift in gifts { writer.offer(gift, promotions, &json) }
                }
            }
        )
    }

    // MARK: Buying, using, registering

    /// U12: buys an offer.
    ///
    /// A client that sends `Idempotency-Key` can retry without a second purchase.
    private func buy(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = MallToken(request.headers)
        let (userID, offerID) = (context.mallID, context.mallID("offerId"))
        let key = try request.actKey("purchase", of: offerID, by: userID)
        let purchase = Purchase(services: services, now: services.now())
        try await services.live.load()
        let entry = try await purchase.repeating(key, by: userID, token) { user, connection in
            try purchase.buy(offerID, by: user, key: key, on: connection)
        }
        return transaction(entry, request)
    }

    /// U13: uses a gift; one of a single use is then used up.
    private func use(_ id: String?, _ offerID: String?, _ token: MallToken?) async throws -> Response {
        let (now, services) = (services.now(), services)
        try await services.database.write { connection in
            let user = try connection.mallUser(id, token)
            guard let offerID, try connection.useGift(offerID, of: user.id, at: now, random: services.random)
            else {
                throw Problem.wrong(Localized("Этого подарка у вас нет.", "You do not have this gift."))
            }
        }
        return .personal(.nothing)
    }

    /// U14: registers for an event.
    private func attend(_ request: Request, _ context: WebContext) async throws -> Response {
        let token = MallToken(request.headers)
        let (userID, eventID) = (context.mallID, context.mallID("eventId"))
        let purchase = Purchase(services: services, now: services.now())
        try await services.live.load()
        let entry = try await purchase.repeating(nil, by: userID, token) { user, connection in
            try purchase.attend(eventID, by: user, on: connection)
        }
        return transaction(entry, request)
    }

    private func transaction(_ entry: PointsEntry, _ request: Request) -> Response {
        let transaction = MallTransaction(entry, live: services.live.state)
        return .personal(PublicAnswer { json in transaction.write(request.mallLanguage, &json) })
    }
}

extension Connection {
    /// The newest ledger entries of a user, up to one batch.
    fileprivate func transactions(of userID: String, before number: Int64 = .max) throws -> [PointsEntry] {
        try rows(
            """
            SELECT * FROM points_entries WHERE account_id = \(userID) AND number < \(number)
            ORDER BY number DESC LIMIT \(GiftRoutes.transactionsBatch)
            """
        ).map(PointsEntry.init)
    }
}

extension Request {
    /// The idempotency key (header `Idempotency-Key`), scoped to this user and action.
    fileprivate func actKey(
        _ act: String,
        of subjectID: String?,
        by userID: String?
    ) throws(Problem) -> String? {
        guard let name = HTTPField.Name("Idempotency-Key"), let key = headers[name] else { return nil }
        guard 1...Limits.idempotencyKeyLengthMax ~= key.utf8.count else {
            throw .wrong(
                Localized(
                    "Idempotency-Key: от 1 до \(Limits.idempotencyKeyLengthMax) знаков.",
                    "Idempotency-Key must have 1 to \(Limits.idempotencyKeyLengthMax) characters."
                )
            )
        }
        return "\(act):\(userID ?? ""):\(subjectID ?? ""):\(SHA256.hex(key.utf8))"
    }
}
