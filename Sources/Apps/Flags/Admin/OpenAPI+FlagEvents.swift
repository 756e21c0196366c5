import Core
import Flags
import Web

extension OpenAPI {
    static let flagProjectParameter = pathParameter("project", FlagSchema.project)

    static let flagEventPaths: [String: JSON] = [
        "\(prefix)/flags/{project}/events": [
            "parameters": [flagProjectParameter],
            "get": operation(
                "flags_events",
                "That a draft was edited or a version published, as it happens.",
                tag: "Flags",
                answers: [
                    "200": [
                        "description":
                            "A stream of events named `flags.changed`; the id of each is the step seen.",
                        "content": ["text/event-stream": ["schema": ["type": "string"]]],
                    ],
                    "default": ["$ref": "#/components/responses/Problem"],
                ],
                parameters: [
                    [
                        "name": "namespace", "in": "query",
                        "schema": ["type": "string", "default": .string(FlagPlace.clients)],
                    ],
                    [
                        "name": "after", "in": "query", "schema": ["type": "integer"],
                        "description": "The step that was seen; without it only what comes is told.",
                    ],
                    [
                        "name": "Last-Event-ID", "in": "header", "schema": ["type": "string"],
                        "description": "The last id that was seen.",
                    ],
                ]
            ),
        ]
    ]
}
