import Core
import Storage
import Web

/// The telephones of the cruise app, for notifications.
struct CruisePushDevices: CampaignDevices {
    let app = Cruise.app
    /// Nil where nothing is sent: for the declaration of a list.
    let database: (any Database)?
    let settings: AppSettingStore?
    let secrets: SecretStore?

    func isTest() async throws -> Bool { try await settings?.of(Cruise.app).bool("test_mode") ?? true }

    /// Users who unsubscribed get notifications about orders and new versions, and no other campaigns (C143).
    func target(of push: DevicePush) async throws -> PushTarget {
        guard let database, let secrets else { return .gone }
        let (campaign, row) = try await database.read { connection in
            (
                try push.campaignID.flatMap { try connection.campaign($0, of: app) },
                try connection.rows(
                    """
                    SELECT d.token, d.user_id, coalesce(u.gets_promos, \(true)) AS gets_promos FROM cruise_devices d
                    LEFT JOIN cruise_users u ON u.id = d.user_id WHERE d.id = \(push.deviceID)
                    """
                ).first
            )
        }
        guard campaign?.state != .cancelled else { return .cancelled }
        guard let row else { return .gone }
        // Another user may have signed in on the telephone since.
        if let userID = push.userID, try row.get("user_id", as: String?.self) != userID { return .gone }
        let isPromo = push.campaignID != nil && campaign?.release == nil
        guard try row.get("gets_promos") || !isPromo else { return .gone }
        let key = try await secrets.secret(CruiseDevice.secretName)
        return CruiseDevice.token(try row.get("token"), key).map { .token($0) } ?? .gone
    }

    func forget(_ deviceID: String, _ token: String, on connection: any Connection) throws {
        try connection.send("DELETE FROM cruise_devices WHERE id = \(deviceID)")
    }

    func devices(of audience: JSON) throws(Fault) -> (tables: SQL, condition: SQL) {
        let audience = try CruiseAudience(json: audience)
        // A new version concerns those who get no promos, too.
        var conditions: [SQL] = audience.isRelease ? ["1 = 1"] : ["coalesce(u.gets_promos, \(true))"]
        if let platform = audience.platform { conditions.append("d.platform = \(platform)") }
        let orders: SQL = "SELECT 1 FROM cruise_orders o WHERE o.user_id = d.user_id"
        switch audience.ordered {
        case .yes: conditions.append("EXISTS (\(orders))")
        case .no: conditions.append("NOT EXISTS (\(orders))")
        case nil: break
        }
        if let city = audience.city {
            conditions.append("EXISTS (\(orders) AND o.cruise ->> 'city' = \(WordSearch.folded(city)))")
        }
        if let phones = audience.phones {
            let known = phones.compactMap { CruisePhoneNumber.normalized($0)?.description }
            let list = known.map { "\($0)" as SQL }.joined(separator: ", ")
            conditions.append(known.isEmpty ? "1 = 0" : "u.phone IN (\(list))")
        }
        return (
            "cruise_devices d LEFT JOIN cruise_users u ON u.id = d.user_id",
            conditions.joined(separator: " AND ")
        )
    }
}

/// The choices of a campaign, as its inputs name them.
private struct CruiseAudience: JSONReadable {
    enum Ordered: String, JSONReadable {
        case yes, no
    }

    /// True for the notice about a new version of the app.
    let isRelease: Bool
    /// Nil for any.
    let platform: String?
    /// Only people who have booked a cruise, or only those who have not; nil for all.
    let ordered: Ordered?
    /// The city of departure of a cruise that they have booked; nil for any.
    let city: String?
    /// Only these people; nil for all.
    let phones: [String]?

    init(json: JSON) throws(Fault) {
        isRelease = try json.get("release", as: Bool?.self) ?? false
        platform = try json.get("platform")
        ordered = try json.get("ordered")
        city = try json.get("city")
        phones = try json.get("phones")
    }
}
