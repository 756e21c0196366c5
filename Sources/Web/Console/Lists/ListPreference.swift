import Core

/// How a person wants to see the list of one type.
struct ListPreference: Sendable {
    /// A list that is looked at again and again: its query under a name.
    struct View: Sendable {
        let name: String
        /// As it stands in an address, without the page.
        let query: String
    }

    /// The names of the columns; nil for those of everybody.
    var columns: [String]?
    var views: [View] = []

    /// Reads what was kept; whatever it is, it is a preference.
    init(_ json: JSON?) {
        columns = json?["columns"]?.array.map { $0.compactMap(\.string) }
        views = (json?["views"]?.array ?? []).compactMap { view in
            guard let name = view["name"]?.string, let query = view["query"]?.string else { return nil }
            return View(name: name, query: query)
        }
    }

    var json: JSON {
        [
            "columns": columns.map { .array($0.map { .string($0) }) } ?? .null,
            "views": .array(views.map { ["name": .string($0.name), "query": .string($0.query)] }),
        ]
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
