import Core
import Storage

/// What is done to people, by themselves and by staff; the caller holds `lockedAccount` and writes the event.
extension Connection {
    /// Voids the token.
    func endAccountSession(of id: String) throws {
        try execute("UPDATE accounts_users SET token_hash = NULL, token_until = NULL WHERE id = \(id)")
    }

    /// Gives somebody another password; the token and all spare ones are void.
    func setAccountPassword(_ hash: PasswordHash, of id: String) throws {
        try execute(
            """
            UPDATE accounts_users SET password_hash = \(hash.text), token_hash = NULL, token_until = NULL
            WHERE id = \(id)
            """
        )
        try execute("DELETE FROM accounts_spares WHERE user_id = \(id)")
    }

    /// The same password at another cost: nothing ends by it.
    func rehashAccountPassword(_ hash: PasswordHash, of id: String) throws {
        try execute("UPDATE accounts_users SET password_hash = \(hash.text) WHERE id = \(id)")
    }

    /// Keeps somebody out, for a reason that colleagues see, or lets them in again where `reason` is nil.
    ///
    /// Whoever is blocked is signed out.
    func setAccountBlocked(_ isBlocked: Bool, reason: String? = nil, of id: String, at now: Timestamp) throws
    {
        if isBlocked {
            try execute(
                """
                UPDATE accounts_users SET blocked_at = coalesce(blocked_at, \(now)), block_reason = \(reason)
                WHERE id = \(id)
                """
            )
            try endAccountSession(of: id)
        } else {
            try execute(
                "UPDATE accounts_users SET blocked_at = NULL, block_reason = NULL WHERE id = \(id)"
            )
        }
    }

    /// Says whether the address is theirs; nothing else of them changes.
    func setAccountConfirmed(_ isConfirmed: Bool, of id: String, at now: Timestamp) throws {
        if isConfirmed {
            try execute(
                "UPDATE accounts_users SET confirmed_at = coalesce(confirmed_at, \(now)) WHERE id = \(id)"
            )
        } else {
            try execute("UPDATE accounts_users SET confirmed_at = NULL WHERE id = \(id)")
            try execute("DELETE FROM accounts_links WHERE user_id = \(id)")
        }
    }

    /// Gives somebody another address, or none, which is not confirmed yet; throws `AccountRefusal.taken` where somebody else has it.
    ///
    /// It is the address of the card too. The same address changes nothing but that it must be confirmed again. An
    /// address that is somebody's login would sign them in as somebody else. Links and spare passwords are
    /// void: whoever reads the old address may have them.
    func setAccountEmail(_ email: String?, of account: Account) throws {
        if let email, try self.account(where: "u.login_key = \(email) AND u.id <> \(account.id)") != nil {
            throw AccountRefusal.taken
        }
        try unlessTaken {
            try execute(
                "UPDATE accounts_users SET email = \(email), confirmed_at = NULL WHERE id = \(account.id)"
            )
        }
        for table in ["accounts_links", "accounts_spares"] {
            try execute("DELETE FROM \(name: table) WHERE user_id = \(account.id)")
        }
        try execute("UPDATE accounts_clients SET email = \(email) WHERE id = \(account.card.id)")
        try indexAccountClient(account.card.id)
    }

    /// Throws `AccountRefusal.taken` where somebody else has the login; the caller has checked it with `AccountLogin`.
    func setAccountLogin(_ login: String, of account: Account) throws {
        try unlessTaken {
            try execute(
                """
                UPDATE accounts_users SET login = \(login), login_key = \(Account.loginKey(login))
                WHERE id = \(account.id)
                """
            )
        }
        try indexAccountClient(account.card.id)
    }

    /// Where pushes go; nil for nowhere.
    func setAccountPushToken(_ fcm: String?, of id: String) throws {
        try execute("UPDATE accounts_users SET fcm = \(fcm) WHERE id = \(id)")
    }

    /// Names of the card; nil empties one.
    func setAccountNames(first: String?, last: String?, patronymic: String?, of clientID: String) throws {
        try execute(
            """
            UPDATE accounts_clients SET first_name = \(first), last_name = \(last), sur_name = \(patronymic)
            WHERE id = \(clientID)
            """
        )
        try indexAccountClient(clientID)
    }

    /// Frees the number of a test, with the login and the address, so that it can be registered anew.
    ///
    /// What was there is renamed, and nobody can sign in with it any more. Nil where nobody has the number.
    func freeAccountPhone(_ phone: AccountPhone, at now: Timestamp, random: RandomBytes) throws -> Account? {
        let mark = "~\(random.characters(8, of: "0123456789abcdefghijkmnpqrstuvwxyz"))"
        let digits = phone.digits
        // A card without a login keeps its number: a code is sent to it all the same.
        guard let found = try account(where: "u.phone = \(digits) OR c.phone = \(digits)"),
            let account = try lockedAccount(found.id)
        else {
            return nil
        }
        try execute(
            """
            UPDATE accounts_users SET phone = phone || \(mark), login = login || \(mark),
                login_key = login_key || \(mark), email = email || \(mark), confirmed_at = NULL, freed_at = \(now),
                token_hash = NULL, token_until = NULL
            WHERE id = \(account.id)
            """
        )
        try execute("UPDATE accounts_clients SET phone = phone || \(mark) WHERE phone = \(digits)")
        for table in ["accounts_spares", "accounts_links"] {
            try execute("DELETE FROM \(name: table) WHERE user_id = \(account.id)")
        }
        try indexAccountClient(account.card.id)
        return account
    }

    /// Puts a new card down; throws `AccountRefusal.taken` where another one has the phone.
    func addAccountClient(_ id: String, phone: AccountPhone?, email: String?, at now: Timestamp) throws {
        try unlessTaken {
            try execute(
                """
                INSERT INTO accounts_clients (id, phone, email, created_at) VALUES (\(id), \(phone?.digits), \(email), \(now))
                """
            )
        }
        try indexAccountClient(id)
    }

    /// The database decides who is first; the transaction can go on afterwards.
    func unlessTaken(_ body: () throws -> Void) throws {
        do {
            try savepoint(body)
        } catch StorageError.unique {
            throw AccountRefusal.taken
        }
    }
}

/// What a login must be.
enum AccountLogin {
    static let lengthMin = 6

    /// What is wrong with it, in the words of the app; nil where nothing is.
    ///
    /// One that reads like a phone or an address must be the user's own, as it would else stand for somebody else.
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
