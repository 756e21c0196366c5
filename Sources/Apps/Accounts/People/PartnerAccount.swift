import Core
import Storage

/// The partner account of a client: debt, ban and discount in one zone.
struct PartnerAccount: Sendable, Hashable {
    let id: String
    let clientID: String
    /// Nil for the mobile app itself; a client has one partner account for each domain.
    let domainID: String?
    /// The name of the zone.
    let name: String
    /// In roubles.
    let forfeit: Int64
    let isBanned: Bool
    /// In percent.
    let discount: Int64
    let terminal: String?
    let channels: [Channel]
    let updatedAt: Timestamp

    /// A payment method.
    struct Channel: JSONReadable, Hashable {
        let kind: String
        let name: String
        let prepayURL: String?

        init(kind: String, name: String, prepayURL: String?) {
            (self.kind, self.name, self.prepayURL) = (kind, name, prepayURL)
        }

        init(json: JSON) throws(Fault) {
            self.init(
                kind: try json.get("kind"),
                name: try json.get("name"),
                prepayURL: try json.get("prepayUrl")
            )
        }

        var json: JSON {
            ["kind": .string(kind), "name": .string(name), "prepayUrl": JSON(prepayURL)]
        }
    }

    /// True if the app receives it.
    var isTold: Bool { forfeit > 0 || isBanned || discount > 0 }

    /// The JSON of the app's API.
    var json: JSON {
        [
            "id": .string(id), "domainId": JSON(domainID), "name": .string(Self.name(name, of: domainID)),
            "forfeit": .integer(forfeit), "isBanned": .bool(isBanned), "discount": .integer(discount),
            "terminal": JSON(terminal), "channels": .array(channels.map(\.json)),
        ]
    }

    /// The name of the zone; the mobile app's own is fixed.
    var title: String { Self.name(name, of: domainID) }

    /// The name of a zone with this id.
    static func name(_ name: String, of domainID: String?) -> String {
        domainID == nil ? "Мобильный" : name
    }

    init(_ row: Row) throws {
        id = try row.get("id")
        clientID = try row.get("client_id")
        domainID = try row.get("domain_id")
        name = try row.get("name")
        forfeit = try row.get("forfeit")
        isBanned = try row.get("is_banned")
        discount = try row.get("discount")
        terminal = try row.get("terminal")
        channels = try [Channel](json: JSON(parsing: row.get("channels", as: String.self)))
        updatedAt = try row.get("updated_at")
    }
}

/// A partner account to be saved by staff.
struct NewPartnerAccount: Sendable, Hashable {
    var domainID: String?
    var name: String
    var forfeit: Int64
    var isBanned: Bool
    var discount: Int64
    var terminal: String?
    var channels: [PartnerAccount.Channel]
}

extension Connection {
    /// The partner accounts, the app's own first, then by the name of the zone.
    func accountParts(of clientID: String) throws -> [PartnerAccount] {
        try rows(
            """
            SELECT * FROM accounts_parts WHERE client_id = \(clientID)
            ORDER BY CASE WHEN domain_id IS NULL THEN 0 ELSE 1 END, name, domain_id, id
            """
        ).map(PartnerAccount.init)
    }

    /// Adds or replaces the partner account in that zone; nil if the client does not exist.
    func putAccountPart(
        _ part: NewPartnerAccount,
        of clientID: String,
        at now: Timestamp,
        random: RandomBytes
    ) throws -> PartnerAccount? {
        guard try accountClient(clientID) != nil else { return nil }
        let channels: JSON = .array(part.channels.map(\.json))
        return try rows(
            """
            INSERT INTO accounts_parts (id, client_id, domain_id, name, forfeit, is_banned, discount, terminal, channels,
                updated_at)
            VALUES (\(Identifier.new(at: now, random: random)), \(clientID), \(part.domainID), \(part.name),
                \(part.forfeit), \(part.isBanned), \(part.discount), \(part.terminal), \(channels.text), \(now))
            ON CONFLICT (client_id, (coalesce(domain_id, ''))) DO UPDATE SET name = excluded.name,
                forfeit = excluded.forfeit, is_banned = excluded.is_banned, discount = excluded.discount,
                terminal = excluded.terminal, channels = excluded.channels, updated_at = excluded.updated_at
            RETURNING *
            """
        ).first.map(PartnerAccount.init)
    }

    /// False if the client has no such partner account.
    func removeAccountPart(_ id: String, of clientID: String) throws -> Bool {
        try execute("DELETE FROM accounts_parts WHERE id = \(id) AND client_id = \(clientID)") == 1
    }
}
