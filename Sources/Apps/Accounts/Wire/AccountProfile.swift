import Core
import Storage
import Web

/// The profile of a user in the app's API (accounts.md section 4).
struct AccountProfile: Sendable, Hashable {
    let account: Account
    let parts: [PartnerAccount]

    /// The completeness of the profile in percent: sixteen fields.
    static func fillFactor(of account: Account) -> Int64 {
        let card = account.card
        let own = [
            card.firstName, card.lastName, card.surName, card.birthday, account.phone, account.email,
        ]
        let traits = [
            AccountTrait.gender, .photoUrl, .cityId, .vkUrl, .spheres, .types, .genres, .styles, .tools,
            .music,
        ].map { card.traits[$0] }
        let fields = own + traits
        return Int64(fields.filter { $0 != nil }.count * 100 / fields.count)
    }

    var json: JSON {
        let card = account.card
        var members: [String: JSON] = [
            "id": .string(account.id), "clientId": .string(card.id), "login": .string(account.login),
            "name": JSON(card.firstName), "firstName": JSON(card.firstName), "lastName": JSON(card.lastName),
            "surName": JSON(card.surName), "phone": JSON(account.phone), "email": JSON(account.email),
            "birthday": JSON(card.birthday), "room": JSON(card.room), "base": JSON(card.base),
            "isConfirmed": .bool(account.isConfirmed), "fcm": JSON(account.fcm),
            "parts": .array(parts.filter(\.isTold).map(\.json)),
            "notifications": JSON(account.notifications), "balance": .integer(account.balance),
            "inviteCode": .string(account.inviteCode),
            "fillFactor": .integer(Self.fillFactor(of: account)),
            "hasProfilePoints": .bool(account.profilePointsAt != nil),
        ]
        for trait in AccountTrait.allCases { members[trait.rawValue] = JSON(card.traits[trait]) }
        return .object(members)
    }
}

/// Changes of a user's own profile; nil leaves a field as it is (A67–A75).
struct AccountChanges: Sendable, Hashable {
    /// The length of one trait, in characters.
    private static let traitLengthMax = 1_000

    let firstName: String?
    let lastName: String?
    let surName: String?
    let email: String?
    let birthday: String?
    let fcm: String?
    let notifications: String?
    let traits: [AccountTrait: String]

    /// A blank value counts as absent, and unknown fields are ignored (accounts.md 6.14).
    init(_ body: AccountBody, at now: Timestamp) throws(Problem) {
        let nameMax = Limits.accountNameLengthMax
        firstName = try body.text("name", "firstName", lengthMax: nameMax)
        lastName = try body.text("lastName", lengthMax: nameMax)
        surName = try body.text("surName", lengthMax: nameMax)
        fcm = try body.text("fcm", lengthMax: Limits.accountPushTokenLengthMax)
        let email = try body.text("email", lengthMax: 2 * Limits.emailLengthMax)
        self.email = email.flatMap { Email.reachable($0) }
        if email != nil, self.email == nil { throw AccountRefusal.badEmail }
        let birthday = try body.text("birthday", lengthMax: 60)
        self.birthday = birthday.flatMap { AccountDate.birthday($0, at: now) }
        if birthday != nil, self.birthday == nil { throw AccountRefusal.badBirthday }
        notifications = try body.text("notifications", lengthMax: 60)
        if let notifications, !notifications.allSatisfy({ "12345,; ".contains($0) }) {
            throw AccountBody.wrong("notifications")
        }
        var traits: [AccountTrait: String] = [:]
        for trait in AccountTrait.allCases {
            traits[trait] = try body.text(trait.rawValue, lengthMax: Self.traitLengthMax)
        }
        self.traits = traits
    }
}

extension Connection {
    func accountProfile(_ account: Account) throws -> AccountProfile {
        AccountProfile(account: account, parts: try accountParts(of: account.card.id))
    }

    /// Writes the fields that were sent; throws `AccountRefusal.registered` if the address is taken.
    func apply(_ changes: AccountChanges, to account: Account) throws {
        let clientID = account.card.id
        if let email = changes.email, email != account.email {
            do {
                try setAccountEmail(email, of: account)
            } catch let problem as Problem where problem == AccountRefusal.taken {
                throw AccountRefusal.registered
            }
        }
        try send(
            """
            UPDATE accounts_users SET fcm = coalesce(\(changes.fcm), fcm),
                notifications = coalesce(\(changes.notifications), notifications)
            WHERE id = \(account.id)
            """
        )
        try send(
            """
            UPDATE accounts_clients SET first_name = coalesce(\(changes.firstName), first_name),
                last_name = coalesce(\(changes.lastName), last_name),
                sur_name = coalesce(\(changes.surName), sur_name),
                birthday = coalesce(\(changes.birthday), birthday)
            WHERE id = \(clientID)
            """
        )
        for (trait, text) in changes.traits {
            try send(
                "UPDATE accounts_clients SET \(name: trait.column) = \(text) WHERE id = \(clientID)"
            )
        }
        try indexAccountClient(clientID)
    }
}
