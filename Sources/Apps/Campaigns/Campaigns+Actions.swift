import Core
import Storage
import Web

/// The actions of staff on campaigns.
extension Campaigns {
    func actions(_ right: Permission) -> [ResourceAction] {
        [creation(right), change(right), count(right), start(right), approval(right), cancellation(right)]
    }

    private func inputs(areRequired: Bool) -> [ResourceInput] {
        [
            ResourceInput(
                "title",
                Localized("Заголовок", "Title"),
                .text(lengthMax: Self.titleLengthMax),
                isRequired: areRequired
            ),
            ResourceInput(
                "text",
                Localized("Текст", "Text"),
                .paragraph(lengthMax: Self.textLengthMax),
                isRequired: areRequired
            ),
            ResourceInput(
                "image",
                Localized("Картинка", "Picture"),
                .text(lengthMax: Self.textLengthMax),
                hint: Localized("адрес https://…, до 1 МБ", "an address https://…, up to 1 MB")
            ),
        ] + links + audience
    }

    /// The words of a campaign, checked: given ones, or else those that it has.
    private func words(
        _ values: ResourceValues,
        _ known: Campaign? = nil
    ) throws(Problem) -> (title: String, text: String, image: String?) {
        let title = values.text("title") ?? known?.title ?? ""
        let text = values.text("text") ?? known?.text ?? ""
        let image =
            values.has("image") ? values.text("image").flatMap { $0.isEmpty ? nil : $0 } : known?.image
        for (name, word) in [("title", title), ("text", text)] where word.allSatisfy(\.isWhitespace) {
            throw .invalid([Fault("#/\(name)", "не заполнено", "is empty")])
        }
        if let image, !image.hasPrefix("https://") {
            throw .invalid([Fault("#/image", "нужен адрес https://…", "must be an address https://…")])
        }
        return (title, text, image)
    }

