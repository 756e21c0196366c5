import Core
import Storage

/// An account that can sign in, with the card of its client.
struct Account: Sendable, Hashable {
    let id: String
    let card: AccountClient
    let login: String
    /// Ten digits, with a suffix if the number was freed for another test; nil if there is none.
    let phone: String?
    /// In lower case.
    let email: String?
    let passwordHash: String
    /// The time when the last token expires.
    let tokenUntil: Timestamp?
    let confirmedAt: Timestamp?
    let inviteCode: String
    let inviterID: String?
    /// The Firebase token for pushes.
    let fcm: String?
    /// The kinds of notifications that the user wants: numbers 1 to 5.
    let notifications: String?
    let profilePointsAt: Timestamp?
    let createdAt: Timestamp
    let signedInAt: Timestamp?
    let blockedAt: Timestamp?
    /// The reason of a block, for staff.
    let blockReason: String?
    /// The time when staff freed the number for another test.
    let freedAt: Timestamp?
    /// The balance of points.
    let balance: Int64

    var isConfirmed: Bool { confirmedAt != nil }
    var isBlocked: Bool { blockedAt != nil }

    /// The name that messages address the user by.
    var name: String { card.firstName ?? login }

    /// The columns of `tables`.
    static let columns: SQL = """
        u.id, u.login, u.phone, u.email, u.password_hash, u.token_until, u.confirmed_at, u.invite_code, u.inviter_id,
        u.fcm, u.notifications, u.profile_points_at, u.created_at, u.signed_in_at, u.blocked_at, u.block_reason, u.freed_at,
        p.balance, \(AccountClient.columns)
        """

    /// The join of users as `u`, their cards as `c` and their points as `p`.
    static let tables: SQL = """
        accounts_users u JOIN accounts_clients c ON c.id = u.client_id JOIN points_accounts p ON p.id = u.id
        """

    init(_ row: Row) throws {
        id = try row.get("id")
        card = try AccountClient(row)
        login = try row.get("login")
        phone = try row.get("phone")
        email = try row.get("email")
        passwordHash = try row.get("password_hash")
        tokenUntil = try row.get("token_until")
        confirmedAt = try row.get("confirmed_at")
        inviteCode = try row.get("invite_code")
        inviterID = try row.get("inviter_id")
        fcm = try row.get("fcm")
        notifications = try row.get("notifications")
        profilePointsAt = try row.get("profile_points_at")
        createdAt = try row.get("created_at")
        signedInAt = try row.get("signed_in_at")
        blockedAt = try row.get("blocked_at")
        blockReason = try row.get("block_reason")
        freedAt = try row.get("freed_at")
        balance = try row.get("balance")
    }
}
