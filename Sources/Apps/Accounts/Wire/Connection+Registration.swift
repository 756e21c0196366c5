import Core
import Storage

extension Connection {
    /// Adds the user, and the card if there is none; throws the refusal for the app.
    ///
    /// The database decides: of two registrations with the same phone, login or address one succeeds.
    func addAccount(
        _ registration: AccountRegistration,
        _ hash: PasswordHash,
        at now: Timestamp,
        random: RandomBytes
    ) throws -> Account {
        if let fault = try fault(of: registration) { throw fault }
        let id = Identifier.new(at: now, random: random)
        let card = try accountClient(where: "c.phone = \(registration.phone.digits)")
        let clientID = card?.id ?? Identifier.new(at: now, random: random)
        if card == nil { try addCard(clientID, of: registration, at: now) }
        // A known client keeps the address of the card, unless another user has it.
        let known = try card?.email.flatMap { Email.normalized($0) }.flatMap { email in
            try account(where: "u.email = \(email)") == nil ? email : nil
        }
        let email = registration.email ?? known
        let inviterID = try registration.invite.flatMap { try inviter(ofAccount: $0)?.id }
        try openPointsAccount(id, of: "accounts", at: now)
        try withInviteCode(random) { invite in
            try send(
                """
                INSERT INTO accounts_users (id, client_id, login, login_key, phone, email, password_hash, invite_code,
                    inviter_id, created_at)
                VALUES (\(id), \(clientID), \(registration.loginOrPhone),
                    \(Account.loginKey(registration.loginOrPhone)), \(registration.phone.digits), \(email),
                    \(hash.text), \(invite), \(inviterID), \(now))
                """
            )
        }
        try indexAccountClient(clientID)
        guard let account = try account(id) else { throw StorageError.other("a user has not been made") }
        return account
    }

    private func addCard(_ id: String, of registration: AccountRegistration, at now: Timestamp) throws {
        try addAccountClient(id, phone: registration.phone, email: registration.email, at: now)
        try send(
            """
            UPDATE accounts_clients SET first_name = \(registration.name), last_name = \(registration.lastName),
                sur_name = \(registration.surName), birthday = \(registration.birthday)
            WHERE id = \(id)
            """
        )
    }

    /// Draws codes until one is free: of five digits, or of more if few of those are left.
    private func withInviteCode(_ random: RandomBytes, _ body: (String) throws -> Void) throws {
        for length in 5...9 {
            for _ in 0..<Self.inviteDraws {
                let code =
                    random.characters(1, of: "123456789") + random.characters(length - 1, of: "0123456789")
                let known = try rows("SELECT id FROM accounts_users WHERE invite_code = \(code)")
                guard known.isEmpty else { continue }
                do {
                    return try savepoint { try body(code) }
                } catch StorageError.unique(let what) {
                    // A concurrent registration has drawn the same code.
                    guard what.contains("invite_code") else { throw AccountRefusal.taken }
                }
            }
        }
        throw StorageError.other("no invite code is free")
    }

    private static var inviteDraws: Int { 8 }

    /// Awards the points for an action, once.
    func awardAccount(
        _ points: Int64,
        to account: Account,
        for cause: PointsCause,
        at now: Timestamp,
        random: RandomBytes
    ) throws {
        guard points > 0 else { return }
        try move(
            PointsChange(
                points,
                of: account.id,
                with: .issued,
                for: cause,
                key: "accounts-\(cause.name):\(account.id)",
                author: "app"
            ),
            at: now,
            random: random
        )
        try logAccountEvent(
            .points,
            Localized(
                "Начислены баллы: \(points) (\(cause.accountsTitle.ru))",
                "Points given: \(points) (\(cause.accountsTitle.en))"
            ),
            of: account,
            at: now
        )
    }
}

extension PointsCause {
    /// The user has filled in the whole profile.
    static let profile = PointsCause("profile")

    fileprivate var accountsTitle: Localized {
        switch self {
        case .registration: Localized("за регистрацию", "for registering")
        case .profile: Localized("за полную анкету", "for a full profile")
        case _: Localized(name, name)
        }
    }
}
