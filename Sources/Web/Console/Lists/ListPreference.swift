import Core

/// The preferences of a person for the list of one type.
struct ListPreference: Sendable {
    /// A saved view: a query under a name.
    struct View: Sendable {
        let name: String
        /// The query of the URL, without the page.
        let query: String
    }

    /// The names of the columns; nil for the default ones.
    var columns: [String]?
    var views: [View] = []

    /// Reads a stored preference leniently: anything invalid is ignored.
    init(_ json: JSON?) {
        columns = (try? json?.get("columns", as: [String]?.self)) ?? nil
        views = ((try? json?.get("views", as: [JSON].self)) ?? []).compactMap { try? View(json: $0) }
    }

    var json: JSON {
        [
            "columns": columns.map { .array($0.map { .string($0) }) } ?? .null,
            "views": .array(views.map { ["name": .string($0.name), "query": .string($0.query)] }),
        ]
    }
}

extension ListPreference.View: JSONReadable {
    init(json: JSON) throws(Fault) {
        name = try json.get("name")
        query = try json.get("query")
    }
}

extension Console {
    func listPreference(_ path: String, _ context: ConsoleContext) async throws -> ListPreference {
        ListPreference(try await services.preferences.get("list:\(path)", of: context.session.staff.id))
    }

    func keep(_ preference: ListPreference, _ path: String, _ context: ConsoleContext) async throws {
        try await services.preferences.set("list:\(path)", to: preference.json, of: context.session.staff.id)
    }
}
