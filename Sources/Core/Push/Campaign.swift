import Storage

/// A notification that staff send to many devices of an app.
package struct Campaign: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case draft
        /// Waits for a second member of staff.
        case asked
        case planned, running, done, cancelled

        package var title: Localized {
            switch self {
            case .draft: Localized("черновик", "draft")
            case .asked: Localized("ждёт согласования", "waits for approval")
            case .planned: Localized("запланирована", "planned")
            case .running: Localized("отправляется", "is being sent")
            case .done: Localized("отправлена", "sent")
            case .cancelled: Localized("отменена", "cancelled")
            }
        }

        /// True while it can be cancelled.
        package var isOpen: Bool {
            switch self {
            case .draft, .asked, .planned, .running: true
            case .done, .cancelled: false
            }
        }
    }

    package let id: String
    package let app: String
    package let title: String
    package let text: String
    /// The address of a picture on the web.
    package let image: String?
    package let data: [String: String]
    package let audience: JSON
    package let state: State
    /// The version of the app that it announces; nil for one that staff have written.
    package let release: String?
    package let startsAt: Timestamp?
    package let lastDevice: String?
    /// The ids of those who have written it last, and asked for its start; neither approves it.
    package let createdByID, askedByID: String?

    package init(_ row: Row) throws {
        id = try row.get("id")
        app = try row.get("app")
        title = try row.get("title")
        text = try row.get("text")
        image = try row.get("image")
        data = (try JSON(parsing: row.get("data", as: String.self)).object ?? [:]).compactMapValues(\.string)
        audience = try JSON(parsing: row.get("audience", as: String.self))
        let name: String = try row.get("state")
        guard let state = State(rawValue: name) else { throw StorageError.column("state", "holds \(name)") }
        self.state = state
        release = try row.get("release")
        startsAt = try row.get("starts_at")
        lastDevice = try row.get("last_device")
        createdByID = try row.get("created_by_id")
        askedByID = try row.get("asked_by_id")
    }

    /// Counts the end of a message in the transaction that records it, or takes it back by -1 if it is sent again.
    static func count(
        _ message: OutboxMessage,
        as state: OutboxMessage.State,
        by step: Int64,
        on connection: any Connection
    ) throws {
        guard message.kind == .devicePush, let id = try? DevicePush(json: message.payload).campaignID else {
            return
        }
        let column: SQL = state == .failed ? "failed" : "sent"
        try connection.send("UPDATE push_campaigns SET \(column) = \(column) + \(step) WHERE id = \(id)")
    }
}

extension Connection {
    package func campaign(_ id: String, of app: String) throws -> Campaign? {
        try rows("SELECT * FROM push_campaigns WHERE id = \(id) AND app = \(app)").first.map(Campaign.init)
    }
}

/// The devices of an app that campaigns reach.
package protocol CampaignDevices: PushDevices {
    /// The tables of its devices with the alias `d`, and the condition of those of an audience.
    ///
    /// Devices that want no such notification are never among them.
    func devices(of audience: JSON) throws(Fault) -> (tables: SQL, condition: SQL)
}

extension CampaignDevices {
    /// The number of devices that an audience has now.
    package func count(_ audience: JSON, on connection: any Connection) throws -> Int64 {
        let devices = try devices(of: audience)
        return try connection.rows(
            "SELECT count(*) AS count FROM \(devices.tables) WHERE \(devices.condition)"
        )
        .first?.get("count") ?? 0
    }
}

/// Starts campaigns when they are due, and puts their messages into the outbox.
///
/// A batch of devices and the place that it has reached are one transaction: each device gets one message, whichever
/// server is killed between two batches.
package struct CampaignWork: DueWork {
    private static let batch = 500
    /// Batches of one round, so that other due work waits for none.
    private static let batchesMax = 4

    let database: any Database
    let devices: any CampaignDevices
    let now: @Sendable () -> Timestamp

    package init(
        database: any Database,
        devices: any CampaignDevices,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.database, self.devices, self.now) = (database, devices, now)
    }

    package func carryOut() async throws -> DueReport {
        var report = DueReport()
        let now = now()
        let due = try await database.read { connection in
            try connection.rows(
                """
                SELECT id FROM push_campaigns WHERE app = \(devices.app) AND state IN ('planned', 'running')
                    AND starts_at <= \(now) ORDER BY starts_at, id LIMIT 20
                """
            ).map { try $0.get("id", as: String.self) }
        }
        for id in due {
            for _ in 0..<Self.batchesMax {
                guard try await sendBatch(of: id, at: now) else { break }
                report.done += 1
            }
        }
        return report
    }

    /// False if the campaign is at its end, or was cancelled.
    private func sendBatch(of id: String, at now: Timestamp) async throws -> Bool {
        try await database.write { connection in
            // The row is locked first: a second server waits, and sees the place that this one has reached.
            let row = try connection.rows(
                """
                UPDATE push_campaigns SET state = 'running'
                WHERE id = \(id) AND state IN ('planned', 'running') RETURNING *
                """
            ).first
            guard let campaign = try row.map(Campaign.init) else { return false }
            let found = try devices.devices(of: campaign.audience)
            let after: SQL = campaign.lastDevice.map { "AND d.id > \($0)" } ?? ""
            let ids = try connection.rows(
                """
                SELECT d.id FROM \(found.tables) WHERE (\(found.condition)) \(after) ORDER BY d.id
                LIMIT \(Self.batch)
                """
            ).map { try $0.get("id", as: String.self) }
            for device in ids {
                try DevicePush(
                    to: device,
                    of: campaign.app,
                    title: campaign.title,
                    text: campaign.text,
                    image: campaign.image,
                    data: campaign.data,
                    campaignID: campaign.id
                ).enqueue(
                    eventID: "campaign:\(campaign.id):\(device)",
                    subject: "campaign:\(campaign.id)",
                    at: now,
                    on: connection
                )
            }
            let isDone = ids.count < Self.batch
            try connection.send(
                """
                UPDATE push_campaigns SET queued = queued + \(Int64(ids.count)),
                    last_device = \(ids.last ?? campaign.lastDevice), state = \(isDone ? "done" : "running"),
                    ended_at = \(isDone ? now : nil)
                WHERE id = \(id)
                """
            )
            return !isDone
        }
    }
}
