import Storage

/// All future changes by time: scheduled changes, releases, and windows that open and close.
package struct Agenda: Sendable {
    /// The number of failed and overdue entries on the first page of an agenda.
    fileprivate static let lateMax = 200
    /// A release that failed longer ago than this is in its list and no longer in the agenda.
    fileprivate static let failureAge: Duration = .seconds(30 * 86_400)

    /// The source of an entry; entries of the same moment are in this order.
    enum Source: Int, Sendable, CaseIterable {
        case release, schedule, opening, closing
    }

    package struct Entry: Sendable {
        package enum State: String, Sendable, CaseIterable {
            case waiting, overdue, failed
        }

        package enum Action: String, Sendable, CaseIterable {
            case publish, withdraw, release, open, close
        }

        let source: Source
        package let state: State
        package let action: Action
        package let at: Timestamp
        package let id: String
        /// The type of the content entry; nil for a release.
        package let type: String?
        package let title: String
        package let author: String?
        package let note: String?
        package let fault: Problem?
        package fileprivate(set) var items: [Item] = []
    }

    /// A content entry of a release.
    package struct Item: Sendable {
        package let id: String
        package let type: String
        package let title: String
        package let action: Schedule.Action
    }

    private let database: any Database

    package init(database: any Database) {
        self.database = database
    }

    /// One page; overdue and failed entries come first on the first one.
    package func page(_ query: AgendaQuery, at now: Timestamp) async throws -> Page<Entry> {
        try await database.read { connection in
            var entries: [Entry] = []
            for source in Source.allCases { entries += try connection.waiting(source, query) }
            entries.sort { ($0.at, $0.source.rawValue, $0.id) < ($1.at, $1.source.rawValue, $1.id) }
            let last = entries.count > query.limit ? entries[query.limit - 1] : nil
            entries = Array(entries.prefix(query.limit))
            if query.cursor == nil { entries = try connection.late(at: now) + entries }
            try connection.addItems(to: &entries)
            let next = last.map { AgendaQuery.Cursor(at: $0.at, source: $0.source, id: $0.id).text }
            return Page(elements: entries, next: next)
        }
    }
}

extension Agenda.Entry {
    package func json(in language: Language) -> JSON {
        var members: [String: JSON] = [
            "state": .string(state.rawValue), "action": .string(action.rawValue),
            "at": .string(at.description), "id": .string(id), "type": JSON(type), "title": .string(title),
            "by": JSON(author), "note": JSON(note), "fault": fault?.kept(in: language) ?? .null,
        ]
        if source == .release { members["items"] = .array(items.map(\.json)) }
        return .object(members)
    }
}

extension Agenda.Item {
    fileprivate var json: JSON {
        [
            "id": .string(id), "type": .string(type), "title": .string(title),
            "action": .string(action.rawValue),
        ]
    }
}

extension Agenda.Entry.State: JSONReadable {}

extension Agenda.Entry.Action: JSONReadable {
    fileprivate var source: Agenda.Source {
        switch self {
        case .publish, .withdraw: .schedule
        case .release: .release
        case .open: .opening
        case .close: .closing
        }
    }
}

extension Agenda.Entry: JSONReadable {
    package init(json: JSON) throws(Fault) {
        action = try json.get("action")
        source = action.source
        state = try json.get("state")
        at = try json.get("at")
        id = try json.get("id")
        type = try json.get("type")
        title = try json.get("title")
        author = try json.get("by")
        note = try json.get("note")
        fault = try json.get("fault")
        items = try json.get("items", as: [Agenda.Item]?.self) ?? []
    }
}

extension Agenda.Item: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        type = try json.get("type")
        title = try json.get("title")
        action = try json.get("action")
    }
}

extension Connection {
    /// The entries from one source, one more than a page.
    fileprivate func waiting(_ source: Agenda.Source, _ query: AgendaQuery) throws -> [Agenda.Entry] {
        let condition = query.condition(source)
        let order: SQL = "ORDER BY \(source.at), \(source.id) LIMIT \(query.limit + 1)"
        return try rows("\(source.select) AND \(condition) \(order)").map {
            try Agenda.Entry($0, from: source, .waiting)
        }
    }