    private func creation(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "create",
            .create,
            Localized("Новая рассылка", "New campaign"),
            command: "add",
            right: right,
            inputs: inputs(areRequired: true),
            isPrimary: true
        ) { call in
            let id = Identifier.new(at: call.signature.at, random: call.services.random)
            let words = try words(call.values)
            try await call.services.database.write { connection in
                try connection.send(
                    """
                    INSERT INTO push_campaigns (id, app, title, text, image, data, audience, state, created_at,
                        created_by, created_by_id)
                    VALUES (\(id), \(devices.app), \(words.title), \(words.text), \(words.image),
                        \(members(links, call.values, of: [:]).text), \(members(audience, call.values, of: [:]).text),
                        'draft', \(call.signature.at), \(call.author.name), \(call.author.staffID))
                    """
                )
                try record(.campaignWritten, id, call, on: connection)
            }
            return ResourceOutcome(Localized("Рассылка записана", "The campaign is written"), id: id)
        }
    }

    /// A draft alone can be changed.
    private func change(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "change",
            .change,
            Localized("Изменить", "Change"),
            command: "edit",
            right: right,
            inputs: inputs(areRequired: false),
            isOffered: { state(of: $0) == .draft }
        ) { call in
            try await change(call, from: [.draft]) { campaign, connection in
                let words = try words(call.values, campaign)
                let data = members(links, call.values, of: campaign.data.mapValues { .string($0) })
                let rules = members(audience, call.values, of: campaign.audience.object ?? [:])
                try connection.send(
                    """
                    UPDATE push_campaigns SET title = \(words.title), text = \(words.text), image = \(words.image),
                        data = \(data.text), audience = \(rules.text), created_by = \(call.author.name),
                        created_by_id = \(call.author.staffID)
                    WHERE id = \(call.id)
                    """
                )
                try record(.campaignWritten, call.id, call, on: connection)
            }
            return ResourceOutcome(Localized("Рассылка записана", "The campaign is written"), id: call.id)
        }
    }

    private func count(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "count",
            .row,
            Localized("Сколько устройств", "Count the devices"),
            right: right,
            also: [("devices", ["type": "integer", "description": "The devices that it would reach now."])],
            isOffered: { state(of: $0)?.isOpen ?? false },
            remark: { (try? $0.get("devices", as: Int64.self)).map(Self.reach) }
        ) { call in
            let count = try await call.services.database.read { connection -> Int64 in
                guard let campaign = try connection.campaign(call.id, of: devices.app) else {
                    throw resource().notFound
                }
                return try devices.count(campaign.audience, on: connection)
            }
            return ResourceOutcome(Self.reach(count), id: call.id, more: ["devices": .integer(count)])
        }
    }

    private static func reach(_ devices: Int64) -> Localized {
        Localized("Устройств сейчас: \(devices)", "Devices now: \(devices)")
    }

    private func start(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "send",
            .row,
            Localized("Отправить", "Send"),
            right: right,
            panel: CampaignPreview.panel(devices),
            inputs: [
                ResourceInput(
                    "starts_at",
                    Localized("Когда", "When"),
                    .moment,
                    hint: Localized("пусто — сейчас", "now if empty")
                )
            ],
            isPrimary: true,
            isOffered: { state(of: $0) == .draft }
        ) { call in
            let now = call.signature.at
            let starts = max(call.values.moment("starts_at") ?? now, now)
            let needsApproval = try await change(call, from: [.draft]) { campaign, connection in
                let settings = try call.services.appSettings.of(devices.app, on: connection)
                let needs = settings.bool("campaigns_by_two")
                try move(campaign, to: needs ? .asked : .planned, starts, call, on: connection)
                try connection.send(
                    "UPDATE push_campaigns SET asked_by_id = \(call.author.staffID) WHERE id = \(call.id)"
                )
                try record(.campaignSent, call.id, call, on: connection)
                return needs
            }
            return ResourceOutcome(
                needsApproval
                    ? Localized("Рассылка ждёт согласования", "The campaign waits for approval")
                    : Localized("Рассылка запланирована", "The campaign is planned"),
                id: call.id
            )
        }
    }

    private func approval(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "approve",
            .row,
            Localized("Согласовать", "Approve"),
            right: right,
            panel: CampaignPreview.panel(devices),
            isPrimary: true,
            isOffered: { state(of: $0) == .asked }
        ) { call in
            try await change(call, from: [.asked]) { campaign, connection in
                let others = [campaign.createdByID, campaign.askedByID]
                guard !others.contains(call.author.staffID) else { throw CampaignFailure.own }
                let starts = max(campaign.startsAt ?? call.signature.at, call.signature.at)
                try move(campaign, to: .planned, starts, call, on: connection)
                try record(.campaignApproved, call.id, call, on: connection)
            }
            return ResourceOutcome(
                Localized("Рассылка запланирована", "The campaign is planned"),
                id: call.id
            )
        }
    }

    private func cancellation(_ right: Permission) -> ResourceAction {
        ResourceAction(
            "cancel",
            Localized("Отменить", "Cancel"),
            right: right,
            question: Localized(
                "Кому ещё не ушло, тот рассылку не получит.",
                "Those who have not got it yet will not get it."
            ),
            isOffered: { state(of: $0)?.isOpen ?? false }
        ) { call in
            try await change(call, from: Campaign.State.allCases.filter(\.isOpen)) { campaign, connection in
                try move(campaign, to: .cancelled, campaign.startsAt, call, on: connection)
                try record(.campaignCancelled, call.id, call, on: connection)
            }
            return Localized("Рассылка отменена", "The campaign is cancelled")
        }
    }

    // MARK: Parts

    private func state(of row: ResourceRow) -> Campaign.State? {
        resource().value(Self.stateColumn, of: row).string.flatMap(Campaign.State.init(rawValue:))
    }

    /// The values of some inputs after those that are given: null, an empty text or list takes a value away.
    private func members(
        _ inputs: [ResourceInput],
        _ values: ResourceValues,
        of known: [String: JSON]
    ) -> JSON {
        var members = known
        for input in inputs where values.has(input.name) {
            let value = values.members[input.name] ?? .null
            if value == .null || value == "" || value == [] {
                members.removeValue(forKey: input.name)
            } else {
                members[input.name] = value
            }
        }
        return .object(members)
    }

    /// Runs `body` with the locked campaign, if it is in one of the states.
    private func change<Result: Sendable>(
        _ call: ResourceAction.Call,
        from states: [Campaign.State],
        _ body: @escaping @Sendable (Campaign, any Connection) throws -> Result
    ) async throws -> Result {
        try await call.services.database.write { connection in
            guard let campaign = try connection.lockedCampaign(call.id, of: devices.app) else {
                throw resource().notFound
            }
            guard states.contains(campaign.state) else { throw CampaignFailure.state(campaign.state) }
            return try body(campaign, connection)
        }
    }

    /// Moves a locked campaign to another state.
    private func move(
        _ campaign: Campaign,
        to state: Campaign.State,
        _ starts: Timestamp?,
        _ call: ResourceAction.Call,
        on connection: any Connection
    ) throws {
        try connection.send(
            """
            UPDATE push_campaigns SET state = \(state.rawValue), starts_at = \(starts), decided_by = \(call.author.name),
                ended_at = \(state == .cancelled ? call.signature.at : nil)
            WHERE id = \(campaign.id)
            """
        )
        connection.notify()
    }

    /// Phones stand in no log: a list is recorded by its length.
    private func record(
        _ action: AuditAction,
        _ id: String,
        _ call: ResourceAction.Call,
        on connection: any Connection
    ) throws {
        let detail = call.values.members.mapValues { value in
            value.array.map { .integer(Int64($0.count)) } ?? value
        }
        try call.signature.record(action, subject: id, detail: .object(detail), on: connection)
    }
}

extension Connection {
    fileprivate func lockedCampaign(_ id: String, of app: String) throws -> Campaign? {
        try rows(
            "UPDATE push_campaigns SET queued = queued WHERE id = \(id) AND app = \(app) RETURNING *"
        ).first.map(Campaign.init)
    }
}
