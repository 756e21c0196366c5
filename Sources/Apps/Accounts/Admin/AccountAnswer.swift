import Core
import Storage

/// An account as a row of the list of accounts in the admin API; masked by the rights of the reader.
package struct AccountRowAnswer: Sendable {
    package let id: String
    package let clientID: String
    package let login: String
    package let phone: String?
    package let email: String?
    package let name: String?
    package let pushToken: String?
    package let hasPush: Bool
    package let isConfirmed: Bool
    package let isBlocked: Bool
    package let blockReason: String?
    package let isErased: Bool
    package let isFreed: Bool
    package let createdAt: Timestamp
    package let signedInAt: Timestamp?
    package let balance: Int64
    package let inviteCode: String
    package let revision: Int64
}

/// The record of an account as the admin API answers it.
package struct AccountAnswer: Sendable {
    package let row: AccountRowAnswer
    package let parts: [Part]

    /// A partner zone.
    package struct Part: Sendable {
        package let name: String
    }
}

/// The new password of an account, which one answer has.
package struct AccountPasswordAnswer: Sendable {
    package let password: String
}

extension AccountRowAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        clientID = try json.get("client_id")
        login = try json.get("login")
        phone = try json.get("phone")
        email = try json.get("email")
        name = try json.get("name")
        pushToken = try json.get("push_token")
        hasPush = try json.get("has_push")
        isConfirmed = try json.get("is_confirmed")
        isBlocked = try json.get("is_blocked")
        blockReason = try json.get("block_reason")
        isErased = try json.get("is_erased")
        isFreed = try json.get("is_freed")
        createdAt = try json.get("created_at")
        signedInAt = try json.get("signed_in_at")
        balance = try json.get("balance")
        inviteCode = try json.get("invite_code")
        revision = try json.get("revision")
    }
}

extension AccountAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        row = try AccountRowAnswer(json: json)
        parts = try json.get("parts")
    }
}

extension AccountAnswer.Part: JSONReadable {
    package init(json: JSON) throws(Fault) { name = try json.get("name") }
}

extension AccountPasswordAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) { password = try json.get("password") }
}