    /// The failed and the overdue entries, earliest first.
    fileprivate func late(at now: Timestamp) throws -> [Agenda.Entry] {
        let (schedule, release) = (Agenda.Source.schedule, Agenda.Source.release)
        let limit = Agenda.lateMax
        let since = now.advanced(by: .zero - Agenda.failureAge)
        let failed =
            try rows(
                "\(schedule.columns) WHERE s.failed_at IS NOT NULL ORDER BY s.failed_at DESC LIMIT \(limit)"
            ).map { try Agenda.Entry($0, from: schedule, .failed) }
            + rows(
                """
                \(release.columns) WHERE r.state = 'failed' AND r.ended_at >= \(since) ORDER BY r.id DESC
                LIMIT \(limit)
                """
            ).map { try Agenda.Entry($0, from: release, .failed) }
        let overdue = try [schedule, release].flatMap { source in
            try rows("\(source.select) AND \(source.at) <= \(now) ORDER BY \(source.at) LIMIT \(limit)")
                .map { try Agenda.Entry($0, from: source, .overdue) }
        }
        return Array((failed + overdue).sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(limit))
    }

    /// One query for all releases of a page.
    fileprivate func addItems(to entries: inout [Agenda.Entry]) throws {
        let ids = entries.filter { $0.source == .release }.map { "\($0.id)" as SQL }
        guard !ids.isEmpty else { return }
        let rows = try rows(
            """
            SELECT i.release_id, i.action, c.id, c.type, c.title FROM release_items i
            JOIN contents c ON c.id = i.content_id WHERE i.release_id IN (\(ids.joined(separator: ", ")))
            ORDER BY c.type, c.title_key, c.id
            """
        )
        var items: [String: [Agenda.Item]] = [:]
        for row in rows {
            let item = Agenda.Item(
                id: try row.get("id"),
                type: try row.get("type"),
                title: try row.get("title"),
                action: try Schedule.Action(row)
            )
            items[try row.get("release_id"), default: []].append(item)
        }
        for index in entries.indices { entries[index].items = items[entries[index].id] ?? [] }
    }
}

extension AgendaQuery {
    /// After the end of the previous page, and before the end of the period.
    fileprivate func condition(_ source: Agenda.Source) -> SQL {
        let start: SQL =
            if let cursor {
                if source.rawValue > cursor.source.rawValue {
                    "\(source.at) >= \(cursor.at)"
                } else if source == cursor.source {
                    "(\(source.at) > \(cursor.at) OR \(source.at) = \(cursor.at) AND \(source.id) > \(cursor.id))"
                } else {
                    "\(source.at) > \(cursor.at)"
                }
            } else {
                "TRUE"
            }
        return "\(source.at) > \(from) AND \(source.at) <= \(until) AND \(start)"
    }
}

extension Agenda.Source {
    fileprivate var at: SQL {
        switch self {
        case .release: "r.at"
        case .schedule: "s.at"
        case .opening: "c.live_from"
        case .closing: "c.live_until"
        }
    }

    fileprivate var id: SQL {
        switch self {
        case .release: "r.id"
        case .schedule: "s.content_id"
        case .opening, .closing: "c.id"
        }
    }

    fileprivate var columns: SQL {
        switch self {
        case .release:
            "SELECT r.id, r.title, NULL AS type, 'release' AS action, r.at, r.author, r.note, r.fault FROM releases r"
        case .schedule:
            """
            SELECT s.content_id AS id, c.title, c.type, s.action, s.at, s.author, s.note, s.fault
            FROM schedules s JOIN contents c ON c.id = s.content_id
            """
        case .opening:
            """
            SELECT c.id, c.title, c.type, 'open' AS action, c.live_from AS at, NULL AS author, NULL AS note,
                NULL AS fault FROM contents c
            """
        case .closing:
            """
            SELECT c.id, c.title, c.type, 'close' AS action, c.live_until AS at, NULL AS author, NULL AS note,
                NULL AS fault FROM contents c
            """
        }
    }

    /// All pending entries.
    fileprivate var select: SQL {
        switch self {
        case .release: "\(columns) WHERE r.state = 'open'"
        case .schedule: "\(columns) WHERE s.failed_at IS NULL"
        case .opening, .closing: "\(columns) WHERE c.is_live"
        }
    }
}

extension Agenda.Entry {
    fileprivate init(_ row: Row, from source: Agenda.Source, _ state: State) throws {
        let name: String = try row.get("action")
        guard let action = Action(rawValue: name) else {
            throw StorageError.column("action", "holds \(name)")
        }
        self.init(
            source: source,
            state: state,
            action: action,
            at: try row.get("at"),
            id: try row.get("id"),
            type: try row.get("type"),
            title: try row.get("title"),
            author: try row.get("author"),
            note: try row.get("note"),
            fault: try Problem(kept: row.get("fault"))
        )
    }
}
