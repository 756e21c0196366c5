import Storage

extension Content {
    /// An entry as the admin API answers it.
    package struct Answer: Sendable {
        package let id: String
        package let type: String
        package let version: Int64
        package let state: State
        package let hasDraft: Bool
        package let title: String
        /// Nil if the type is not numbered.
        package let number: Int64?
        package let updatedAt: Timestamp
        package let updatedBy: String
        /// The draft, or the published body if there is no draft.
        package let fields: Body
        package let live: Body?
        package let schedule: Schedule
        package let warnings: [Warning]

        /// True if the draft differs from what is published.
        package var isEdited: Bool { hasDraft && live != nil }
    }
}

extension Content.State: JSONReadable {}

extension Content.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        type = try json.get("type")
        version = try json.get("version")
        state = try json.get("state")
        hasDraft = try json.get("has_draft")
        title = try json.get("title")
        number = try json.get("number")
        updatedAt = try json.get("updated_at")
        updatedBy = try json.get("updated_by")
        fields = try json.get("fields")
        live = try json.get("live")
        schedule = try json.get("schedule")
        warnings = try json.get("warnings")
    }
}
