import Core
import Storage
import Web

/// A campaign as a phone shows it, with the number of devices that would get it now.
enum CampaignPreview {
    static func panel(_ devices: any CampaignDevices) -> ResourcePanel {
        ResourcePanel("campaign-preview") { row, services, context in
            let language = context.language
            let (campaign, count) = try await services.database.read { connection in
                let campaign = try connection.campaign(row.id, of: devices.app)
                return (campaign, try campaign.map { try devices.count($0.audience, on: connection) } ?? 0)
            }
            guard let campaign else { return .null }
            let app = services.modules.first { $0.name == devices.app }?.title[language] ?? devices.app
            return [
                "devices": .string(
                    counted(
                        Int(clamping: count),
                        language,
                        ru: (one: "устройство", few: "устройства", many: "устройств"),
                        en: (one: "device", many: "devices")
                    )
                ),
                "is_open": .bool(campaign.state.isOpen), "app_title": .string(app),
                "message_title": .string(campaign.title), "message_text": .string(campaign.text),
                "message_image": .string(campaign.image ?? ""),
            ]
        }
    }
}
