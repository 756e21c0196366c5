import Core
import Storage
import Web

/// The card of a client as a row of a list for staff.
struct ClientLine: Sendable {
    let client: AccountClient
    let userID: String?
    let login: String?
    let partsCount: Int64
    let isErased: Bool

    /// The columns of `tables`.
    static let columns: SQL = """
        \(AccountClient.columns), u.id AS user_id, u.login, u.erased_at IS NOT NULL AS is_erased,
        (SELECT count(*) FROM accounts_parts p WHERE p.client_id = c.id) AS parts
        """
    static let tables: SQL = "accounts_clients c LEFT JOIN accounts_users u ON u.client_id = c.id"

    init(_ row: Row) throws {
        client = try AccountClient(row)
        userID = try row.get("user_id")
        login = try row.get("login")
        partsCount = try row.get("parts")
        isErased = try row.get("is_erased")
    }

    /// Without permission to read people, only a whole number or its last two digits match.
    static func condition(_ text: String, readsPeople: Bool) -> SQL {
        if readsPeople { return AccountSearch.condition(text) }
        if let phone = AccountPhone(text) { return "c.phone = \(phone.digits)" }
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == PhoneNumber.shownDigitsCount, digits.count == text.count else { return "1 = 0" }
        return "c.phone LIKE \("%\(digits)")"
    }

    // Masked according to the reader's permissions.

    func name(for reader: Author) -> String? {
        PersonCard.name(client.fullName.isEmpty ? nil : client.fullName, for: reader)
    }
    func email(for reader: Author) -> String? { PersonCard.email(client.email, for: reader) }
    /// The masked phone.
    var phone: String? { AccountMask.phone(client.phone) }

    func json(for author: Author) -> JSON {
        [
            "id": .string(client.id), "user_id": JSON(userID), "has_login": .bool(userID != nil),
            "name": JSON(name(for: author)),
            "phone": JSON(phone),
            "email": JSON(email(for: author)),
            "parts_count": .integer(partsCount), "is_masked": .bool(!author.may(.readPeople)),
            "is_erased": .bool(isErased),
            "created_at": .string(client.createdAt.description),
        ]
    }
}

extension NewPartnerAccount {
    /// The lengths of texts of a partner zone: its id, its name, its terminal, each payment method.
    private static let partNameLengthMax = 200
    private static let channelURLLengthMax = 2_000

    init(_ part: PartnerAccount) {
        self.init(
            domainID: part.domainID,
            name: part.name,
            forfeit: part.forfeit,
            isBanned: part.isBanned,
            discount: part.discount,
            terminal: part.terminal,
            channels: part.channels
        )
    }

    /// Parses the body of staff; throws every fault at once.
    init(_ members: [String: JSON]) throws(Problem) {
        var reader = MemberReader(members.filter { $0.key != "channels" })
        let domain = reader.optionalString("domain_id")?.trimmingSpaces ?? ""
        let name = reader.optionalString("name")?.trimmingSpaces ?? ""
        let forfeit = reader.integer("forfeit", in: 0...Limits.accountForfeitMax) ?? 0
        let isBanned = reader.optionalBool("is_banned") ?? false
        let discount = reader.integer("discount", in: 0...100) ?? 0
        let terminal = reader.optionalString("terminal")?.trimmingSpaces ?? ""
        try reader.finish()
        var faults: [Fault] = []
        let max = Self.partNameLengthMax
        for (field, text) in [("domain_id", domain), ("name", name), ("terminal", terminal)]
        where !text.isEmpty && !text.isLine(lengthMax: max) {
            faults.append(.line(field, lengthMax: max))
        }
        // The app's own zone has a fixed name.
        if !domain.isEmpty, name.isEmpty { faults.append(.line("name", lengthMax: max)) }
        let channels = Self.channels(members["channels"] ?? .null, &faults)
        guard faults.isEmpty else { throw .invalid(faults) }
        self.init(
            domainID: domain.isEmpty ? nil : domain,
            name: domain.isEmpty ? "" : name,
            forfeit: forfeit,
            isBanned: isBanned,
            discount: discount,
            terminal: terminal.isEmpty ? nil : terminal,
            channels: channels
        )
    }

    private static func channels(_ json: JSON, _ faults: inout [Fault]) -> [PartnerAccount.Channel] {
        guard json != .null else { return [] }
        guard let items = json.array, items.count <= Limits.accountChannelsMax else {
            let max = Limits.accountChannelsMax
            faults.append(
                Fault("#/channels", "до \(max) способов оплаты", "must be a list of at most \(max)")
            )
            return []
        }
        let max = Self.partNameLengthMax
        return items.enumerated().compactMap { index, item in
            let place = "#/channels/\(index)"
            let known: Set = ["kind", "name", "prepay_url"]
            let (kind, name) = (item["kind"]?.string, item["name"]?.string)
            let url = item["prepay_url"] ?? .null
            guard let members = item.object, members.keys.allSatisfy(known.contains),
                let kind, kind.isLine(lengthMax: max), let name, name.isLine(lengthMax: max)
            else {
                faults.append(Fault(place, "нужны вид и название", "must have a kind and a name"))
                return nil
            }
            if url == .null { return PartnerAccount.Channel(kind: kind, name: name, prepayURL: nil) }
            guard let text = url.string, text.isLine(lengthMax: Self.channelURLLengthMax),
                text.hasPrefix("https://") || text.hasPrefix("http://")
            else {
                faults.append(Fault("\(place)/prepay_url", "должна быть ссылкой", "must be a web address"))
                return nil
            }
            return PartnerAccount.Channel(kind: kind, name: name, prepayURL: text)
        }
    }
}
