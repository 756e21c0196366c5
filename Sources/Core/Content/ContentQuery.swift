import FoundationEssentials
import Storage

/// The query of a list: a state, declared filters, an order, a page.
package struct ContentQuery: Sendable {
    package enum Sort: String, Sendable, CaseIterable {
        case position, title
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case liveFrom = "live_from"
        case liveUntil = "live_until"
    }

    var state: Content.State?
    /// True if archived entries are included when no state is given.
    var includesArchive = false
    var filters: [(field: Field, value: JSON)] = []
    /// The search query; results are ranked unless another order is given.
    fileprivate(set) var search: SearchQuery?
    fileprivate(set) var isSorted = false
    var sort: Sort
    var isDescending = false
    var limit = Limits.pageSizeDefault
    /// True if the number of entries is wanted as well.
    var isCounted = false
    /// True if the number of entries in each state is wanted as well.
    var hasStates = false
    fileprivate(set) var cursor: Cursor?
    fileprivate(set) var rankCursor: RankCursor?
    /// True for the page that ends at the cursor rather than begins there.
    private(set) var isBackwards = false

    /// The same query, starting after a cursor.
    func after(_ mark: String) -> ContentQuery {
        var query = self
        (query.cursor, query.rankCursor) = (Cursor(mark), RankCursor(mark))
        return query
    }

    /// Parses the parameters of a request; undeclared ones are refused, and all faults are reported at once.
    package init(_ parameters: [(name: String, value: String)], of type: ContentType) throws(Problem) {
        sort = type.order == .title ? .title : .position
        var faults: [Fault] = []
        for (name, value) in parameters {
            guard let fault = read(name, value, of: type) else { continue }
            faults.append(Fault("#/\(name.clipped)", fault))
        }
        if (cursor != nil || rankCursor != nil) && (rankCursor != nil) != (search != nil && !isSorted) {
            faults.append(Fault("#/cursor", "от другого порядка", "belongs to another order"))
        }
        if let cursor, cursor.sort != sort || cursor.isDescending != isDescending {
            faults.append(Fault("#/cursor", "от другого порядка", "belongs to another order"))
        }
        if isBackwards, rankCursor != nil {
            faults.append(
                Fault("#/before", "по найденному назад не листают", "is not possible in search results")
            )
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    /// The same query in reverse order, from the cursor towards the beginning.
    var reversed: ContentQuery {
        var query = self
        query.isDescending.toggle()
        query.isBackwards = false
        return query
    }

    /// Reads one parameter, or returns its fault.
    private mutating func read(_ name: String, _ value: String, of type: ContentType) -> Localized? {
        switch name {
        case "state":
            state = Content.State(rawValue: value)
            return state == nil ? oneOf(Content.State.allCases.map(\.rawValue)) : nil
        case "q":
            guard value.count <= Limits.searchTextLengthMax else {
                return Localized(
                    "не длиннее \(Limits.searchTextLengthMax) знаков",
                    "must be at most \(Limits.searchTextLengthMax) characters"
                )
            }
            search = SearchQuery(value)
            return search == nil ? SearchQuery.wordless : nil
        case "sort":
            isSorted = true
            isDescending = value.hasPrefix("-")
            guard let sort = Sort(rawValue: String(value.drop { $0 == "-" })) else {
                return oneOf(Sort.allCases.map(\.rawValue))
            }
            self.sort = sort
            return nil
        case "limit":
            guard let limit = Int(value), 1...Limits.pageSizeMax ~= limit else {
                return Localized(
                    "должно быть от 1 до \(Limits.pageSizeMax)",
                    "must be from 1 to \(Limits.pageSizeMax)"
                )
            }
            self.limit = limit
            return nil
        case "count":
            isCounted = value == "true"
            return Bool(value) == nil ? Localized("должно быть true или false", "must be true or false") : nil
        case "states":
            hasStates = value == "true"
            return Bool(value) == nil ? Localized("должно быть true или false", "must be true or false") : nil
        case "cursor", "before":
            isBackwards = name == "before"
            (cursor, rankCursor) = (Cursor(value), RankCursor(value))
            return cursor == nil && rankCursor == nil
                ? Localized("неверная метка страницы", "is not a cursor of this list") : nil
        case _:
            guard let field = type.field(name), field.isFilter else {
                return Localized("нет такого фильтра", "is not a filter of \(type.name)")
            }
            return read(field, value)
        }
    }

    private mutating func read(_ field: Field, _ text: String) -> Localized? {
        let json: JSON? =
            switch field.shape {
            case .bool: Bool(text).map(JSON.bool)
            case .integer: Int64(text).map(JSON.integer)
            case .link, .links: Identifier.normalized(text).map(JSON.string)
            case .line, .choice, .day, .upload: .string(text)
            case .texts, .decimal, .moment, .uploads, .rows: nil
            }
        guard let json else { return Localized("неверное значение", "has a value of another kind") }
        if case .references = field.kind {
        } else if case .failure(let failure) = field.checked(json) {
            return failure.detail
        }
        filters.append((field, json))
        return nil
    }

    private func oneOf(_ names: [String]) -> Localized {
        let list = names.joined(separator: ", ")
        return Localized("должно быть одним из: \(list)", "must be one of \(list)")
    }
}

/// The position at which a page ended; opaque to clients.
struct Cursor: Sendable, Hashable {
    let sort: ContentQuery.Sort
    let isDescending: Bool
    let key: JSON
    let id: String

    init(sort: ContentQuery.Sort, isDescending: Bool, key: JSON, id: String) {
        (self.sort, self.isDescending, self.key, self.id) = (sort, isDescending, key, id)
    }

    init?(_ text: String) {
        guard text.utf8.count <= Limits.cursorLengthMax, let data = Data(base64Encoded: text),
            let json = try? JSON(parsing: data), case .array(let parts) = json, parts.count == 4,
            let sort = parts[0].string.flatMap({ ContentQuery.Sort(rawValue: $0) }),
            let isDescending = parts[1].bool,
            let id = parts[3].string.flatMap({ Identifier.normalized($0) })
        else { return nil }
        switch (sort, parts[2]) {
        case (.position, .integer), (.title, .string): break
        case (.createdAt, .string(let text)), (.updatedAt, .string(let text)), (.liveFrom, .string(let text)),
            (.liveUntil, .string(let text)):
            guard Timestamp(text) != nil else { return nil }
        case _: return nil
        }
        self.init(sort: sort, isDescending: isDescending, key: parts[2], id: id)
    }

    var text: String {
        let json: JSON = [.string(sort.rawValue), .bool(isDescending), key, .string(id)]
        return Data(json.bytes).base64EncodedString()
    }
}
