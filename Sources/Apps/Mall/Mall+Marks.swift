import Core
import Hummingbird
import Storage
import Web

/// The marks of one user on offers and events, for the public responses (mall.md 6.22).
extension Mall {
    enum Mark {
        /// Bought and not used up.
        static let owned = "owned"
        /// Of type `multiple`, and used at least once.
        static let activated = "activated"
        /// A welcome offer that was used or has expired; it is never shown again.
        static let spent = "spent"
        /// Registered for the event.
        static let guest = "guest"
    }

    /// Nil if `mobileUserId` is missing or not an id; an unknown user or another user's token has no marks.
    package func marks(for request: Request, services: Services) async throws -> PersonalMarks? {
        guard let text = request.query.last(where: { $0.name == "mobileUserId" })?.value,
            let id = Identifier.normalized(text)
        else { return nil }
        let token = MallToken(request.headers)
        let rows = try await services.database.read { connection in
            if let token, try connection.mallUser(token)?.id != id { return [] as [Row] }
            return try connection.rows(
                """
                SELECT offer_id AS id, type, state, uses FROM mall_gifts
                WHERE user_id = \(id) AND (state = 'owned' OR type = 'welcome_offer' AND state <> 'refunded')
                UNION ALL
                SELECT event_id, 'event', 'owned', 0 FROM mall_guests WHERE user_id = \(id)
                """
            )
        }
        return PersonalMarks(try Self.marks(rows))
    }

    private static func marks(_ rows: [Row]) throws -> [String: Set<String>] {
        var marks: [String: Set<String>] = [:]
        for row in rows {
            let (id, type): (String, String) = (try row.get("id"), try row.get("type"))
            let state: String = try row.get("state")
            let uses: Int64 = try row.get("uses")
            switch (type, state) {
            case ("event", _): marks[Mark.guest, default: []].insert(id)
            case ("welcome_offer", "used"), ("welcome_offer", "expired"):
                marks[Mark.spent, default: []].insert(id)
            case (_, "owned"):
                marks[Mark.owned, default: []].insert(id)
                if uses > 0 { marks[Mark.activated, default: []].insert(id) }
            case _: continue
            }
        }
        return marks
    }
}
