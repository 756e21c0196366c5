import Core
import Web

extension OpenAPI {
    /// The paths of clients that are not Firebase's: our own and OFREP's.
    static let flagClientPaths: [String: JSON] = [
        "/config/v1/{project}/values": [
            "parameters": [flagProjectParameter],
            "get": values("flag_values", parameters: queryParameters),
            "post": values(
                "flag_values_for",
                body: body([
                    "type": "object",
                    "properties": .object(
                        members.mapValues { ["type": "string", "description": .string($0)] }.merging([
                            "signals": [
                                "type": "object",
                                "description": "Any values that the app sends about itself.",
                            ]
                        ]) { $1 }
                    ),
                ])
            ),
        ],
        "/ofrep/v1/evaluate/flags/{key}": [
            "parameters": [pathParameter("key", ["type": "string"])],
            "post": evaluation("ofrep_flag", "One flag for a context.", errors: ["404"]),
        ],
        "/ofrep/v1/evaluate/flags": [
            "post": evaluation("ofrep_flags", "Every flag for a context.", errors: ["304"])
        ],
        "/ofrep/v1/configuration": [
            "get": keyed("ofrep_configuration", "The settings of a provider.", status: ["304", "401"])
        ],
    ]

    /// The authentication of apps.
    static let flagClientSchemes: [String: JSON] = [
        "flag_key": ["type": "apiKey", "in": "header", "name": "X-API-Key"]
    ]

    private static let members = [
        "id": "Of the installation; shares of users are counted from it.",
        "app_id": "As Firebase names apps.", "platform": "ios, android or web.", "app_version": "2.1.0",
        "app_build": "The number of the build.", "country": "ISO 3166-1.", "language": "BCP 47.",
    ]

    private static let queryParameters: [JSON] =
        members.sorted { $0.key < $1.key }.map { name, description in
            [
                "name": .string(name), "in": "query", "schema": ["type": "string"],
                "description": .string(description),
            ]
        } + [
            [
                "name": "signals", "in": "query", "schema": ["type": "string"],
                "description": "Any values that the app sends about itself, an object of JSON.",
            ]
        ]

    private static func values(_ name: String, parameters: [JSON] = [], body: JSON? = nil) -> JSON {
        keyed(
            name,
            "The values that hold for an app.",
            status: ["304", "400", "403", "404"],
            parameters: parameters,
            body: body,
            schema: [
                "type": "object", "required": ["entries", "templateVersion"],
                "properties": [
                    "entries": ["type": "object", "additionalProperties": ["type": "string"]],
                    "templateVersion": ["type": "string"],
                ],
            ]
        )
    }

    /// A path of OFREP 0.3.0.
    private static func evaluation(_ name: String, _ summary: String, errors: [String]) -> JSON {
        keyed(
            name,
            summary,
            status: errors + ["400", "401", "403", "429"],
            body: body(["type": "object", "properties": ["context": ["type": "object"]]])
        )
    }

    private static func keyed(
        _ name: String,
        _ summary: String,
        status: [String],
        parameters: [JSON] = [],
        body: JSON? = nil,
        schema: JSON = ["type": "object"]
    ) -> JSON {
        var answers: [String: JSON] = [
            "200": [
                "description": "The answer, with an ETag.",
                "content": ["application/json": ["schema": schema]],
            ]
        ]
        for code in status { answers[code] = ["description": .string(reasons[code] ?? "A fault.")] }
        return operation(
            name,
            summary,
            tag: "Flags of apps",
            answers: .object(answers),
            parameters: parameters,
            body: body
        )
        .merged(with: ["security": [["flag_key": []]]])
    }

    private static let reasons = [
        "304": "Nothing has changed.", "400": "The request cannot be understood.", "401": "A key is needed.",
        "403": "The key does not open this.", "404": "There is no such thing.", "429": "Too many requests.",
    ]
}
