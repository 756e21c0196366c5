import Core
import Storage

/// Finds users, and locks them against concurrent changes.
extension Connection {
    /// The user with this id; nil if there is none.
    func account(_ id: String) throws -> Account? {
        try account(where: "u.id = \(id)")
    }

    /// `condition` is on `Account.tables`.
    func account(where condition: SQL) throws -> Account? {
        try rows("SELECT \(Account.columns) FROM \(Account.tables) WHERE \(condition)").first.map(
            Account.init
        )
    }

    func accounts(where condition: SQL, order: SQL, limit: Int) throws -> [Account] {
        try rows(
            """
            SELECT \(Account.columns) FROM \(Account.tables) WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map(Account.init)
    }

    /// Locks the user until the transaction ends; nil if there is none.
    func lockedAccount(_ id: String) throws -> Account? {
        guard try execute("UPDATE points_accounts SET balance = balance WHERE id = \(id)") == 1 else {
            return nil
        }
        return try account(id)
    }

    /// The user with this sign-in name: the phone in any form, then the address, then the login.
    func account(named text: String) throws -> Account? {
        if let phone = AccountPhone(text), let account = try account(where: "u.phone = \(phone.digits)") {
            return account
        }
        if let email = Email.normalized(text), let account = try account(where: "u.email = \(email)") {
            return account
        }
        return try account(where: "u.login_key = \(Account.loginKey(text)) AND u.freed_at IS NULL")
    }

    /// The card of a client; nil if there is none.
    func accountClient(_ id: String) throws -> AccountClient? {
        try accountClient(where: "c.id = \(id)")
    }

    func accountClient(where condition: SQL) throws -> AccountClient? {
        try rows("SELECT \(AccountClient.columns) FROM accounts_clients c WHERE \(condition)").first
            .map(AccountClient.init)
    }

    /// Users who match every word of `text`: in names, login, addresses and digits of the phones.
    func accounts(matching text: String, limit: Int) throws -> [Account] {
        try accounts(
            where: AccountSearch.condition(text),
            order: "u.created_at DESC, u.id DESC",
            limit: limit
        )
    }

    /// Updates the search text of a client.
    func indexAccountClient(_ clientID: String) throws {
        let rows = try rows(
            """
            SELECT c.first_name, c.last_name, c.sur_name, c.phone, c.email, u.login, u.phone AS user_phone,
                u.email AS user_email
            FROM accounts_clients c LEFT JOIN accounts_users u ON u.client_id = c.id WHERE c.id = \(clientID)
            """
        )
        guard let row = rows.first else { return }
        let columns = [
            "last_name", "first_name", "sur_name", "phone", "email", "login", "user_phone", "user_email",
        ]
        let text = AccountSearch.text(try columns.map { try row.get($0, as: String?.self) })
        try send("UPDATE accounts_clients SET search = \(text) WHERE id = \(clientID)")
    }
}

extension Account {
    /// The key of a login: equal for logins that differ only in case or in Unicode composition.
    static func loginKey(_ login: String) -> String {
        login.composed.lowercased()
    }
}

/// The search of staff for users.
enum AccountSearch {
    /// The text to search in; each part occurs once.
    static func text(_ parts: [String?]) -> String {
        var seen: Set<String> = []
        return parts.compactMap { $0.map(WordSearch.folded) }.filter { seen.insert($0).inserted }.joined(
            separator: " "
        )
    }

    /// The condition on the cards `c`; true for an empty text.
    static func condition(_ text: String) -> SQL {
        if let phone = AccountPhone(text) { return "c.search LIKE \("%\(phone.digits)%")" }
        return WordSearch.condition(text, in: "c.search") ?? "1 = 1"
    }
}
