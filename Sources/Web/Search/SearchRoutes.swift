import Core
import Hummingbird

/// One search over entries of several types: `/admin/api/v1/search`.
enum SearchRoutes: RouteList {
    private static let pageSizeDefault = 20

    static let tag = "Search"

    static let routes = [
        Route(
            .get,
            "search",
            "search",
            "Contents of any type that have every word, the best first.",
            needs: [.readContent],
            parameters: [
                RouteParameter("q", .text(lengthMax: Limits.searchTextLengthMax), words, isRequired: true),
                RouteParameter(
                    "types",
                    .text(lengthMax: 1_000),
                    "Names of types with commas between, `offers,shops`; otherwise all."
                ),
                RouteParameter(
                    "limit",
                    .integer(1...Int64(Limits.pageSizeMax), standard: Int64(pageSizeDefault)),
                    "The number of rows of a page."
                ),
                RouteParameter.paging[1],
            ],
            answer: .page(of: found)
        ) { call in
            let services = call.services
            let types = try types(call.text("types"), among: services.contents.types)
            let page = try await services.contents.search(
                try SearchQuery(checking: call.text("q") ?? ""),
                in: types,
                limit: call.integer("limit").map { Int($0) } ?? pageSizeDefault,
                after: call.cursor
            )
            return .json([
                "items": .array(page.elements.map { json($0, services) }), "next": JSON(page.next),
            ])
        }
    ]

    /// The description of the search, here and in lists.
    static let words = """
        Words or their beginnings, in either script, in the wrong keyboard layout too, with one slip in words of \
        five letters and more. Every word must be found; the best fit comes first.
        """

    private static func types(_ text: String?, among all: [ContentType]) throws(Problem) -> [ContentType] {
        guard let text else { return all }
        let names = text.split(separator: ",").map { String($0) }
        let types = all.filter { names.contains($0.name) }
        guard !types.isEmpty, types.count == Set(names).count else {
            let known = all.map(\.name).joined(separator: ", ")
            throw .invalid([Fault("#/types", "должно быть из: \(known)", "must be some of \(known)")])
        }
        return types
    }

    private static func json(_ found: ContentStore.Found, _ services: Services) -> JSON {
        let module = services.modules.first { $0.types.contains { $0.type.name == found.type.name } }
        return SearchHit(
            app: module?.name,
            type: found.type.name,
            id: found.content.id,
            title: found.type.title(of: found.content.fields),
            state: found.content.state(at: services.now()),
            hasDraft: found.content.draft != nil,
            match: found.excerpt
        ).json
    }

    private static let found = Schema.object([
        "app": Schema.optionalText, "type": Schema.text, "id": Schema.uuid, "title": Schema.text,
        "state": Schema.choice(of: Content.State.self), "has_draft": Schema.flag,
        "match": Schema.described(
            Schema.orNull(match),
            "Where it was found: a field, and a piece of its text cut where words that fit begin and end."
        ),
    ])

    private static let match = Schema.object([
        "field": Schema.text, "language": Schema.optionalText,
        "parts": Schema.list(of: Schema.object(["text": Schema.text, "is_match": Schema.flag])),
    ])
}
