import Storage

/// Changes of several entries that are made together, all or none.
package struct Release: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case open, published, failed, cancelled
    }

    /// One entry in a release.
    package struct Item: Sendable {
        package let content: Content
        package let type: ContentType
        package let action: Schedule.Action
    }

    package let id: String
    package let version: Int64
    package let title: String
    package let note: String?
    package let state: State
    /// Nil until a time is set.
    package let at: Timestamp?
    /// The person who set the time; the history names them when the release is carried out.
    package let author: String
    package let staffID: String?
    package let createdAt: Timestamp
    package let createdBy: String
    package let updatedAt: Timestamp
    package let updatedBy: String
    package let endedAt: Timestamp?
    package let fault: Problem?
    package let itemCount: Int
    /// Empty in lists.
    package var items: [Item] = []

    /// Throws for a published or cancelled release; a failed one can be corrected and rescheduled.
    func requireEditable() throws(Problem) {
        switch state {
        case .open, .failed: return
        case .published:
            throw Problem(.conflict, Localized("Выпуск уже опубликован.", "The release is published."))
        case .cancelled:
            throw Problem(.conflict, Localized("Выпуск отменён.", "The release is cancelled."))
        }
    }

    /// The note in the history of each change that the release makes.
    var reason: String {
        String(([title] + [note].compactMap { $0 }).joined(separator: ": ").prefix(Limits.noteLengthMax))
    }

    package func json(in language: Language, at now: Timestamp, withItems: Bool = true) -> JSON {
        var members: [String: JSON] = [
            "id": .string(id), "version": .integer(version), "title": .string(title), "note": JSON(note),
            "state": .string(state.rawValue), "at": JSON(at?.description), "by": .string(author),
            "created_at": .string(createdAt.description), "created_by": .string(createdBy),
            "updated_at": .string(updatedAt.description), "updated_by": .string(updatedBy),
            "ended_at": JSON(endedAt?.description), "fault": fault?.kept(in: language) ?? .null,
            "item_count": .integer(Int64(itemCount)),
        ]
        if withItems { members["items"] = .array(items.map { $0.json(in: language, at: now) }) }
        return .object(members)
    }
}

extension Release.Item {
    /// The faults that would prevent the change now.
    package var faults: [Fault] {
        do throws(Problem) {
            try content.requireReady(for: action, as: type)
            return []
        } catch {
            return error.faults.isEmpty ? [Fault("#", error.detail)] : error.faults
        }
    }

    /// Warnings about changes that an editor may not have meant.
    package var warnings: [Fault] {
        var warnings: [Fault] = []
        for other in Schedule.Action.allCases where content.schedule[other]?.isWaiting == true {
            let ru = other == .publish ? "публикация запланирована" : "снятие запланировано"
            warnings.append(
                Fault(
                    "#/schedule/\(other.noun)",
                    "\(ru) и отдельно от выпуска",
                    "its \(other.noun) is scheduled on its own too"
                )
            )
        }
        let isNothing = action == .publish ? content.draft == nil : content.live == nil
        if isNothing, content.shelf == .active {
            warnings.append(Fault("#/action", "менять нечего", "would change nothing"))
        }
        return warnings
    }

    fileprivate func json(in language: Language, at now: Timestamp) -> JSON {
        let faults = faults
        return [
            "id": .string(content.id), "type": .string(type.name),
            "title": .string(type.title(of: content.fields)),
            "state": .string(content.state(at: now).rawValue), "has_draft": .bool(content.draft != nil),
            "version": .integer(content.version), "action": .string(action.rawValue),
            "ready": .bool(faults.isEmpty),
            "faults": .array(faults.map { $0.json(in: language) }),
            "warnings": .array(warnings.map { $0.json(in: language) }),
        ]
    }
}

extension Release {
    /// Reads a row of `releases` with the number of its items.
    init(_ row: Row) throws {
        let name: String = try row.get("state")
        guard let state = State(rawValue: name) else { throw StorageError.column("state", "holds \(name)") }
        self.init(
            id: try row.get("id"),
            version: try row.get("version"),
            title: try row.get("title"),
            note: try row.get("note"),
            state: state,
            at: try row.get("at"),
            author: try row.get("author"),
            staffID: try row.get("staff_id"),
            createdAt: try row.get("created_at"),
            createdBy: try row.get("created_by"),
            updatedAt: try row.get("updated_at"),
            updatedBy: try row.get("updated_by"),
            endedAt: try row.get("ended_at"),
            fault: try Problem(kept: row.get("fault")),
            itemCount: try row.get("item_count")
        )
    }
}
