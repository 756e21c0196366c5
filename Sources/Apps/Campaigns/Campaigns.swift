import Core
import Storage
import Web

/// The list of an app's campaigns, with the actions of staff (C142, M133).
struct Campaigns: Sendable {
    static let titleLengthMax = 100
    static let textLengthMax = 500

    let devices: any CampaignDevices
    /// The choices of an audience: inputs of the form, in the order in which the card shows them.
    let audience: [ResourceInput]
    /// The inputs that name the screen for a tap.
    let links: [ResourceInput]
    let resource: @Sendable () -> Resource

    /// The declaration for one app.
    static func resource(
        app: String,
        section: ResourceSection = .app,
        right: Permission,
        audience: [ResourceInput],
        links: [ResourceInput],
        devices: any CampaignDevices,
        _ resource: @escaping @Sendable () -> Resource
    ) -> Resource {
        let campaigns = Campaigns(devices: devices, audience: audience, links: links, resource: resource)
        return Resource(
            app: app,
            name: "campaigns",
            title: Localized("Рассылки", "Campaigns"),
            one: Localized("Рассылка", "Campaign"),
            about: Localized(
                "Уведомления многим устройствам; кто отписался, их не получит",
                "Notifications to many devices; those who unsubscribed get none"
            ),
            path: "/\(app)/campaigns",
            section: section,
            right: right,
            source: ResourceSource(
                "(SELECT * FROM push_campaigns WHERE app = \(app)) c",
                key: "c.id"
            ),
            columns: campaigns.columns + campaigns.inputColumns,
            filters: filters,
            panel: CampaignPreview.panel(devices),
            actions: campaigns.actions(right),
            empty: (
                Localized("Рассылок нет", "No campaigns"),
                Localized("Напишите первую.", "Write the first one.")
            )
        )
    }

    private static let filters = [
        ResourceFilter(
            "state",
            Localized("Состояние", "State"),
            .choice(
                Campaign.State.allCases.map {
                    ResourceOption($0.rawValue, $0.title, "c.state = \($0.rawValue)")
                },
                all: Localized("Все", "All")
            )
        ),
        ResourceFilter(
            "q",
            Localized("Слова", "Words"),
            .words(columns: ["c.title", "c.text"], id: "c.id")
        ),
    ]

    private var columns: [ResourceColumn] {
        [
            ResourceColumn("title", .text, Localized("Заголовок", "Title"), "c.title", place: .main),
            ResourceColumn("text", .quote, Localized("Текст", "Text"), "c.text", place: .below),
            Self.stateColumn,
            ResourceColumn("starts_at", .moment, Localized("Начало", "Start"), "c.starts_at"),
            ResourceColumn("queued", .number, Localized("Устройств", "Devices"), "c.queued"),
            ResourceColumn("sent", .number, Localized("Отправлено", "Sent"), "c.sent"),
            ResourceColumn("failed", .number, Localized("Не ушло", "Failed"), "c.failed"),
            ResourceColumn(
                "waiting",
                .number,
                Localized("В очереди", "Waiting"),
                "c.queued - c.sent - c.failed",
                place: .page
            ),
            ResourceColumn(
                "audience",
                .object(words(of: audience, none: Localized("все", "everybody"))),
                Localized("Кому", "Audience"),
                "CAST(c.audience AS text)",
                place: .page
            ),
            ResourceColumn(
                "data",
                .object(words(of: links, none: Localized("приложение", "the app"))),
                Localized("Что открыть", "Opens"),
                "CAST(c.data AS text)",
                place: .page
            ),
            ResourceColumn(
                "created_by",
                .text,
                Localized("Кто написал", "Written by"),
                "c.created_by",
                place: .page
            ),
            ResourceColumn(
                "decided_by",
                .text,
                Localized("Кто решил", "Decided by"),
                "c.decided_by",
                place: .page
            ),
            ResourceColumn(
                "created_at",
                .moment,
                Localized("Написана", "Written"),
                "c.created_at",
                place: .page
            ),
            ResourceColumn("ended_at", .moment, Localized("Закончена", "Ended"), "c.ended_at", place: .page),
            ResourceColumn("id", .id, Localized("Id", "ID"), "c.id", place: .page),
        ]
    }

    static let stateColumn = ResourceColumn(
        "state",
        .choice(states),
        Localized("Состояние", "State"),
        "c.state"
    )
    private static let states = Campaign.State.allCases.map { state in
        let (tone, icon) =
            switch state {
            case .draft: ("plain", "")
            case .asked: ("warn", "clock")
            case .planned: ("plan", "clock")
            case .running: ("info", "")
            case .done: ("pub", "check")
            case .cancelled: ("arch", "")
            }
        return ResourceChoice(state.rawValue, state.title, tone, icon: icon)
    }

    /// The inputs themselves, by which the dialog of a draft is filled in.
    private var inputColumns: [ResourceColumn] {
        [ResourceColumn("image", .text, Localized("Картинка", "Picture"), "c.image", place: .answer)]
            + links.map { column($0, "c.data") } + audience.map { column($0, "c.audience") }
    }

    private func column(_ input: ResourceInput, _ object: SQL) -> ResourceColumn {
        let text: SQL = "\(object) ->> \(literal: input.name)"
        switch input.kind {
        case .choice(let choices):
            return ResourceColumn(input.name, .choice(choices), input.title, text, place: .answer)
        case .texts:
            return ResourceColumn(
                input.name,
                .choices([], none: Localized("все", "everybody")),
                input.title,
                "coalesce(CAST(\(object) -> \(literal: input.name) AS text), '[]')",
                place: .answer,
                right: .readPeople
            )
        case _:
            return ResourceColumn(input.name, .text, input.title, text, place: .answer)
        }
    }

    /// The given inputs by their titles, as a sentence.
    private func words(of inputs: [ResourceInput], none: Localized) -> ResourceObject {
        .text { text, _, language in
            let values = try JSON(parsing: text)
            let parts = inputs.compactMap { input -> String? in
                guard let value = values[input.name], value != .null else { return nil }
                return "\(input.title[language]): \(Self.words(of: value, input, language))"
            }
            return parts.isEmpty ? none[language] : parts.joined(separator: ", ")
        }
    }

    private static func words(of value: JSON, _ input: ResourceInput, _ language: Language) -> String {
        if case .choice(let choices) = input.kind,
            let choice = choices.first(where: { .string($0.value) == value })
        {
            return choice.title[language]
        }
        // Phones are for those alone who may see people.
        if let list = value.array { return String(list.count) }
        return value.string ?? value.text
    }

    /// The setting that a second person approves campaigns; each app with campaigns has it.
    static let setting = AppSetting(
        "campaigns_by_two",
        Localized("Рассылку согласует второй сотрудник", "A second person approves a campaign"),
        help: Localized("Автор сам свою рассылку не согласует", "The author cannot approve it"),
        .bool,
        standard: false
    )

    static let audit = AuditGroup(
        AuditGroup.Subject("campaign", Localized("Рассылки", "Campaigns")),
        [.campaignWritten, .campaignSent, .campaignApproved, .campaignCancelled]
    )
}
