import Core
import Foundation
import Storage

/// An invented user of a demonstration, with a history of actions.
struct DemoAccount: Sendable {
    /// The state of the confirmation of the address.
    enum Proof: String, Sendable {
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

    init?(_ json: JSON) {
        guard let phone = json["phone"]?.string.flatMap({ AccountPhone($0) }) else { return nil }
        self.phone = phone
        let email = json["email"]?.string
        self.email = email
        fields =
            ["name", "lastname", "surname", "birthday"].compactMap { name in
                json[name]?.string.map { (name, $0) }
            } + [("phone", phone.digits)] + (email.map { [("email", $0)] } ?? [])
        profile = (json["profile"]?.object ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            value.string.map { (name, $0) }
        }
        joined = Self.hours(json["joined"]) ?? .zero
        visited = Self.hours(json["visited"])
        proof = json["proof"]?.string.flatMap { Proof(rawValue: $0) }
        nextEmail = json["next_email"]?.string
        restored = Self.hours(json["restored"])
        isRestoredBySMS = json["by_sms"]?.bool ?? false
        feedback = json["feedback"]?.string
        blockReason = json["blocked"]?.string
        friend = json["friend"]?.string
        room = json["room"]?.string
        base = json["base"]?.string
        parts = (json["parts"]?.array ?? []).map(Self.part)
        isClientOnly = json["is_client_only"]?.bool ?? false
    }

    private static func part(_ json: JSON) -> NewPartnerAccount {
        NewPartnerAccount(
            domainID: json["domain_id"]?.string,
            name: json["name"]?.string ?? "",
            forfeit: json["forfeit"]?.integer ?? 0,
            isBanned: json["is_banned"]?.bool ?? false,
            discount: json["discount"]?.integer ?? 0,
            terminal: nil,
            channels: []
        )
    }

    private static func hours(_ json: JSON?) -> Duration? {
        json?.integer.map { .seconds(3600 * max(0, min($0, 100_000))) }
    }

    /// Reads the users of a file; none if the file does not exist.
    static func all(in file: String) throws -> [DemoAccount] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return try JSON(parsing: [UInt8](data)).array?.compactMap { DemoAccount($0) } ?? []
    }
}
