import Storage

/// What is to happen to one content by itself, and the open release that it stands in.
package struct Schedule: Sendable, Hashable {
    /// Something that is done to a content at a time.
    package enum Action: String, Sendable, CaseIterable {
        case publish, withdraw

        /// What is done, as a noun; it stands in addresses.
        package var noun: String {
            switch self {
            case .publish: "publication"
            case .withdraw: "withdrawal"
            }
        }
    }

    /// One change that waits for its time, or could not be done then.
    package struct Change: Sendable, Hashable {
        package let at: Timestamp
        /// Who wants it; history names them when it is done.
        package let author: String
        package let staffID: String?
        package let note: String?
        package let failedAt: Timestamp?
        package let fault: Problem?

        var isWaiting: Bool { failedAt == nil }
    }

    /// The release that a content stands in, and what is to become of it there.
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

    /// What waits for nothing any more: a draft that is gone, what is off every app, and what is put away.
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
