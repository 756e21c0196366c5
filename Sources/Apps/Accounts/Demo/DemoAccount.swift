import Core
import Foundation
import Storage

/// Somebody who never lived, for a demonstration: who they are, and what they did when.
struct DemoAccount: Sendable {
    /// How far somebody has come with their address.
    enum Proof: String, Sendable {
        /// A link was sent, and not opened.
        case asked
        case confirmed
    }

    let phone: AccountPhone
    /// As the app sends it at the registration.
    let fields: [(name: String, value: String)]
    let email: String?
    /// What they tell of themselves later, as the app sends it.
    let profile: [(name: String, value: String)]
    /// How long ago they came.
    let joined: Duration
    /// How long ago they signed in last; nil where only at the registration.
    let visited: Duration?
    let proof: Proof?
    /// The address that they have taken since.
    let nextEmail: String?
    /// How long ago they forgot their password, and whether the new one went by SMS.
    let restored: Duration?
    let isRestoredBySMS: Bool
    let feedback: String?
    let blockReason: String?
    /// The phone of whoever has told them of the app.
    let friend: String?
    /// What the business knows of them: names of what was booked last, and zones of the partners.
    let room: String?
    let base: String?
    let parts: [NewPartnerAccount]
    /// Whether they are known, and have never registered.
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

    /// All of a file; none where there is no such file.
    static func all(in file: String) throws -> [DemoAccount] {
        guard let data = FileManager.default.contents(atPath: file) else { return [] }
        return try JSON(parsing: [UInt8](data)).array?.compactMap { DemoAccount($0) } ?? []
    }
}
