import Core
import Storage

/// The entries that earlier imports of an operator have written, with the hash of what was read.
struct CruiseOrigins: Sendable {
    enum Kind: String, Sendable {
        case city, direction, destination, ship, cabinClass = "cabin_class", cabin, cruise, excursion, review,
            discount
    }

    struct Key: Hashable, Sendable {
        let kind: Kind
        /// The id or the name at the operator.
        let external: String
    }

    struct Origin: Sendable {
        let id: String
        let hash: Int64
    }

    private(set) var known: [Key: Origin] = [:]

    init(of vendor: String, on connection: any Connection) throws {
        let rows = try connection.rows(
            "SELECT kind, external, content_id, hash FROM cruise_origins WHERE vendor = \(vendor)"
        )
        for row in rows {
            guard let kind = Kind(rawValue: try row.get("kind")) else { continue }
            let origin = Origin(id: try row.get("content_id"), hash: try row.get("hash"))
            known[Key(kind: kind, external: try row.get("external"))] = origin
        }
    }

    subscript(kind: Kind, external: String) -> Origin? {
        get { known[Key(kind: kind, external: external)] }
        set { known[Key(kind: kind, external: external)] = newValue }
    }

    mutating func forget(_ key: Key) { known[key] = nil }

    /// A number that differs when the value does.
    static func hash(_ json: JSON) -> Int64 {
        SHA256.digest(json.bytes).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The id of a new entry: the same object of the same operator gets the same one.
    static func id(_ vendor: String, _ kind: Kind, _ external: String) -> String {
        Identifier.derived(from: SHA256.digest("cruise|\(vendor)|\(kind.rawValue)|\(external)".utf8))
    }
}

extension Connection {
    func keepCruiseOrigin(
        _ origin: CruiseOrigins.Origin,
        of key: CruiseOrigins.Key,
        vendor: String
    ) throws {
        try send(
            """
            INSERT INTO cruise_origins (vendor, kind, external, content_id, hash)
            VALUES (\(vendor), \(key.kind.rawValue), \(key.external), \(origin.id), \(origin.hash))
            ON CONFLICT (vendor, kind, external) DO UPDATE SET content_id = excluded.content_id,
                hash = excluded.hash
            """
        )
    }

    func forgetCruiseOrigin(of key: CruiseOrigins.Key, vendor: String) throws {
        try send(
            """
            DELETE FROM cruise_origins
            WHERE vendor = \(vendor) AND kind = \(key.kind.rawValue) AND external = \(key.external)
            """
        )
    }
}
