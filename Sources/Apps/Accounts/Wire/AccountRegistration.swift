import Core
import Storage
import Web

/// The data of a registration; the checks are in the order of the contract (accounts.md section 3).
struct AccountRegistration: Sendable {
    /// The maximum length of an invite code; the refusal repeats the code.
    private static let inviteLengthMax = 100

    let name: String
    let lastName: String?
    let surName: String?
    let phone: AccountPhone
    /// The code as sent; nil if there is none, or it cannot be right.
    let code: String?
    /// The login as sent.
    let login: String?
    /// Nil if the server is to generate one.
    let password: String?
    private let emailText: String?
    private let birthdayText: String?
    let birthday: String?
    let invite: String?

    init(_ body: AccountBody, at now: Timestamp) throws(Problem) {
        let nameMax = Limits.accountNameLengthMax
        guard let name = try body.text("name", "firstName", lengthMax: nameMax) else {
            throw AccountRefusal.noName
        }
        guard let phone = try body.text("phone", lengthMax: 60) else { throw AccountRefusal.noPhone }
        guard let number = AccountPhone(phone) else { throw AccountRefusal.badPhone }
        (self.name, self.phone) = (name, number)
        lastName = try body.text("lastname", lengthMax: nameMax)
        surName = try body.text("surname", lengthMax: nameMax)
        // A text that cannot be a code counts as a wrong code.
        code = (try? body.text("code", lengthMax: 60)).flatMap(Self.code)
        login = try body.text("login", lengthMax: 4 * Limits.accountLoginLengthMax)
        password = try body.secret("password")
        emailText = try body.text("email", lengthMax: 2 * Limits.emailLengthMax)
        birthdayText = try body.text("birthday", lengthMax: 60)
        birthday = birthdayText.flatMap { AccountDate.birthday($0, at: now) }
        invite = try body.text("invite", lengthMax: Self.inviteLengthMax)
    }

    /// The normalized address.
    var email: String? { emailText.flatMap { Email.reachable($0) } }
    /// The phone is the login if none was sent.
    var loginOrPhone: String { login ?? phone.digits }

    /// Restores leading zeros, which may have been lost on the way.
    private static func code(_ text: String) -> String? {
        guard 1...12 ~= text.utf8.count, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
    }

    /// The fault of the form itself; checked after the code.
    var fault: Problem? {
        if let password, !AccountPassword.isGood(password) { return AccountRefusal.badPassword }
        if emailText != nil, email == nil { return AccountRefusal.badEmail }
        if birthdayText != nil, birthday == nil { return AccountRefusal.badBirthday }
        return login.flatMap { AccountLogin.fault($0, phone: phone.digits, email: email) }
    }
}

extension Connection {
    /// True if the code belongs to the phone; a wrong one is counted.
    func isRight(
        _ registration: AccountRegistration,
        _ settings: AppSettings,
        from address: String,
        isUsedUp: Bool,
        at now: Timestamp
    ) throws -> Bool {
        let policy = CodePolicy.accounts(settings)
        guard let code = registration.code else { return false }
        if policy.isTest, settings.bool("any_code"), code.contains(where: { $0 != "0" }) { return true }
        let order = CodeOrder(
            .registration,
            phone: registration.phone.international,
            address: address
        )
        return try checkCode(code, order, policy, isUsedUp: isUsedUp, at: now)
    }

    /// The reason against the registration; nil if there is none.
    func fault(of registration: AccountRegistration) throws -> Problem? {
        if let fault = registration.fault { return fault }
        let digits = registration.phone.digits
        let key = Account.loginKey(registration.loginOrPhone)
        let byEmail: SQL = registration.email.map { "OR u.email = \($0) OR u.login_key = \($0)" } ?? ""
        // The weaker reason is read first: a concurrent registration that commits between the reads causes both.
        let isClientRegistered = try account(where: "c.phone = \(digits)") != nil
        if try account(where: "u.phone = \(digits) OR u.login_key = \(key) \(byEmail)") != nil {
            return AccountRefusal.taken
        }
        if isClientRegistered { return AccountRefusal.registeredClient }
        if let invite = registration.invite, try inviter(ofAccount: invite) == nil {
            return AccountRefusal.unknownInvite(invite)
        }
        return nil
    }

    /// The user with this invite code.
    func inviter(ofAccount code: String) throws -> Account? {
        try account(where: "u.invite_code = \(code) AND u.blocked_at IS NULL AND u.freed_at IS NULL")
    }
}
