import Core
import Hummingbird

/// What contents are called that others refer to, many at once.
struct TitleRoutes: Sendable {
    let contents: ContentStore

    func add(to group: RouterGroup<StaffContext>) {
        group.get("titles") { request, context in try await list(request, context) }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        var (ids, faults) = (Set<String>(), [Fault]())
        for (name, value) in request.query {
            guard name == "ids" else {
                faults.append(
                    Fault("#/\(name.prefix(80))", "нет такого параметра", "is not a parameter here")
                )
                continue
            }
            let known = value.split(separator: ",").map { Identifier.normalized(String($0)) }
            ids.formUnion(known.compactMap { $0 })
            if known.contains(nil) || ids.count > Limits.titlesMax {
                let most = Limits.titlesMax
                faults.append(
                    Fault("#/ids", "должно быть до \(most) id через запятую", "must be at most \(most) ids")
                )
            }
        }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
        let items = try await contents.titles(of: ids).sorted { $0.id < $1.id }.map { found -> JSON in
            ["id": .string(found.id), "type": .string(found.type), "title": .string(found.title),
             "is_live": .bool(found.isLive), "has_draft": .bool(found.hasDraft)]
        }
        return .json(["items": .array(items)])
    }

    static let openAPIPaths: [String: JSON] = [
        "\(OpenAPI.prefix)/titles": [
            "get": OpenAPI.operation(
                "titles",
                "What contents of any type are called; those that are not there are left out.",
                tag: "Content",
                answers: OpenAPI.answer(
                    "The titles.",
                    [
                        "type": "object", "required": ["items"],
                        "properties": [
                            "items": [
                                "type": "array",
                                "items": [
                                    "type": "object", "required": ["id", "type", "title"],
                                    "properties": [
                                        "id": ["type": "string", "format": "uuid"],
                                        "type": ["type": "string"], "title": ["type": "string"],
                                        "is_live": ["type": "boolean"], "has_draft": ["type": "boolean"],
                                    ],
                                ],
                            ]
                        ],
                    ]
                ),
                parameters: [
                    [
                        "name": "ids", "in": "query", "required": true, "schema": ["type": "string"],
                        "description": .string("At most \(Limits.titlesMax) ids, joined by commas."),
                    ]
                ]
            )
        ]
    ]
}
