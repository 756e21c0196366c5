import Core
import Storage

/// Something that has happened to a person, as staff read it.
struct AccountEvent: Sendable, Hashable {
    /// What it was; staff filter by it.
    enum Kind: String, Sendable, CaseIterable {
        /// A code was made for a phone.
        case code
        case registration
        case signIn = "sign-in"
        /// Somebody has asked for a new password.
        case restore
        /// A password was changed: by its owner, by staff, or by the first use of a restored one.
        case password
        case emailChange = "email-change"
        /// A link was sent.
        case confirmMail = "confirm-mail"
        case confirmed
        case feedback
        case points
        case push
        /// Staff have blocked or unblocked somebody.
        case block
        /// Staff have changed something else of somebody.
        case edit
        /// A number was freed for another test.
        case freed
    }

    let id: Int64
    let at: Timestamp
    let kind: String
    /// In Russian, without codes and passwords.
    let text: String
    let userID: String?
    let clientID: String?

    init(_ row: Row) throws {
        id = try row.get("id")
        at = try row.get("at")
        kind = try row.get("kind")
        text = try row.get("text")
        userID = try row.get("user_id")
        clientID = try row.get("client_id")
    }
}

extension Connection {
    /// Writes down what has happened, in the transaction that has done it.
    func logAccountEvent(
        _ kind: AccountEvent.Kind,
        _ text: String,
        of account: Account? = nil,
        clientID: String? = nil,
        at now: Timestamp
    ) throws {
        try execute(
            """
            INSERT INTO accounts_events (at, kind, text, user_id, client_id)
            VALUES (\(now), \(kind.rawValue), \(text), \(account?.id), \(account?.card.id ?? clientID))
            """
        )
    }

    /// The newest ones, or those before the event with that number; `since` and later, before `until`.
    func accountEvents(
        kind: AccountEvent.Kind? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        userID: String? = nil,
        clientID: String? = nil,
        limit: Int,
        before cursor: Int64? = nil
    ) throws -> [AccountEvent] {
        let ofKind: SQL = kind.map { "AND kind = \($0.rawValue)" } ?? ""
        let from: SQL = since.map { "AND at >= \($0)" } ?? ""
        let to: SQL = until.map { "AND at < \($0)" } ?? ""
        let ofUser: SQL = userID.map { "AND user_id = \($0)" } ?? ""
        let ofClient: SQL = clientID.map { "AND client_id = \($0)" } ?? ""
        return try rows(
            """
            SELECT * FROM accounts_events WHERE id < \(cursor ?? .max) \(ofKind) \(from) \(to) \(ofUser) \(ofClient)
            ORDER BY id DESC LIMIT \(limit)
            """
        ).map(AccountEvent.init)
    }
}
