import Core
import Hummingbird

/// One search over contents of several types: `/admin/api/v1/search`.
struct SearchRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get("search") { request, context in try await search(request, context) }
    }

    private func search(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let wanted = try SearchRequest(request.query, among: services.contents.types)
        let page = try await services.contents.search(
            wanted.query,
            in: wanted.types,
            limit: wanted.limit,
            after: wanted.cursor
        )
        return .json(["items": .array(page.elements.map(json)), "next": JSON(page.next)])
    }

    private func json(_ found: ContentStore.Found) -> JSON {
        let module = services.modules.first { $0.types.contains { $0.type.name == found.type.name } }
        return [
            "app": JSON(module?.name),
            "type": .string(found.type.name),
            "id": .string(found.content.id),
            "title": .string(found.type.title(of: found.content.fields)),
            "state": .string(found.content.state(at: services.now()).rawValue),
            "has_draft": .bool(found.content.draft != nil),
            "match": found.excerpt?.json ?? .null,
        ]
    }
}

/// The parameters of a search.
struct SearchRequest: Sendable {
    let query: SearchQuery
    let types: [ContentType]
    let limit: Int
    let cursor: String?

    /// Reports every fault at once.
    init(_ parameters: [(name: String, value: String)], among all: [ContentType]) throws(Problem) {
        var faults: [Fault] = []
        var (text, limit) = (nil as String?, Limits.searchPageSizeDefault)
        var (cursor, types) = (nil as String?, all)
        for (name, value) in parameters {
            switch name {
            case "q": text = value
            case "types":
                let names = value.split(separator: ",").map { String($0) }
                let unknown = names.filter { name in !all.contains { $0.name == name } }
                types = all.filter { names.contains($0.name) }
                if !unknown.isEmpty || types.isEmpty { faults.append(Self.unknownType(all)) }
            case "limit":
                limit = Int(value) ?? 0
                if !(1...Limits.pageSizeMax ~= limit) {
                    let max = Limits.pageSizeMax
                    faults.append(Fault("#/limit", "должно быть от 1 до \(max)", "must be from 1 to \(max)"))
                }
            case "cursor": cursor = value
            case _:
                faults.append(
                    Fault("#/\(name.prefix(80))", "нет такого параметра", "is not a parameter here")
                )
            }
        }
        var query: SearchQuery?
        do {
            query = try SearchQuery(checking: text ?? "")
        } catch {
            faults += error.faults
        }
        guard let query, faults.isEmpty else { throw .invalid(faults) }
        (self.query, self.types, self.limit, self.cursor) = (query, types, limit, cursor)
    }

    private static func unknownType(_ all: [ContentType]) -> Fault {
        let names = all.map { $0.name }.joined(separator: ", ")
        return Fault("#/types", "должно быть из: \(names)", "must be some of \(names)")
    }
}

extension SearchExcerpt {
    fileprivate var json: JSON {
        [
            "field": .string(field),
            "language": JSON(language?.rawValue),
            "parts": .array(
                parts.map { ["text": .string($0.text), "is_match": .bool($0.isMatch)] }
            ),
        ]
    }
}
