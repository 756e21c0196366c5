import Core
import Web

extension HomeRoutes {
    private static let home = "\(OpenAPI.prefix)/mall/home"

    static let openAPIPaths: [String: JSON] = [
        home: [
            "get": operation(
                "home",
                "The home screen: every block with its cards.",
                ["type": "object", "properties": ["blocks": ["type": "array", "items": block]]]
            )
        ],
        "\(home)/{block}/cards/{id}": [
            "parameters": .array(parameters),
            "put": operation("home_show", "Put a content on a block.", block),
            "delete": operation("home_hide", "Take a card off a block.", block),
        ],
        "\(home)/{block}/cards/{id}/position": [
            "parameters": .array(parameters),
            "put": operation(
                "home_move",
                "Move a card among the cards of its block.",
                block,
                body: OpenAPI.body(["$ref": "#/components/schemas/Place"])
            ),
        ],
    ]

    private static let parameters = [
        OpenAPI.pathParameter(
            "block",
            ["type": "string", "enum": .array(HomeBlock.all.map { .string($0.name) })]
        ),
        OpenAPI.pathParameter("id", ["type": "string", "format": "uuid"]),
    ]

    private static let block: JSON = [
        "type": "object", "required": ["name", "title", "types", "flag", "is_movable", "cards"],
        "properties": [
            "name": ["type": "string"], "title": ["type": "string"],
            "types": ["type": "array", "items": ["type": "string"]], "flag": ["type": "string"],
            "is_movable": ["type": "boolean"],
            "warning": ["type": ["string", "null"], "description": "Why the app does not show the block."],
            "cards": ["type": "array", "items": card],
        ],
    ]

    private static let card: JSON = [
        "type": "object",
        "required": .array(cardProperties.keys.sorted().map { .string($0) }),
        "properties": .object(cardProperties),
    ]

    private static let cardProperties: [String: JSON] = [
        "id": ["type": "string", "format": "uuid"], "type": ["type": "string"], "title": ["type": "string"],
        "image": ["type": ["string", "null"]], "position": ["type": "integer"],
        "version": ["type": "integer"],
        "state": ["type": "string", "enum": .array(HomeCard.State.allCases.map { .string($0.rawValue) })],
        "reason": ["type": ["string", "null"], "description": "Why it is not simply there."],
        "absence": [
            "type": ["string", "null"], "enum": .array(Absence.names.map { .string($0) } + [.null]),
            "description": "The same as a word; null where visitors see it.",
        ],
        "appears_at": optionalTime, "live_from": optionalTime, "live_until": optionalTime,
        "fields": [
            "type": "object",
            "description": "Its moments, numbers, choices and references, as the app shows them.",
        ],
        "schedule": ["$ref": "#/components/schemas/Schedule"],
    ]

    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]

    private static func operation(
        _ name: String,
        _ summary: String,
        _ answer: JSON,
        body: JSON? = nil
    ) -> JSON {
        OpenAPI.operation(
            name,
            summary,
            tag: "Home",
            answers: OpenAPI.answer("As it is now.", answer),
            body: body
        )
    }
}
