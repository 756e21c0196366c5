import Core
import Storage

/// Changes of accounts; the caller holds `lockedAccount` and records the event.
extension Connection {
    /// Voids the token.
    func endAccountSession(of id: String) throws {
        try send("UPDATE accounts_users SET token_hash = NULL, token_until = NULL WHERE id = \(id)")
    }

    /// Sets another password; the token and all temporary passwords become void.
    func setAccountPassword(_ hash: PasswordHash, of id: String) throws {
        try send(
            """
            UPDATE accounts_users SET password_hash = \(hash.text), token_hash = NULL, token_until = NULL
            WHERE id = \(id)
            """
        )
        try send("DELETE FROM accounts_spares WHERE user_id = \(id)")
    }

    /// Replaces the hash of the same password by one of another cost; no session ends.
    func rehashAccountPassword(_ hash: PasswordHash, of id: String) throws {
        try send("UPDATE accounts_users SET password_hash = \(hash.text) WHERE id = \(id)")
    }

    /// Blocks the user for a reason that staff see, or unblocks if `isBlocked` is false.
    ///
    /// A block ends the session.
    func setAccountBlocked(_ isBlocked: Bool, reason: String? = nil, of id: String, at now: Timestamp) throws
    {
        if isBlocked {
            try send(
                """
                UPDATE accounts_users SET blocked_at = coalesce(blocked_at, \(now)), block_reason = \(reason)
                WHERE id = \(id)
                """
            )
            try endAccountSession(of: id)
        } else {
            try send(
                "UPDATE accounts_users SET blocked_at = NULL, block_reason = NULL WHERE id = \(id)"
            )
        }
    }

    /// Sets whether the address is confirmed; changes nothing else.
    func setAccountConfirmed(_ isConfirmed: Bool, of id: String, at now: Timestamp) throws {
        if isConfirmed {
            try send(
                "UPDATE accounts_users SET confirmed_at = coalesce(confirmed_at, \(now)) WHERE id = \(id)"
            )
        } else {
            try send("UPDATE accounts_users SET confirmed_at = NULL WHERE id = \(id)")
            try send("DELETE FROM accounts_links WHERE user_id = \(id)")
        }
    }

    /// Sets another, unconfirmed address, or removes it; throws `AccountRefusal.taken` if another user has it.
    ///
    /// It is the address of the card too. The same address must only be confirmed again. An address that is
    /// the login of another user would sign in that user. Links and temporary passwords become void, because a
    /// reader of the old address may have them.
    func setAccountEmail(_ email: String?, of account: Account) throws {
        if let email, try self.account(where: "u.login_key = \(email) AND u.id <> \(account.id)") != nil {
            throw AccountRefusal.taken
        }
        try unlessTaken {
            try send(
                "UPDATE accounts_users SET email = \(email), confirmed_at = NULL WHERE id = \(account.id)"
            )
        }
        for table in ["accounts_links", "accounts_spares"] {
            try send("DELETE FROM \(name: table) WHERE user_id = \(account.id)")
        }
        try send("UPDATE accounts_clients SET email = \(email) WHERE id = \(account.card.id)")
        try indexAccountClient(account.card.id)
    }

    /// Throws `AccountRefusal.taken` if another user has the login, which `AccountLogin` has checked.
    func setAccountLogin(_ login: String, of account: Account) throws {
        try unlessTaken {
            try send(
                """
                UPDATE accounts_users SET login = \(login), login_key = \(Account.loginKey(login))
                WHERE id = \(account.id)
                """
            )
        }
        try indexAccountClient(account.card.id)
    }

    /// Sets the Firebase token for pushes; nil for none.
    func setAccountPushToken(_ fcm: String?, of id: String) throws {
        try send("UPDATE accounts_users SET fcm = \(fcm) WHERE id = \(id)")
    }

    /// Sets the names of the card; nil removes one.
    func setAccountNames(first: String?, last: String?, patronymic: String?, of clientID: String) throws {
        try send(
            """
            UPDATE accounts_clients SET first_name = \(first), last_name = \(last), sur_name = \(patronymic)
            WHERE id = \(clientID)
            """
        )
        try indexAccountClient(clientID)
    }

    /// Frees the number of a test, with the login and the address, so that it can be registered again.
    ///
    /// The old values are renamed and can no longer be used to sign in. Nil if no user has the number.
    func freeAccountPhone(_ phone: AccountPhone, at now: Timestamp, random: RandomBytes) throws -> Account? {
        let mark = "~\(random.characters(8, of: "0123456789abcdefghijkmnpqrstuvwxyz"))"
        let digits = phone.digits
        // A card without an account keeps its number: it does not prevent a code.
        guard let found = try account(where: "u.phone = \(digits) OR c.phone = \(digits)"),
            let account = try lockedAccount(found.id)
        else {
            return nil
        }
        try send(
            """
            UPDATE accounts_users SET phone = phone || \(mark), login = login || \(mark),
                login_key = login_key || \(mark), email = email || \(mark), confirmed_at = NULL, freed_at = \(now),
                token_hash = NULL, token_until = NULL
            WHERE id = \(account.id)
            """
        )
        try send("UPDATE accounts_clients SET phone = phone || \(mark) WHERE phone = \(digits)")
        for table in ["accounts_spares", "accounts_links"] {
            try send("DELETE FROM \(name: table) WHERE user_id = \(account.id)")
        }
        try indexAccountClient(account.card.id)
        return account
    }

    /// Adds a card; throws `AccountRefusal.taken` if another one has the phone.
    func addAccountClient(_ id: String, phone: AccountPhone?, email: String?, at now: Timestamp) throws {
        try unlessTaken {
            try send(
                """
                INSERT INTO accounts_clients (id, phone, email, created_at) VALUES (\(id), \(phone?.digits), \(email), \(now))
                """
            )
        }
        try indexAccountClient(id)
    }

    /// Throws `AccountRefusal.taken` for a duplicate; a savepoint keeps the transaction usable.
    func unlessTaken(_ body: () throws -> Void) throws {
        do {
            try savepoint(body)
        } catch StorageError.unique {
            throw AccountRefusal.taken
        }
    }
}

/// The rules of a login.
enum AccountLogin {
    static let lengthMin = 6

    /// The fault of a login as the app shows it; nil if there is none.
    ///
    /// A login in the form of a phone or an address must be the user's own, or it would identify another user.
    static func fault(_ login: String, phone: String?, email: String?) -> Problem? {
        let count = login.unicodeScalars.count
        let isPlain = login.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && !$0.properties.isWhitespace
        }
        guard lengthMin...Limits.accountLoginLengthMax ~= count, isPlain else {
            return AccountRefusal.badLogin
        }
        if let number = AccountPhone(login), number.digits != phone { return AccountRefusal.foreignLogin }
        if login.contains("@"), Email.normalized(login) != email || email == nil {
            return AccountRefusal.foreignLogin
        }
        return nil
    }
}
