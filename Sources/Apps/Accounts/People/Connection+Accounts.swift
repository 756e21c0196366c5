import Core
import Foundation
import Storage

/// Finds people, and makes those wait for each other who change the same one.
extension Connection {
    /// The user with this id; nil where there is none.
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

    /// The same user, once whoever else changes them is done; nil where there is none.
    func lockedAccount(_ id: String) throws -> Account? {
        guard try execute("UPDATE points_accounts SET balance = balance WHERE id = \(id)") == 1 else {
            return nil
        }
        return try account(id)
    }

    /// Whoever signs in with this: the phone in any form, then the address, then the login.
    func account(named text: String) throws -> Account? {
        if let phone = AccountPhone(text), let account = try account(where: "u.phone = \(phone.digits)") {
            return account
        }
        if let email = Email.normalized(text), let account = try account(where: "u.email = \(email)") {
            return account
        }
        return try account(where: "u.login_key = \(Account.loginKey(text)) AND u.freed_at IS NULL")
    }

    /// The card of a client; nil where there is none.
    func accountClient(_ id: String) throws -> AccountClient? {
        try accountClient(where: "c.id = \(id)")
    }

    func accountClient(where condition: SQL) throws -> AccountClient? {
        try rows("SELECT \(AccountClient.columns) FROM accounts_clients c WHERE \(condition)").first
            .map(AccountClient.init)
    }

    /// Users whom every word of `text` names: in names, login, addresses and digits of the phones.
    func accounts(matching text: String, limit: Int) throws -> [Account] {
        try accounts(
            where: AccountSearch.condition(text),
            order: "u.created_at DESC, u.id DESC",
            limit: limit
        )
    }

    /// Brings what a client is found by up to date.
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
        try execute("UPDATE accounts_clients SET search = \(text) WHERE id = \(clientID)")
    }
}

extension Account {
    /// Logins that differ only in the size of letters are one, and so are those whose letters are composed otherwise.
    static func loginKey(_ login: String) -> String {
        login.precomposedStringWithCanonicalMapping.lowercased()
    }
}

/// How staff find people.
enum AccountSearch {
    /// What is kept to be searched in; each part once.
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
