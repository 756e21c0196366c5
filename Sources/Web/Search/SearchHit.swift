import Core

/// An entry that a search found, as the admin API answers it.
package struct SearchHit: Sendable {
    /// Nil if no app has the type any more.
    package let app: String?
    package let type: String
    package let id: String
    package let title: String
    package let state: Content.State
    package let hasDraft: Bool
    package let match: SearchExcerpt?

    var json: JSON {
        [
            "app": JSON(app), "type": .string(type), "id": .string(id), "title": .string(title),
            "state": .string(state.rawValue), "has_draft": .bool(hasDraft), "match": match?.json ?? .null,
        ]
    }
}

extension SearchHit: JSONReadable {
    package init(json: JSON) throws(Fault) {
        app = try json.get("app")
        type = try json.get("type")
        id = try json.get("id")
        title = try json.get("title")
        state = try json.get("state")
        hasDraft = try json.get("has_draft")
        match = try json.get("match")
    }
}
