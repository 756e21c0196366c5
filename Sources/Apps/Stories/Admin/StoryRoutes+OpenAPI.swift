import Core
import Web

extension StoryRoutes {
    private static let prefix = "\(OpenAPI.prefix)/stories"

    static let openAPIPaths: [String: JSON] = [
        "\(prefix)/board": [
            "get": OpenAPI.operation(
                "stories_board",
                "Every story with its pages, and why the app does not show one.",
                tag: "Stories",
                answers: OpenAPI.answer(
                    "As it is now.",
                    [
                        "type": "object", "required": ["groups", "strays"],
                        "properties": [
                            "groups": ["type": "array", "items": group],
                            "strays": [
                                "type": "integer",
                                "description": "Drafts of pages that belong to no story yet.",
                            ],
                        ],
                    ]
                )
            )
        ],
        "\(prefix)/bundle": [
            "get": OpenAPI.operation(
                "stories_bundle",
                "What an app ships with: a ZIP of JSON and pictures, the same bytes for the same content.",
                tag: "Stories",
                answers: [
                    "200": [
                        "description": "The archive.",
                        "content": [
                            "application/zip": ["schema": ["type": "string", "format": "binary"]]
                        ],
                    ]
                ],
                parameters: [
                    [
                        "name": "form", "in": "query",
                        "schema": [
                            "type": "string",
                            "enum": .array(StoryBundle.Form.allCases.map { .string($0.rawValue) }),
                            "default": .string(StoryBundle.Form.ios.rawValue),
                        ],
                    ],
                    [
                        "name": "lang", "in": "query",
                        "schema": [
                            "type": "string",
                            "enum": .array(Language.allCases.map { .string($0.rawValue) }),
                        ],
                        "description": "Only this language; every language where it is absent.",
                    ],
                    [
                        "name": "at", "in": "query", "schema": ["type": "string", "format": "date-time"],
                        "description": "The moment whose stories are wanted; now where it is absent.",
                    ],
                ]
            )
        ],
    ]

    private static let group: JSON = [
        "allOf": [["$ref": "#/components/schemas/story_group"]], "type": "object",
        "required": ["absence", "reason", "pages"],
        "properties": [
            "absence": [
                "type": ["string", "null"],
                "enum": .array(StoryShelf.Absence.allCases.map { .string($0.rawValue) } + [.null]),
                "description": "Why the app does not show it; null where it does.",
            ],
            "reason": ["type": ["string", "null"]],
            "pages": ["type": "array", "items": ["$ref": "#/components/schemas/story_page"]],
        ],
    ]
}
