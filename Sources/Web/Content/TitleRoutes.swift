import Core
import Hummingbird

/// Titles of entries that others refer to, many at once: `/admin/api/v1/titles`.
enum TitleRoutes: RouteList {
    static let tag = "Content"

    static let routes = [
        Route(
            .get,
            "titles",
            "titles",
            "The titles of contents of any type; missing contents are left out.",
            needs: [.readContent],
            parameters: [
                RouteParameter(
                    "ids",
                    .ids(countMax: Limits.titlesMax),
                    "At most \(Limits.titlesMax) ids, joined by commas.",
                    isRequired: true
                )
            ],
            answer: .json(
                "The titles.",
                Schema.object([
                    "items": Schema.list(
                        of: Schema.object([
                            "id": Schema.uuid, "type": Schema.text, "title": Schema.text,
                            "is_live": Schema.flag, "has_draft": Schema.flag,
                        ])
                    )
                ])
            )
        ) { call in
            let titles = try await call.services.contents.titles(of: call.ids("ids"))
            let items = titles.sorted { $0.id < $1.id }.map { found -> JSON in
                [
                    "id": .string(found.id), "type": .string(found.type), "title": .string(found.title),
                    "is_live": .bool(found.isLive), "has_draft": .bool(found.hasDraft),
                ]
            }
            return .json(["items": .array(items)])
        }
    ]
}
