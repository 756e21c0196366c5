import Core
import Hummingbird

/// Who asks and what they may do, and where everything is: `/admin/api/v1` and `/admin/api/v1/me`.
struct MeRoutes: Sendable, OpenAPISection {
    static let tag = "Staff"

    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.get { request, _ in
            _ = try request.flags([])
            return Response.json(index)
        }
        group.get("me") { request, context in
            _ = try request.flags([])
            return Response.json(try await me(context))
        }
    }

    private var index: JSON {
        let links = [
            "me", "session", "status", "staff", "tokens", "media", "search", "changes", "releases",
            "openapi.json", "health",
        ]
        let rooms = services.modules.filter { !($0 is any App) }.map(\.name)
        return [
            "name": "Vitrina", "version": .string(version),
            "links": .object(
                Dictionary(
                    (links + rooms).map { ($0, .string("\(OpenAPI.prefix)/\($0)")) },
                    uniquingKeysWith: { first, _ in first }
                )
            ),
            "apps": .array(
                services.apps.map { module in
                    [
                        "name": .string(module.name),
                        "types": .array(
                            module.types.map { declaration in
                                let name = declaration.type.name
                                return [
                                    "name": .string(name),
                                    "url": .string("\(OpenAPI.prefix)/\(module.name)/\(name)"),
                                ]
                            }
                        ),
                    ]
                }
            ),
        ]
    }

    private func me(_ context: StaffContext) async throws -> JSON {
        let author = context.author
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

    static let openAPIPaths: [String: JSON] = [
        OpenAPI.prefix: [
            "get": operation(
                "index",
                "Where everything is, and the version of the server.",
                OpenAPI.answer("The addresses.", ["type": "object"])
            )
        ],
        "\(OpenAPI.prefix)/me": [
            "get": operation(
                "me",
                "Who asks, and what they may do.",
                OpenAPI.answer(
                    "Who asks.",
                    [
                        "type": "object",
                        "required": ["name", "role", "permissions", "channel", "id", "email"],
                        "properties": [
                            "name": ["type": "string"],
                            "role": choice(Role.allCases.map(\.rawValue)),
                            "permissions": [
                                "type": "array", "items": choice(Permission.allCases.map(\.rawValue)),
                            ],
                            "channel": ["type": "string"],
                            "id": ["type": ["string", "null"], "format": "uuid"],
                            "email": ["type": ["string", "null"]],
                        ],
                    ]
                )
            )
        ],
    ]
}
