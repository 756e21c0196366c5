import Core
import Flags
import Web

extension OpenAPI {
    static let flagPaths: [String: JSON] = projectPaths.merging(draftPaths) { first, _ in first }
        .merging(versionPaths) { first, _ in first }
        .merging(partPaths) { first, _ in first }

    private static let flags = "\(prefix)/flags"
    private static let project = "\(flags)/{project}"
    private static let thing: JSON = ["type": "object"]

    private static let namespaceParameter: JSON = [
        "name": "namespace", "in": "query",
        "schema": ["type": "string", "default": .string(FlagPlace.clients)],
        "description": "`firebase` for apps, `firebase-server` for servers.",
    ]
    /// The parameters of a template, which a namespace names.
    private static let place: JSON = [flagProjectParameter, namespaceParameter]

    private static func flag(_ name: String, _ summary: String, _ answers: JSON, body: JSON? = nil) -> JSON {
        operation("flags_\(name)", summary, tag: "Flags", answers: answers, body: body)
    }

    private static func members(_ members: [String: JSON], required: [String] = []) -> JSON {
        body([
            "type": "object", "additionalProperties": false, "properties": .object(members),
            "required": .array(required.map { .string($0) }),
        ])
    }

    private static let text: JSON = ["type": "string"]
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let flagBool: JSON = ["type": "boolean"]

    // MARK: Projects

    private static let projectPaths: [String: JSON] = [
        flags: [
            "get": flag("projects", "Apps with their environments.", page(of: thing)),
            "post": flag(
                "project_create",
                "A new environment of an app; clients know each as a Firebase project.",
                answer("The project.", thing, status: "201"),
                body: members(
                    [
                        "id": text, "number": ["type": "integer"], "app": text, "environment": text,
                        "title": text, "settings": thing,
                    ],
                    required: ["id", "app", "environment", "title"]
                )
            ),
        ],
        project: [
            "parameters": [flagProjectParameter],
            "get": flag("project", "One project.", answer("The project.", thing)),
            "patch": flag(
                "project_change",
                "Change the title or the settings.",
                answer("The project.", thing),
                body: members(["title": text, "settings": thing])
            ),
            "delete": flag("project_remove", "Remove a project with everything in it, for ever.", nothing),
        ],
        "\(project)/keys": [
            "parameters": [flagProjectParameter],
            "get": flag("keys", "Keys of clients, without the keys themselves.", page(of: thing)),
            "post": flag(
                "key_create",
                "A new key of clients; it is told this once.",
                answer("The key.", thing, status: "201"),
                body: members(["name": text], required: ["name"])
            ),
        ],
        "\(project)/keys/{id}": [
            "parameters": [flagProjectParameter, idParameter],
            "delete": flag("key_disable", "Shut a key for ever.", nothing),
        ],
        "\(project)/devices": [
            "parameters": [flagProjectParameter],
            "get": flag("devices", "Installations that see the draft first.", page(of: thing)),
        ],
        "\(project)/devices/{id}": [
            "parameters": [flagProjectParameter, idParameter],
            "put": flag(
                "device_add",
                "Let an installation see the draft.",
                answer("The device.", thing),
                body: members(["name": text], required: ["name"])
            ),
            "delete": flag("device_remove", "Let it see what everybody sees.", nothing),
        ],
    ]

    // MARK: Draft and schedule

    private static let draftPaths: [String: JSON] = [
        "\(project)/draft": [
            "parameters": place,
            "get": flag(
                "draft",
                "What is being worked on, with faults and warnings.",
                answer("The draft.", thing)
            ),
            "patch": flag(
                "draft_edit",
                "Make changes, all or none, or publish the draft with them; `If-Match` names its revision.",
                answer("The draft, or what it was published as.", thing),
                body: members(
                    [
                        "publish": flagBool, "allow_empty": flagBool,
                        "edits": [
                            "type": "array", "maxItems": .integer(Int64(Limits.flagEditsMax)),
                            "items": [
                                "type": "object", "required": ["op"],
                                "properties": [
                                    "op": [
                                        "type": "string",
                                        "enum": .array(FlagEdit.operations.map { .string($0) }),
                                    ]
                                ],
                            ],
                        ],
                    ],
                    required: ["edits"]
                )
            ),
            "delete": flag("draft_discard", "Throw the draft away.", answer("What apps see.", thing)),
        ],
        "\(project)/draft/approval": [
            "parameters": place,
            "put": flag("draft_approve", "Agree to the draft as it is.", answer("The draft.", thing)),
        ],
        "\(project)/draft/resolution": [
            "parameters": place,
            "put": flag(
                "draft_resolve",
                "Take in what was published meanwhile, preferring one side where both have changed the same.",
                answer("The draft.", thing),
                body: members(
                    [
                        "prefer": [
                            "type": "string",
                            "enum": .array(FlagMerge.Side.allCases.map { .string($0.rawValue) }),
                        ]
                    ],
                    required: ["prefer"]
                )
            ),
        ],
        "\(project)/draft/publication": [
            "parameters": place,
            "put": flag(
                "draft_publish",
                "Publish the draft or a part of it, now or at a time; `X-Note` says why.",
                answer("The version.", thing)
                    .merged(with: answer("The plan.", thing, status: "201")),
                body: members(["at": time, "allow_empty": flagBool, "mine": flagBool, "only": flagNames])
            ),
        ],
        "\(project)/schedules": [
            "parameters": place,
            "get": flag("schedules", "What is planned, and what has failed.", page(of: thing)),
        ],
        "\(project)/schedules/{id}": [
            "parameters": [flagProjectParameter, idParameter],
            "get": flag("schedule", "A plan, with the flags that it publishes.", answer("The plan.", thing)),
            "delete": flag("schedule_cancel", "Take a plan away.", nothing),
        ],
    ]

