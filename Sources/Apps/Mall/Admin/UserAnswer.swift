import Core
import Storage
import Web

/// A user of the mall as a row of the list of users in the admin API.
package struct UserRowAnswer: Sendable {
    package let person: PersonCard.Answer
    package let email: String?
    package let isErased: Bool
    package let isBlocked: Bool
    package let createdAt: Timestamp
    package let confirmedAt: Timestamp?
    package let registeredAt: Timestamp?
    package let signedInAt: Timestamp?
    package let balance: Int64
    package let earned: Int64
    package let spent: Int64
    package let invitedCount: Int64
    package let giftsCount: Int64
    package let ownedCount: Int64
    package let referralCode: String
    package let rating: Int64?
    /// Nil without the right to read people, as the next two.
    package let revision: Int64?
    package let birthday: Timestamp?
    package let hasKids: Bool?
}

/// The record of a user of the mall as the admin API answers it.
package struct UserAnswer: Sendable {
    package let row: UserRowAnswer
    package let blockReason: String?
    package let inviter: PersonCard.Answer?
    package let events: [Event]
    package let devices: [Device]
    /// The kinds of notifications with their switches; nil if the user is signed in nowhere.
    package let push: [String: Bool]?

    package struct Event: Sendable {
        package let title: String?
    }

    package struct Device: Sendable {
        package let model: String
        package let versionOS: String
        package let isCurrent: Bool
    }
}

extension UserRowAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        person = try PersonCard.Answer(json: json)
        email = try json.get("email")
        isErased = try json.get("is_erased")
        isBlocked = try json.get("is_blocked")
        createdAt = try json.get("created_at")
        confirmedAt = try json.get("confirmed_at")
        registeredAt = try json.get("registered_at")
        signedInAt = try json.get("signed_in_at")
        balance = try json.get("balance")
        earned = try json.get("earned")
        spent = try json.get("spent")
        invitedCount = try json.get("invited_count")
        giftsCount = try json.get("gifts_count")
        ownedCount = try json.get("owned_count")
        referralCode = try json.get("referral_code")
        rating = try json.get("app_evaluation")
        revision = try json.get("revision")
        birthday = try json.get("date_birth")
        hasKids = try json.get("have_kids")
    }
}

extension UserAnswer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        row = try UserRowAnswer(json: json)
        blockReason = try json.get("block_reason")
        inviter = try json.get("inviter")
        events = try json.get("events")
        devices = try json.get("devices")
        push = try json.get("push")
    }
}

extension UserAnswer.Event: JSONReadable {
    package init(json: JSON) throws(Fault) { title = try json.get("title") }
}

extension UserAnswer.Device: JSONReadable {
    package init(json: JSON) throws(Fault) {
        model = try json.get("model")
        versionOS = try json.get("version_os")
        isCurrent = try json.get("is_current", as: Bool?.self) ?? false
    }
}
