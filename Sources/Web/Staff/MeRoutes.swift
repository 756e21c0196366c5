import Core
import Hummingbird

/// The author with their permissions, and the index: `/admin/api/v1/me` and `/admin/api/v1`.
enum MeRoutes: RouteList {
    static let tag = "Staff"

    static let routes = [
        Route(
            .get,
            "",
            "index",
            "Where everything is, and the version of the server.",
            needs: [],
            answer: .json("The addresses.", indexSchema)
        ) { call in .json(index(call.services)) },
        Route(
            .get,
            "me",
            "me",
            "The caller, and their permissions.",
            needs: [],
            answer: .json("The caller.", meSchema)
        ) { call in .json(try await me(call.author, call.services)) },
    ]

    private static func index(_ services: Services) -> JSON {
        let links = [
            "me", "session", "status", "staff", "tokens", "media", "search", "changes", "releases",
            "openapi.json", "health",
        ]
        let rooms = services.modules.filter { !($0 is any App) }.map(\.name)
        let pairs = (links + rooms).map { ($0, JSON.string("\(OpenAPI.prefix)/\($0)")) }
        return [
            "name": "Vitrina", "version": .string(version),
            "links": .object(Dictionary(pairs) { first, _ in first }),
            "apps": .array(
                services.apps.map { module in
                    let types = module.types.map { declaration -> JSON in
                        let name = declaration.type.name
                        return [
                            "name": .string(name), "url": .string("\(OpenAPI.prefix)/\(module.name)/\(name)"),
                        ]
                    }
                    return ["name": .string(module.name), "types": .array(types)]
                }
            ),
        ]
    }

    private static func me(_ author: Author, _ services: Services) async throws -> JSON {
        var json: [String: JSON] = [
            "name": .string(author.name), "role": .string(author.role.rawValue),
            "permissions": .array(author.permissions.map(\.rawValue).sorted().map { .string($0) }),
            "channel": .string(author.door.rawValue), "id": JSON(author.staffID), "email": .null,
        ]
        if let id = author.staffID {
            json["email"] = .string(try await services.staff.get(id, by: author).email)
        }
        return .object(json)
    }

    private static let indexSchema = Schema.object([
        "name": Schema.text, "version": Schema.text,
        "links": ["type": "object", "additionalProperties": Schema.text],
        "apps": Schema.list(
            of: Schema.object([
                "name": Schema.text,
                "types": Schema.list(of: Schema.object(["name": Schema.text, "url": Schema.text])),
            ])
        ),
    ])

    private static let meSchema = Schema.object([
        "name": Schema.text, "role": Schema.choice(of: Role.self),
        "permissions": Schema.list(of: Schema.choice(of: Permission.self)), "channel": Schema.text,
        "id": Schema.orNull(Schema.uuid), "email": Schema.optionalText,
    ])
}
