import Core

extension SearchRoutes {
    /// What OpenAPI says of the search.
    static let openAPIPaths: [String: JSON] = [
        "\(OpenAPI.prefix)/search": [
            "get": OpenAPI.operation(
                "search",
                "Contents of any type that have every word, the best first.",
                tag: "Search",
                answers: OpenAPI.page(of: found),
                parameters: [
                    queryParameter(isRequired: true), typesParameter, limitParameter, cursorParameter,
                ]
            )
        ]
    ]

    /// `q`, here and in lists.
    static func queryParameter(isRequired: Bool) -> JSON {
        [
            "name": "q", "in": "query", "required": .bool(isRequired),
            "schema": [
                "type": "string", "minLength": 1, "maxLength": .integer(Int64(Limits.searchTextLengthMax)),
            ],
            "description": """
            Words or their beginnings, in either script, in the wrong keyboard layout too, with one slip in words of \
            five letters and more. Every word must be found; the best fit comes first.
            """,
        ]
    }

    private static let typesParameter: JSON = [
        "name": "types", "in": "query", "schema": ["type": "string"],
        "description": "Names of types with commas between, `offers,shops`; otherwise all.",
    ]

    private static let limitParameter: JSON = [
        "name": "limit", "in": "query",
        "schema": [
            "type": "integer", "minimum": 1, "maximum": .integer(Int64(Limits.pageSizeMax)),
            "default": .integer(Int64(Limits.searchPageSizeDefault)),
        ],
    ]

    private static let cursorParameter: JSON = [
        "name": "cursor", "in": "query", "schema": ["type": "string"],
    ]

    private static let found: JSON = [
        "type": "object", "required": ["app", "type", "id", "title", "state", "has_draft", "match"],
        "properties": [
            "app": ["type": ["string", "null"]], "type": ["type": "string"],
            "id": ["type": "string", "format": "uuid"], "title": ["type": "string"],
            "state": [
                "type": "string", "enum": .array(Content.State.allCases.map { .string($0.rawValue) }),
            ],
            "has_draft": ["type": "boolean"], "match": ["anyOf": [match, ["type": "null"]]],
        ],
    ]

    private static let match: JSON = [
        "type": "object", "required": ["field", "language", "parts"],
        "description":
            "Where it was found: a field, and a piece of its text cut where words that fit begin and end.",
        "properties": [
            "field": ["type": "string"], "language": ["type": ["string", "null"]],
            "parts": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["text", "is_match"],
                    "properties": ["text": ["type": "string"], "is_match": ["type": "boolean"]],
                ],
            ],
        ],
    ]
}
