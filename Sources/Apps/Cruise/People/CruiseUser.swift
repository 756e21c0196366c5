import Core
import Storage

/// A user of the cruise app.
struct CruiseUser: Sendable, Hashable {
    let id: String
    /// Nil once the user is erased, or if the number is only in `username`.
    let phone: PhoneNumber?
    let username: String?
    let personal: PersonalData
    let email: String?
    /// False once the user has unsubscribed from campaigns (C143).
    let getsPromos: Bool
    let createdAt: Timestamp
    let blockedAt: Timestamp?
    let erasedAt: Timestamp?

    /// The columns of `cruise_users u`.
    static let columns: SQL = """
        u.id, u.phone, u.username, u.surname, u.name, u.patronymic, u.sex, u.birthday, u.email, u.passp_type,
        u.passp_number, u.passp_date, u.passp_vidan, u.citizenship_id, u.gets_promos, u.created_at, u.blocked_at,
        u.erased_at
        """

    init(_ row: Row) throws {
        id = try row.get("id")
        phone = try row.get("phone", as: String?.self).map { PhoneNumber(kept: $0) }
        username = try row.get("username")
        personal = try PersonalData(row)
        email = try row.get("email")
        getsPromos = try row.get("gets_promos")
        createdAt = try row.get("created_at")
        blockedAt = try row.get("blocked_at")
        erasedAt = try row.get("erased_at")
    }
}

extension Connection {
    func cruiseUser(where condition: SQL) throws -> CruiseUser? {
        try rows("SELECT \(CruiseUser.columns) FROM cruise_users u WHERE \(condition)").first
            .map(CruiseUser.init)
    }

    /// The user with this number, blocked or not; nil if there is none.
    func cruiseUser(_ phone: PhoneNumber) throws -> CruiseUser? {
        let number = phone.description
        // In one statement: the number may become the phone of the user at any time.
        return try cruiseUser(
            where: """
                u.phone = \(number) OR u.username = \(number) AND u.phone IS NULL
                ORDER BY u.phone IS NULL LIMIT 1
                """
        )
    }

    /// The user of a sign-in that holds; nil if it was ended, or if the user is blocked or erased.
    func cruiseUser(signedInBy sessionID: String, at now: Timestamp) throws -> CruiseUser? {
        try rows(
            """
            SELECT \(CruiseUser.columns) FROM cruise_sessions s JOIN cruise_users u ON u.id = s.user_id
            WHERE s.id = \(sessionID) AND s.expires_at > \(now) AND u.blocked_at IS NULL AND u.erased_at IS NULL
            """
        ).first.map(CruiseUser.init)
    }

    /// Locks the user until the transaction ends; false if there is none.
    func lockCruiseUser(_ id: String) throws -> Bool {
        try execute("UPDATE cruise_users SET search = search WHERE id = \(id)") == 1
    }

    /// Adds a user for a number; nil if another request has just done so.
    func addCruiseUser(_ phone: PhoneNumber, at now: Timestamp, random: RandomBytes) throws -> String? {
        let id = Identifier.new(at: now, random: random)
        let number = phone.description
        let count = try execute(
            """
            INSERT INTO cruise_users (id, phone, username, created_at, search)
            VALUES (\(id), \(number), \(number), \(now), \(number.filter(\.isNumber)))
            ON CONFLICT DO NOTHING
            """
        )
        return count == 1 ? id : nil
    }

    /// Updates the text that staff search in.
    func indexCruiseUser(_ id: String) throws {
        guard let user = try cruiseUser(where: "u.id = \(id)") else { return }
        let data = user.personal
        let names = [data.surname, data.name, data.patronymic].compactMap { $0 }.map(WordSearch.folded)
        let number = (user.phone?.description ?? user.username)?.filter(\.isNumber)
        let text = (names + [user.email, number].compactMap { $0 }).joined(separator: " ")
        try send("UPDATE cruise_users SET search = \(text) WHERE id = \(id)")
    }
}
