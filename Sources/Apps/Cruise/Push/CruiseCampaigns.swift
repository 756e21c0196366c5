import Core
import Storage
import Web

/// Notifications about cruises to many devices (C142, C143).
package enum CruiseCampaigns: ResourceDeclaration {
    package static let resource: Resource = Campaigns.resource(
        app: Cruise.app,
        right: .manageStaff,
        audience: audience,
        links: [
            ResourceInput("cruise_id", Localized("Id круиза", "ID of a cruise"), .text(lengthMax: 36)),
            ResourceInput("type", Localized("Вид круиза", "Kind of the cruise"), .choice(kinds)),
            ResourceInput("url", Localized("Ссылка", "Link"), .text(lengthMax: 500)),
        ],
        devices: CruisePushDevices(database: nil, settings: nil, secrets: nil)
    ) { resource }

    private static let kinds = CruiseKind.allCases.map { ResourceChoice($0.rawValue, $0.title) }

    private static let audience = [
        ResourceInput(
            "platform",
            Localized("Платформа", "Platform"),
            .choice([
                ResourceChoice("ios", Localized("iOS", "iOS")),
                ResourceChoice("android", Localized("Android", "Android")),
            ])
        ),
        ResourceInput(
            "city",
            Localized("Город отправления", "City of departure"),
            .text(lengthMax: 100),
            hint: Localized("те, кто заказывал круиз оттуда", "those who have booked a cruise from there")
        ),
        ResourceInput(
            "ordered",
            Localized("Заказы", "Orders"),
            .choice([
                ResourceChoice("yes", Localized("заказывали", "have booked")),
                ResourceChoice("no", Localized("не заказывали", "have not booked")),
            ])
        ),
        ResourceInput(
            "phones",
            Localized("Телефоны", "Phones"),
            .texts(countMax: 1_000, lengthMax: 20),
            hint: Localized("только эти люди, по одному в строке", "these people alone, one in a line")
        ),
    ]
}