    // MARK: Versions

    private static let numberParameter = pathParameter("number", ["type": "integer", "minimum": 1])
    private static let fromParameter: JSON = [
        "name": "from", "in": "query", "schema": ["type": "integer"],
        "description": "The version to compare with; without it the one before.",
    ]

    private static let versionPaths: [String: JSON] = [
        "\(project)/template": [
            "parameters": place,
            "get": flag("template", "What apps see.", answer("The version.", thing)),
            "put": flag(
                "template_publish",
                "Publish a whole template; `If-Match` names the version that it was made from.",
                answer("The version.", thing),
                body: members(
                    ["template": thing, "notes": thing, "allow_empty": flagBool],
                    required: ["template"]
                )
            ),
        ],
        "\(project)/versions": [
            "parameters": place,
            "get": operation(
                "flags_versions",
                "What was published, newest first.",
                tag: "Flags",
                answers: page(of: thing),
                parameters: paging
            ),
        ],
        "\(project)/versions/{number}": [
            "parameters": [flagProjectParameter, namespaceParameter, numberParameter],
            "get": flag("version", "One version.", answer("The version.", thing)),
        ],
        "\(project)/versions/{number}/diff": [
            "parameters": [flagProjectParameter, namespaceParameter, numberParameter, fromParameter],
            "get": flag("version_diff", "What a version has changed.", answer("The changes.", thing)),
        ],
        "\(project)/versions/{number}/restoration": [
            "parameters": [flagProjectParameter, namespaceParameter, numberParameter],
            "put": flag(
                "version_restore",
                "Publish what a version held, or one parameter of it, now or at a time.",
                answer("The new version.", thing)
                    .merged(with: answer("The plan.", thing, status: "201")),
                body: members(["parameter": text, "at": time])
            ),
        ],
        "\(project)/promotion": [
            "parameters": place,
            "get": operation(
                "flags_promotion",
                "What would change if this project became as another.",
                tag: "Flags",
                answers: answer("The changes.", thing),
                parameters: [["name": "from", "in": "query", "required": true, "schema": text]]
            ),
            "put": flag(
                "promote",
                "Publish what another project's apps see.",
                answer("The version.", thing),
                body: members(["from": text], required: ["from"])
            ),
        ],
    ]

    // MARK: Parts, explanations and counts

    private static let partPaths: [String: JSON] = [
        "\(project)/parameters": [
            "parameters": place, "get": flag("parameters", "Every parameter.", page(of: thing)),
        ],
        "\(project)/parameters/{key}": [
            "parameters": [flagProjectParameter, namespaceParameter, pathParameter("key", text)],
            "get": flag("parameter", "One parameter.", answer("The parameter.", thing)),
            "put": flag(
                "parameter_publish",
                "Publish one parameter; the rest stays.",
                answer("The parameter.", thing),
                body: members(["parameter": thing, "group": text, "note": thing], required: ["parameter"])
            ),
            "delete": flag("parameter_remove", "Publish the template without it.", nothing),
        ],
        "\(project)/conditions": [
            "parameters": place,
            "get": flag("conditions", "Every condition, the highest first.", page(of: thing)),
        ],
        "\(project)/conditions/{name}": [
            "parameters": [flagProjectParameter, namespaceParameter, pathParameter("name", text)],
            "get": flag("condition", "One condition.", answer("The condition.", thing)),
            "put": flag(
                "condition_publish",
                "Publish one condition; `at` is its place from 0.",
                answer("The condition.", thing),
                body: members(
                    ["expression": text, "tagColor": text, "description": text, "at": ["type": "integer"]],
                    required: ["expression"]
                )
            ),
            "delete": flag("condition_remove", "Publish the template without it and its values.", nothing),
        ],
        "\(project)/explain": [
            "parameters": place,
            "post": flag(
                "explain",
                "What somebody would get, and why.",
                answer("Conditions and parameters.", thing),
                body: members(["context": thing, "draft": flagBool, "key": text])
            ),
        ],
        "\(project)/lint": [
            "parameters": place,
            "get": flag("lint", "What is hardly meant.", page(of: thing)),
        ],
        "\(project)/statistics": [
            "parameters": place,
            "get": flag("statistics", "How often each parameter was asked for.", page(of: thing)),
        ],
        "\(project)/statistics/{key}": [
            "parameters": [flagProjectParameter, namespaceParameter, pathParameter("key", text)],
            "get": flag("statistics_days", "The same of one parameter, by day and version.", page(of: thing)),
        ],
    ]
}
