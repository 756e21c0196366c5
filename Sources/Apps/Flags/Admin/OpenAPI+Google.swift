import Core
import Flags
import Web

extension OpenAPI {
    static let googlePaths: [String: JSON] = [
        "\(google)": [
            "parameters": googlePlace,
            "get": operation(
                "flags_google",
                "How the template stands with Firebase: what went there last, and what went wrong.",
                tag: "Flags",
                answers: answer("The state.", ["type": "object"]),
                parameters: [
                    [
                        "name": "compare", "in": "query", "schema": ["type": "boolean", "default": false],
                        "description": "Ask Firebase, and tell what would change there.",
                    ]
                ]
            ),
        ],
        "\(google)/push": [
            "parameters": googlePlace,
            "post": operation(
                "flags_google_push",
                "Send what apps see now; 409 where others have changed theirs.",
                tag: "Flags",
                answers: answer("The state.", ["type": "object"]),
                body: body([
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "force": [
                            "type": "boolean", "description": "What others have changed there is to go.",
                        ],
                        "etag": ["type": "string", "description": "Only if theirs has this entity tag."],
                    ],
                ])
            ),
        ],
        "\(google)/pull": [
            "parameters": googlePlace,
            "post": operation(
                "flags_google_pull",
                "Take theirs into the draft; 409 where both have changed the same and no side is preferred.",
                tag: "Flags",
                answers: answer("The draft.", ["type": "object"]),
                body: body([
                    "type": "object", "additionalProperties": false,
                    "properties": [
                        "prefer": [
                            "type": "string",
                            "enum": .array(FlagMerge.Side.allCases.map { .string($0.rawValue) }),
                        ]
                    ],
                ])
            ),
        ],
    ]

    private static let google = "\(prefix)/flags/{project}/google"
    private static let googlePlace: JSON = [
        flagProjectParameter,
        [
            "name": "namespace", "in": "query",
            "schema": ["type": "string", "default": .string(FlagPlace.clients)],
            "description": "`firebase` for apps, `firebase-server` for servers.",
        ],
    ]
}
