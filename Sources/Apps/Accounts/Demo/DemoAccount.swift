import Core
import Storage

/// An invented user of a demonstration, with a history of actions.
struct DemoAccount: JSONReadable {
    /// The state of the confirmation of the address.
    enum Proof: String, JSONReadable {
        /// A link was sent and not opened.
        case asked
        case confirmed
    }

    let phone: AccountPhone
    /// The fields of the registration, as the app sends them.
    let fields: [(name: String, value: String)]
    let email: String?
    /// The fields of the profile that the user fills in later, as the app sends them.
    let profile: [(name: String, value: String)]
    /// The time since the registration.
    let joined: Duration
    /// The time since the last sign-in; nil if the registration is the only one.
    let visited: Duration?
    let proof: Proof?
    /// The address to which the user changed later.
    let nextEmail: String?
    /// The time since the password was restored; `isRestoredBySMS` is true if the new one was sent by SMS.
    let restored: Duration?
    let isRestoredBySMS: Bool
    let feedback: String?
    let blockReason: String?
    /// The phone of the user who invited them.
    let friend: String?
    /// The data of the business: names of the last booking, and zones of the partners.
    let room: String?
    let base: String?
    let parts: [NewPartnerAccount]
    /// True for a client who has never registered.
    let isClientOnly: Bool

    init(json: JSON) throws(Fault) {
        guard let phone = AccountPhone(try json.get("phone")) else {
            throw Fault("#/phone", "должно быть телефоном", "must be a phone")
        }
        self.phone = phone
        email = try json.get("email")
        var fields: [(String, String)] = []
        for name in ["name", "lastname", "surname", "birthday", "email"] {
            if let value: String = try json.get(name) { fields.append((name, value)) }
        }
        self.fields = fields + [("phone", phone.digits)]
        profile = (try json.get("profile", as: [String: String]?.self) ?? [:]).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        joined = try Self.hours("joined", of: json) ?? .zero
        visited = try Self.hours("visited", of: json)
        proof = try json.get("proof")
        nextEmail = try json.get("next_email")
        restored = try Self.hours("restored", of: json)
        isRestoredBySMS = try json.get("by_sms", as: Bool?.self) ?? false
        feedback = try json.get("feedback")
        blockReason = try json.get("blocked")
        friend = try json.get("friend")
        room = try json.get("room")
        base = try json.get("base")
        parts = try json.get("parts", as: [NewPartnerAccount]?.self) ?? []
        isClientOnly = try json.get("is_client_only", as: Bool?.self) ?? false
    }

    private static func hours(_ name: String, of json: JSON) throws(Fault) -> Duration? {
        try json.get(name, as: Int64?.self).map { .seconds(3600 * max(0, min($0, 100_000))) }
    }
}

extension NewPartnerAccount: JSONReadable {
    /// Reads a partner account of a demonstration.
    init(json: JSON) throws(Fault) {
        self.init(
            domainID: try json.get("domain_id"),
            name: try json.get("name"),
            forfeit: try json.get("forfeit", as: Int64?.self) ?? 0,
            isBanned: try json.get("is_banned", as: Bool?.self) ?? false,
            discount: try json.get("discount", as: Int64?.self) ?? 0,
            terminal: nil,
            channels: []
        )
    }
}
