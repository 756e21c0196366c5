import Core
import Storage
import Web

/// Notifications of the mall to many devices, by their three switches (M133).
package enum MallCampaigns: ResourceDeclaration {
    package static let resource: Resource = Campaigns.resource(
        app: "mall",
        section: .people,
        right: .writePeople,
        audience: [
            ResourceInput(
                "kind",
                Localized("Вид", "Kind"),
                .choice(kinds),
                hint: Localized(
                    "служебные получат все устройства, остальные — те, где они включены; пусто — акции",
                    "service notices reach every device, the others those where they are on; promotions if empty"
                )
            ),
            ResourceInput(
                "platform",
                Localized("Платформа", "Platform"),
                .choice([
                    ResourceChoice("ios", Localized("iOS", "iOS")),
                    ResourceChoice("android", Localized("Android", "Android")),
                ])
            ),
        ],
        links: [
            ResourceInput("target", Localized("Что открыть", "Opens"), .choice(targets)),
            ResourceInput("target_id", Localized("Id записи", "ID of the entry"), .text(lengthMax: 36)),
        ],
        devices: MallPushDevices(database: nil, settings: nil)
    ) { resource }

    private static let kinds = MallAudience.Kind.allCases.map { ResourceChoice($0.rawValue, $0.title) }

    private static let targets = [
        ResourceChoice("offer", Localized("подарок", "offer")),
        ResourceChoice("event", Localized("мероприятие", "event")),
        ResourceChoice("news", Localized("новость", "news")),
        ResourceChoice("promotion", Localized("акция", "promotion")),
        ResourceChoice("shop", Localized("магазин", "shop")),
    ]
}

/// The choices of a campaign, as its inputs name them.
private struct MallAudience: JSONReadable {
    /// The switch of a device that a campaign needs; the first one is that of a campaign without a kind.
    enum Kind: String, CaseIterable, JSONReadable {
        case promotion, event, children, system

        var title: Localized {
            switch self {
            case .promotion: Localized("акции", "promotions")
            case .event: Localized("мероприятия", "events")
            case .children: Localized("детям", "for children")
            case .system: Localized("служебные", "service notices")
            }
        }

        /// The condition on a device `d`.
        var condition: SQL {
            switch self {
            case .promotion: "d.enable_push_promotion"
            case .event: "d.enable_push_event"
            case .children: "d.enable_push_children"
            case .system: "1 = 1"
            }
        }
    }

    let kind: Kind
    /// The name of the system, in small letters; nil for any.
    let platform: String?

    init(json: JSON) throws(Fault) {
        kind = try json.get("kind", as: Kind?.self) ?? .promotion
        platform = try json.get("platform")
    }
}

/// The devices of the mall, for notifications.
struct MallPushDevices: CampaignDevices {
    let app = "mall"
    /// Nil where nothing is sent: for the declaration of a list.
    let database: (any Database)?
    let settings: AppSettingStore?

    func isTest() async throws -> Bool { try await settings?.of(app).bool("test_mode") ?? true }

    /// The switch of a device counts at the moment of sending, too.
    func target(of push: DevicePush) async throws -> PushTarget {
        guard let database else { return .gone }
        return try await database.read { connection -> PushTarget in
            let campaign = try push.campaignID.flatMap { try connection.campaign($0, of: app) }
            guard campaign?.state != .cancelled else { return .cancelled }
            let audience = try MallAudience(json: campaign?.audience ?? [:])
            let row = try connection.rows(
                """
                SELECT d.push_token FROM mall_devices d WHERE d.id = \(push.deviceID)
                    AND d.push_token IS NOT NULL AND \(audience.kind.condition)
                """
            ).first
            return try row.map { PushTarget.token(try $0.get("push_token")) } ?? .gone
        }
    }

    /// The row may have got another token since.
    func forget(_ deviceID: String, _ token: String, on connection: any Connection) throws {
        try connection.send(
            "UPDATE mall_devices SET push_token = NULL WHERE id = \(deviceID) AND push_token = \(token)"
        )
    }

    func devices(of audience: JSON) throws(Fault) -> (tables: SQL, condition: SQL) {
        let audience = try MallAudience(json: audience)
        var conditions: [SQL] = ["d.push_token IS NOT NULL", audience.kind.condition]
        if let platform = audience.platform { conditions.append("lower(d.os) = \(platform)") }
        return ("mall_devices d", conditions.joined(separator: " AND "))
    }
}

/// The services of the mall, made once.
package struct MallServices: ModuleServices {
    package let dueWork: [any DueWork]
    package let pushDevices: [any PushDevices]

    init(_ parts: ServiceParts) {
        let settings = AppSettingStore(
            database: parts.database,
            declared: ["mall": Mall().settings],
            isProduction: parts.settings.isProduction,
            now: parts.now
        )
        let devices = MallPushDevices(database: parts.database, settings: settings)
        dueWork = [CampaignWork(database: parts.database, devices: devices, now: parts.now)]
        pushDevices = [devices]
    }
}
