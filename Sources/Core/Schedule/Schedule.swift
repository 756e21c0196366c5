import Storage

/// The pending changes of one entry, and the open release that contains it.
package struct Schedule: Sendable, Hashable {
    /// An action on an entry at a scheduled time.
    package enum Action: String, Sendable, CaseIterable {
        case publish, withdraw

        /// The noun of the action, which is used in URLs.
        package var noun: String {
            switch self {
            case .publish: "publication"
            case .withdraw: "withdrawal"
            }
        }
    }

    /// One change that is pending, or has failed.
    package struct Change: Sendable, Hashable {
        package let at: Timestamp
        /// The person who scheduled it; the history names them when it is carried out.
        package let author: String
        package let staffID: String?
        package let note: String?
        package let failedAt: Timestamp?
        package let fault: Problem?

        var isWaiting: Bool { failedAt == nil }
    }

    /// The release that contains an entry, and its action there.
    package struct Place: Sendable, Hashable {
        package let id: String
        package let title: String
        package let action: Action
        package let at: Timestamp?
    }

    package var publication: Change?
    package var withdrawal: Change?
    package var release: Place?

    package subscript(action: Action) -> Change? {
        get {
            switch action {
            case .publish: publication
            case .withdraw: withdrawal
            }
        }
        set {
            switch action {
            case .publish: publication = newValue
            case .withdraw: withdrawal = newValue
            }
        }
    }

    /// The actions that a change makes obsolete: the entry has no draft, is no longer live, or is archived or trashed.
    static func ends(from before: Content, to after: Content) -> [Action] {
        if before.shelf == .active, after.shelf != .active { return Action.allCases }
        return (before.draft != nil && after.draft == nil ? [.publish] : [])
            + (before.live != nil && after.live == nil ? [.withdraw] : [])
    }
}

extension Schedule {
    package func json(in language: Language) -> JSON {
        [
            "publication": publication?.json(in: language) ?? .null,
            "withdrawal": withdrawal?.json(in: language) ?? .null,
            "release": release?.json ?? .null,
        ]
    }
}

extension Schedule.Change {
    fileprivate func json(in language: Language) -> JSON {
        [
            "at": .string(at.description), "by": .string(author), "note": JSON(note),
            "failed_at": JSON(failedAt?.description), "fault": fault?.kept(in: language) ?? .null,
        ]
    }
}

extension Schedule.Place {
    fileprivate var json: JSON {
        [
            "id": .string(id), "title": .string(title), "action": .string(action.rawValue),
            "at": JSON(at?.description),
        ]
    }
}

extension Schedule: JSONReadable {
    package init(json: JSON) throws(Fault) {
        publication = try json.get("publication")
        withdrawal = try json.get("withdrawal")
        release = try json.get("release")
    }
}

extension Schedule.Action: JSONReadable {}

extension Schedule.Change: JSONReadable {
    package init(json: JSON) throws(Fault) {
        at = try json.get("at")
        author = try json.get("by")
        staffID = nil
        note = try json.get("note")
        failedAt = try json.get("failed_at")
        fault = try json.get("fault")
    }
}

extension Schedule.Place: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        title = try json.get("title")
        action = try json.get("action")
        at = try json.get("at")
    }
}
