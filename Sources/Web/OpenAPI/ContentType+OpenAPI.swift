import Core

extension ContentType {
    /// The fields that an editor may send: all of them, and the window if there is one.
    var fieldsSchema: JSON {
        var properties = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.jsonSchema) })
        if case .between(let from, _, let until, _) = window {
            properties["live_from"] = ["type": "string", "format": "date-time", "title": .string(from.en)]
            properties["live_until"] = ["type": "string", "format": "date-time", "title": .string(until.en)]
        }
        return [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "description": .string(
                "\(title.en). A draft may be incomplete. Null or an empty value takes a field away."
            ),
        ]
    }

    var contentSchema: JSON {
        let fields: JSON = ["$ref": .string("#/components/schemas/\(fieldsName)")]
        // Written out, because generators differ in merging equal members of `allOf`.
        return (OpenAPI.fixedSchemas["Content"] ?? [:]).merged(with: [
            "properties": ["fields": nil, "live": nil]
        ])
        .merged(with: ["properties": ["fields": fields, "live": ["anyOf": [fields, ["type": "null"]]]]])
    }

    /// The operations of this type, by path.
    func paths(under prefix: String) -> [String: JSON] {
        let base = "\(prefix)/\(name)"
        let one = "\(base)/{id}"
        let main: [String: JSON] = [
            base: ["get": list, "post": create],
            "\(base)/schema": [
                "get": operation(
                    "schema",
                    "The form of the type.",
                    OpenAPI.answer("The form.", ["type": "object"])
                )
            ],
            one: ["parameters": OpenAPI.id, "get": show, "patch": save, "delete": remove],
            "\(one)/draft": [
                "parameters": OpenAPI.id, "put": restore,
                "delete": change("discard", "Throw unpublished changes away."),
            ],
            "\(one)/publication": [
                "parameters": OpenAPI.id, "put": change("publish", "Publish the working copy."),
                "delete": change("unpublish", "Take it off every app; it becomes a draft."),
            ],
            "\(one)/position": ["parameters": OpenAPI.id, "put": move],
            "\(one)/flags/{field}": [
                "parameters": [OpenAPI.idParameter, OpenAPI.pathParameter("field", ["type": "string"])],
                "put": setFlag,
            ],
            "\(one)/history": ["parameters": OpenAPI.id, "get": history],
            "\(one)/history/{version}": [
                "parameters": [OpenAPI.idParameter, OpenAPI.pathParameter("version", ["type": "integer"])],
                "get": version,
            ],
        ]
        return main.merging(lifePaths(of: one, under: base)) { first, _ in first }
    }

    /// The name of the fields among the schemas.
    var fieldsName: String { "\(singular)_fields" }
    var content: JSON { ["$ref": .string("#/components/schemas/\(singular)")] }
    private var fieldsBody: JSON {
        OpenAPI.body(["$ref": .string("#/components/schemas/\(fieldsName)")])
    }
    private static let publishParameter: JSON = [
        "name": "publish", "in": "query", "schema": ["type": "boolean", "default": false],
    ]

    func operation(
        _ name: String,
        _ summary: String,
        _ answers: JSON,
        parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        OpenAPI.operation(
            "\(self.name)_\(name)",
            summary,
            tag: title.en,
            answers: answers,
            parameters: parameters,
            body: body
        )
    }

    private var list: JSON {
        let filters = filters.map { field in
            ["name": .string(field.name), "in": "query", "schema": field.filterSchema] as JSON
        }
        let states = Content.State.allCases.map { JSON.string($0.rawValue) }
        let sorts = ContentQuery.Sort.allCases.flatMap {
            [JSON.string($0.rawValue), .string("-\($0.rawValue)")]
        }
        let parameters: [JSON] = [
            RouteParameter("q", .text(lengthMax: Limits.searchTextLengthMax), SearchRoutes.words).description,
            ["name": "state", "in": "query", "schema": ["type": "string", "enum": .array(states)]],
            ["name": "sort", "in": "query", "schema": ["type": "string", "enum": .array(sorts)]],
            [
                "name": "before", "in": "query", "schema": ["type": "string"],
                "description": "In place of cursor: the page that ends before this mark.",
            ],
            [
                "name": "count", "in": "query", "schema": ["type": "boolean", "default": false],
                "description": "Tell as total how many there are on all pages.",
            ],
            [
                "name": "states", "in": "query", "schema": ["type": "boolean", "default": false],
                "description": "Count the contents in each state, also in those that are not asked for.",
            ],
        ]
        return operation(
            "list",
            "A page of contents.",
            OpenAPI.page(of: content).merged(with: Self.previous),
            parameters: parameters + filters + OpenAPI.paging
        )
    }

    private static let previous: JSON = [
        "200": [
            "content": [
                "application/json": [
                    "schema": [
                        "properties": [
                            "previous": [
                                "type": ["string", "null"],
                                "description": "The mark of the page before, for `before`.",
                            ],
                            "total": ["type": "integer"],
                            "states": [
                                "type": "object", "additionalProperties": ["type": "integer"],
                                "description":
                                    "The number in each state, if `states` is true.",
                            ],
                        ]
                    ]
                ]
            ]
        ]
    ]

    private var create: JSON {
        operation(
            "create",
            "A new content: a draft, or published at once.",
            OpenAPI.answer("The new content.", content, status: "201"),
            parameters: [Self.publishParameter, OpenAPI.noteParameter],
            body: fieldsBody
        )
    }

    private var show: JSON {
        operation("get", "One content.", OpenAPI.answer("The content.", content))
    }

    private var save: JSON {
        operation(
            "save",
            "Change the working copy by a merge patch (RFC 7396).",
            OpenAPI.answer("The content.", content),
            parameters: [OpenAPI.versionParameter, OpenAPI.noteParameter, Self.publishParameter],
            body: fieldsBody
        )
    }

    private var remove: JSON {
        operation(
            "remove",
            "Move it to the trash; refused while anything refers to it.",
            OpenAPI.nothing,
            parameters: [
                OpenAPI.versionParameter, OpenAPI.noteParameter, Self.clearParameter, Self.purgeParameter,
            ]
        )
    }

    /// A change without a body.
    func change(_ name: String, _ summary: String, parameters: [JSON] = []) -> JSON {
        operation(
            name,
            summary,
            OpenAPI.answer("The content.", content),
            parameters: [OpenAPI.anyVersionParameter, OpenAPI.noteParameter] + parameters
        )
    }

    private var move: JSON {
        operation(
            "move",
            "Give it another place in its row.",
            OpenAPI.answer("The content.", content),
            body: OpenAPI.body(["$ref": "#/components/schemas/Place"])
        )
    }

    private var setFlag: JSON {
        operation(
            "flag",
            "Switch a flag at once, past the draft.",
            OpenAPI.answer("The content.", content),
            body: OpenAPI.body([
                "type": "object", "required": ["value"], "additionalProperties": false,
                "properties": ["value": ["type": "boolean"]],
            ])
        )
    }

    private var history: JSON {
        operation(
            "history",
            "Its history, newest first.",
            OpenAPI.page(of: ["$ref": "#/components/schemas/HistoryEntry"]),
            parameters: OpenAPI.paging
        )
    }

    private var version: JSON {
        operation(
            "version",
            "One version with its fields, also if the act has left them as they were.",
            OpenAPI.answer("The version.", ["$ref": "#/components/schemas/HistoryEntry"])
        )
    }
}
