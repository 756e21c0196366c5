import Core

/// What the address of a list asks for: all that the page shows is in it, so that it can be shared.
struct ListAddress: Sendable {
    let type: ContentType
    /// Where the list stands: `/mall/offers`.
    let path: String
    /// The name of a state; nil for all that is neither in the archive nor in the trash.
    var state: Content.State?
    var text = ""
    var filters: [(name: String, value: String)] = []
    var sort: String?
    /// Where the page begins, or ends.
    var cursor: String?
    var before: String?
    /// The number of the first row of the page, as far as somebody has counted along.
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

    /// Reads the address that a form goes back to; the whole list where it is of another page.
    init(back: String?, of type: ContentType, at path: String) {
        let parts = (back ?? "").split(separator: "?", maxSplits: 1).map { String($0) }
        let query = parts.first == path ? parts.dropFirst().first : nil
        let fields = query.flatMap { try? Form(parsing: $0).fields } ?? []
        self.init(fields, of: type, at: path)
    }

    /// What is searched for, where it has a letter or a digit.
    private var search: String? { SearchQuery(text) == nil ? nil : text }

    /// What the contents must be like, as the parameters of a query.
    var conditions: Form.Fields {
        (state.map { [("state", $0.rawValue)] } ?? []) + (search.map { [("q", $0)] } ?? []) + filters
    }

    /// The page of the list, as the parameters of a query.
    var query: Form.Fields {
        conditions + (sort.map { [("sort", $0)] } ?? []) + (cursor.map { [("cursor", $0)] } ?? [])
            + (before.map { [("before", $0)] } ?? []) + [("count", "true"), ("states", "true")]
    }

    var isFiltered: Bool { !filters.isEmpty || !text.isEmpty }
    /// It shows what the app has, in the order of the app.
    var isInHandOrder: Bool {
        guard case .manual = type.order else { return false }
        return !isFiltered && sort == nil && state != .trash && state != .archived
    }
    /// Search results stand in the order of their ranks, and have no page before.
    var isRanked: Bool { search != nil && sort == nil }

    /// Everything but the page, as it stands in the address.
    var kept: Form.Fields {
        (state.map { [("state", $0.rawValue)] } ?? []) + (text.isEmpty ? [] : [("q", text)]) + filters
            + (sort.map { [("sort", $0)] } ?? [])
    }

    /// The address of the whole list with something else in it, from its first page.
    func link(_ change: (inout ListAddress) -> Void = { _ in }) -> String {
        var other = self
        change(&other)
        return Self.address(path, other.kept)
    }

    /// The address of this very page.
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
