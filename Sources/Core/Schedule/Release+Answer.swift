import Storage

extension Release {
    /// A release as the admin API answers it.
    package struct Answer: Sendable {
        package let id: String
        package let version: Int64
        package let title: String
        package let note: String?
        package let state: State
        package let at: Timestamp?
        package let author: String
        package let fault: Problem?
        package let itemCount: Int
        /// Empty in lists.
        package let items: [Item]

        /// One entry in a release, and what prevents its change now.
        package struct Item: Sendable {
            package let id: String
            package let type: String
            package let title: String
            package let state: Content.State
            package let action: Schedule.Action
            package let isReady: Bool
            package let faults: [Fault]
            package let warnings: [Fault]
        }
    }
}

extension Release.State: JSONReadable {}

extension Release.Answer: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        version = try json.get("version")
        title = try json.get("title")
        note = try json.get("note")
        state = try json.get("state")
        at = try json.get("at")
        author = try json.get("by")
        fault = try json.get("fault")
        itemCount = try json.get("item_count")
        items = try json.get("items", as: [Item]?.self) ?? []
    }
}

extension Release.Answer.Item: JSONReadable {
    package init(json: JSON) throws(Fault) {
        id = try json.get("id")
        type = try json.get("type")
        title = try json.get("title")
        state = try json.get("state")
        action = try json.get("action")
        isReady = try json.get("ready")
        faults = try json.get("faults")
        warnings = try json.get("warnings")
    }
}
