import Core

/// The state of a list in its URL, which holds everything that the page shows and can be shared.
struct ListAddress: Sendable {
    let type: ContentType
    /// The path of the list: `/mall/offers`.
    let path: String
    /// The state to list; nil for all entries that are neither archived nor trashed.
    var state: Content.State?
    var text = ""
    var filters: [(name: String, value: String)] = []
    var sort: String?
    /// The cursor at which the page begins, or ends.
    var cursor: String?
    var before: String?
    /// The number of the first row of the page, counted along with the paging.
    var start = 1

    init(_ query: [(name: String, value: String)], of type: ContentType, at path: String) {
        (self.type, self.path) = (type, path)
        for (name, value) in query where !value.isEmpty {
            switch name {
            case "state": state = Content.State(rawValue: value)
            case "q": text = String(value.prefix(Limits.searchTextLengthMax))
            case "sort": sort = value
            case "cursor": cursor = value
            case "before": before = value
            case "start": start = min(max(1, Int(value) ?? 1), Limits.skipMax)
            case _:
                let isNew = !filters.contains { $0.name == name && $0.value == value }
                if type.field(name)?.isFilter == true, isNew { filters.append((name, value)) }
            }
        }
    }

    /// Parses the `back` URL of a form; the whole list if that is another page.
    init(back: String?, of type: ContentType, at path: String) {
        let parts = (back ?? "").split(separator: "?", maxSplits: 1).map { String($0) }
        let query = parts.first == path ? parts.dropFirst().first : nil
        let fields = query.flatMap { try? Form(parsing: $0).fields } ?? []
        self.init(fields, of: type, at: path)
    }

    /// The search text, if it contains a letter or a digit.
    private var search: String? { SearchQuery(text) == nil ? nil : text }

    /// The state, the search and the filters, as the parameters of a query.
    var conditions: Form.Fields {
        (state.map { [("state", $0.rawValue)] } ?? []) + (search.map { [("q", $0)] } ?? []) + filters
    }

    /// The page of the list, as the parameters of a query.
    var query: Form.Fields {
        conditions + (sort.map { [("sort", $0)] } ?? []) + (cursor.map { [("cursor", $0)] } ?? [])
            + (before.map { [("before", $0)] } ?? []) + [("count", "true"), ("states", "true")]
    }

    var isFiltered: Bool { !filters.isEmpty || !text.isEmpty }
    /// True if the list shows live entries and drafts in their manual order.
    var isInHandOrder: Bool {
        guard case .manual = type.order else { return false }
        return !isFiltered && sort == nil && state != .trash && state != .archived
    }
    /// True for search results, which are ordered by rank and have no previous page.
    var isRanked: Bool { search != nil && sort == nil }

    /// All parameters of the URL except the page.
    var kept: Form.Fields {
        (state.map { [("state", $0.rawValue)] } ?? []) + (text.isEmpty ? [] : [("q", text)]) + filters
            + (sort.map { [("sort", $0)] } ?? [])
    }

    /// The URL of the list's first page with changed parameters.
    func link(_ change: (inout ListAddress) -> Void = { _ in }) -> String {
        var other = self
        change(&other)
        return Self.address(path, other.kept)
    }

    /// The URL of this page.
    var here: String {
        let page = [("cursor", cursor), ("before", before)].compactMap { name, mark in mark.map { (name, $0) }
        }
        return Self.address(path, kept + page + (start > 1 ? [("start", String(start))] : []))
    }

    func page(_ name: String, _ mark: String, from start: Int) -> String {
        Self.address(path, kept + [(name, mark)] + (start > 1 ? [("start", String(start))] : []))
    }

    static func address(_ path: String, _ query: Form.Fields) -> String {
        let words = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
        return words.isEmpty ? path : path + "?" + words.joined(separator: "&")
    }
}
