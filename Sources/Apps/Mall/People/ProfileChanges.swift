import Core
import Storage

/// Changes of a user's own profile (mall.md 6.6, 6.9); missing fields stay.
struct ProfileChanges: Sendable, Hashable {
    let name: String?
    let email: String?
    let gender: String?
    let dateBirth: Timestamp?
    let haveKids: Bool?

    init(_ body: MallBody, at now: Timestamp) throws(Problem) {
        name = try body.text("name", lengthMax: 100)
        let email = try body.text("email", lengthMax: Limits.emailLengthMax)
        self.email = email.flatMap { Email.reachable($0) }
        guard email == nil || self.email != nil else {
            throw .wrong(Localized("Проверьте адрес почты.", "Check the e-mail address."))
        }
        gender = try body.text("gender", lengthMax: 50)
        dateBirth = try body.moment("date_birth", "dateBirth")
        haveKids = try body.bool("have_kids", "haveKids")
        if let dateBirth, !(now.advanced(by: .zero - Self.ageMax) <= dateBirth && dateBirth <= now) {
            throw .wrong(Localized("Проверьте дату рождения.", "Check the date of birth."))
        }
    }

    private static let ageMax: Duration = .seconds(120 * 365 * 86_400 + 29 * 86_400)
}

extension Connection {
    /// Saves the profile; the first name with an e-mail address is the registration.
    func apply(_ changes: ProfileChanges, to userID: String, at now: Timestamp) throws {
        try send(
            """
            UPDATE mall_users SET name = coalesce(\(changes.name), name), email = coalesce(\(changes.email), email),
                gender = coalesce(\(changes.gender), gender), date_birth = coalesce(\(changes.dateBirth), date_birth),
                have_kids = coalesce(\(changes.haveKids), have_kids)
            WHERE id = \(userID) AND erased_at IS NULL
            """
        )
        try send(
            """
            UPDATE mall_users SET registered_at = \(now)
            WHERE id = \(userID) AND erased_at IS NULL AND registered_at IS NULL AND name IS NOT NULL
                AND email IS NOT NULL
            """
        )
        if changes.name != nil || changes.email != nil { try indexMallUser(userID) }
    }
}
