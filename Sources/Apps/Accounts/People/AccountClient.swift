import Core
import Storage

/// The card of a client: data that the business has of a person, with or without an account.
struct AccountClient: Sendable, Hashable {
    let id: String
    let firstName: String?
    let lastName: String?
    /// The patronymic.
    let surName: String?
    /// Ten digits; may differ from the phone of the account.
    let phone: String?
    let email: String?
    /// As the app sent it, without a zone: `1990-05-13T00:00:00`.
    let birthday: String?
    let traits: [AccountTrait: String]
    /// Names of the last booking.
    let room: String?
    let base: String?
    let createdAt: Timestamp

    /// Last name, first name, patronymic.
    var fullName: String { [lastName, firstName, surName].compactMap { $0 }.joined(separator: " ") }

    /// The columns of `accounts_clients c`, renamed but for the traits, so that a row may hold a user too.
    static let columns: SQL = """
        c.id AS client_id, c.first_name, c.last_name, c.sur_name, c.phone AS client_phone, c.email AS client_email,
        c.birthday, \(AccountTrait.columns), c.room, c.base, c.created_at AS client_created_at
        """

    init(_ row: Row) throws {
        id = try row.get("client_id")
        firstName = try row.get("first_name")
        lastName = try row.get("last_name")
        surName = try row.get("sur_name")
        phone = try row.get("client_phone")
        email = try row.get("client_email")
        birthday = try row.get("birthday")
        var traits: [AccountTrait: String] = [:]
        for trait in AccountTrait.allCases { traits[trait] = try row.get(trait.column, as: String?.self) }
        self.traits = traits
        room = try row.get("room")
        base = try row.get("base")
        createdAt = try row.get("client_created_at")
    }
}

/// A field that users fill in about themselves, as text (accounts.md section 4).
enum AccountTrait: String, Sendable, CaseIterable {
    case gender, photoUrl, cityId, vkUrl, sourceUrl, sourceId, groups, spheres, types, genres, styles, tools,
        music
    case typeInfo

    var column: String {
        switch self {
        case .photoUrl: "photo_url"
        case .cityId: "city_id"
        case .vkUrl: "vk_url"
        case .sourceUrl: "source_url"
        case .sourceId: "source_id"
        case .typeInfo: "type_info"
        case .gender, .groups, .spheres, .types, .genres, .styles, .tools, .music: rawValue
        }
    }

    static let columns: SQL = allCases.map { "c.\(name: $0.column)" as SQL }.joined(separator: ", ")
}
