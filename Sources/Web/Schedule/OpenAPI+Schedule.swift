import Core

extension ContentType {
    /// The operations on the schedule of one content of this type, by path.
    func schedulePaths(under prefix: String) -> [String: JSON] {
        let content: JSON = ["$ref": .string("#/components/schemas/\(singular)")]
        let paths = Schedule.Action.allCases.map { action -> (String, JSON) in
            let what =
                action == .publish ? "its draft, as it is then, published" : "it withdrawn from every app"
            let put = OpenAPI.operation(
                "\(name)_schedule_\(action.noun)",
                "Have \(what) at a time; takes the place of a time that was set before.",
                tag: title.en,
                answers: OpenAPI.answer("The content.", content),
                parameters: [OpenAPI.noteParameter],
                body: OpenAPI.body([
                    "type": "object", "required": ["at"], "additionalProperties": false,
                    "properties": ["at": ["type": "string", "format": "date-time"]],
                ])
            )
            let cancel = OpenAPI.operation(
                "\(name)_cancel_\(action.noun)",
                "Cancel it.",
                tag: title.en,
                answers: OpenAPI.answer("The content.", content)
            )
            let item: JSON = ["parameters": OpenAPI.id, "put": put, "delete": cancel]
            return ("\(prefix)/\(name)/{id}/schedule/\(action.noun)", item)
        }
        return Dictionary(uniqueKeysWithValues: paths)
    }
}

extension OpenAPI {
    static let schedulePaths: [String: JSON] = [
        "\(prefix)/releases": [
            "get": release(
                "list",
                "The releases, newest first, without their items.",
                answers: page(of: releaseSchema),
                parameters: [
                    ["name": "state", "in": "query", "schema": ["type": "string", "enum": states]]
                ] + paging
            ),
            "post": release(
                "create",
                "A new release, with a time or without.",
                answers: answer("The release.", releaseSchema, status: "201"),
                body: releaseBody
            ),
        ],
        "\(prefix)/releases/{id}": [
            "parameters": releaseID, "get": release("get", "One release with its items."),
            "patch": release(
                "change",
                "Change title, note or time by a merge patch; a time opens a failed release again.",
                parameters: [versionParameter],
                body: releaseBody
            ),
            "delete": release(
                "cancel",
                "Call it off; its contents stay as they are.",
                parameters: [versionParameter]
            ),
        ],
        "\(prefix)/releases/{id}/publication": [
            "parameters": releaseID,
            "put": release(
                "publish",
                "Do everything in it now, all or none; otherwise every fault is told with its item.",
                parameters: [versionParameter, noteParameter]
            ),
        ],
        "\(prefix)/releases/{id}/items/{content}": [
            "parameters": .array(
                (releaseID.array ?? []) + [
                    pathParameter("content", ["type": "string", "format": "uuid"])
                ]
            ),
            "put": release(
                "put",
                "Put a content into it; a content stands in one open release at most.",
                body: body([
                    "type": "object", "required": ["action"], "additionalProperties": false,
                    "properties": ["action": ["type": "string", "enum": actions]],
                ])
            ),
            "delete": release("take", "Take a content out of it."),
        ],
        "\(prefix)/agenda": [
            "get": operation(
                "agenda",
                "What will change, by time; what has failed or is overdue comes first.",
                tag: "Releases",
                answers: page(of: ["$ref": "#/components/schemas/AgendaEntry"]),
                parameters: agendaParameters + paging
            )
        ],
    ]

    static let scheduleSchemas: [String: JSON] = [
        "Schedule": [
            "type": "object", "required": ["publication", "withdrawal", "release"],
            "properties": [
                "publication": orNull(change), "withdrawal": orNull(change), "release": orNull(place),
            ],
        ],
        "Release": [
            "type": "object",
            "required": ["id", "version", "title", "note", "state", "at", "by", "fault", "item_count"],
            "properties": .object(releaseProperties),
        ],
        "AgendaEntry": [
            "type": "object", "required": ["state", "action", "at", "id", "type", "title", "by", "note"],
            "properties": [
                "state": names(Agenda.Entry.State.allCases.map(\.rawValue)),
                "action": names(Agenda.Entry.Action.allCases.map(\.rawValue)), "at": moment, "id": uuid,
                "type": optionalText, "title": text, "by": optionalText, "note": optionalText,
                "fault": orNull(scheduleFault),
                "items": ["type": "array", "items": ["type": "object"], "description": "Of a release."],
            ],
        ],
    ]

    private static let states = JSON.array(Release.State.allCases.map { .string($0.rawValue) })
    private static let actions = JSON.array(Schedule.Action.allCases.map { .string($0.rawValue) })
    private static let releaseSchema: JSON = ["$ref": "#/components/schemas/Release"]
    private static let releaseID: JSON = [pathParameter("id", uuid)]
    private static let uuid: JSON = ["type": "string", "format": "uuid"]
    private static let text: JSON = ["type": "string"]
    private static let optionalText: JSON = ["type": ["string", "null"]]
    private static let moment: JSON = ["type": "string", "format": "date-time"]
    private static let optionalMoment: JSON = ["type": ["string", "null"], "format": "date-time"]

    private static let releaseBody = body([
        "type": "object", "additionalProperties": false,
        "properties": [
            "title": ["type": "string", "maxLength": .integer(Int64(Limits.releaseTitleLengthMax))],
            "note": ["type": ["string", "null"], "maxLength": .integer(Int64(Limits.noteLengthMax))],
            "at": optionalMoment,
        ],
    ])

    private static let agendaParameters: [JSON] = [
        [
            "name": "days", "in": "query",
            "schema": [
                "type": "integer", "minimum": 1, "maximum": .integer(Int64(Limits.agendaDaysMax)),
                "default": .integer(Int64(Limits.agendaDaysDefault)),
            ],
        ],
        ["name": "from", "in": "query", "schema": moment],
        ["name": "until", "in": "query", "schema": moment],
    ]

    private static let scheduleFault: JSON = [
        "type": "object", "description": "Why it could not be done.",
        "properties": [
            "type": text, "detail": text, "errors": ["type": "array", "items": ["type": "object"]],
        ],
    ]

    private static let change: JSON = [
        "type": "object", "required": ["at", "by", "note", "failed_at", "fault"],
        "properties": [
            "at": moment, "by": text, "note": optionalText, "failed_at": optionalMoment,
            "fault": orNull(scheduleFault),
        ],
    ]

    private static let place: JSON = [
        "type": "object", "required": ["id", "title", "action", "at"],
        "properties": [
            "id": uuid, "title": text, "action": ["type": "string", "enum": actions], "at": optionalMoment,
        ],
    ]

    private static let releaseProperties: [String: JSON] = [
        "id": uuid, "version": ["type": "integer"], "title": text, "note": optionalText,
        "state": ["type": "string", "enum": states], "at": optionalMoment, "by": text, "created_at": moment,
        "created_by": text, "updated_at": moment, "updated_by": text, "ended_at": optionalMoment,
        "fault": orNull(scheduleFault), "item_count": ["type": "integer"],
        "items": ["type": "array", "items": releaseItem, "description": "Not in lists."],
    ]

    private static let releaseItem: JSON = [
        "type": "object",
        "properties": [
            "id": uuid, "type": text, "title": text, "state": text, "has_draft": ["type": "boolean"],
            "version": ["type": "integer"], "action": ["type": "string", "enum": actions],
            "ready": ["type": "boolean", "description": "It could be done now."],
            "faults": ["type": "array", "items": ["type": "object"]],
            "warnings": ["type": "array", "items": ["type": "object"]],
        ],
    ]

    private static func orNull(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

    private static func names(_ names: [String]) -> JSON {
        ["type": "string", "enum": .array(names.map { .string($0) })]
    }

    private static func release(
        _ name: String,
        _ summary: String,
        answers: JSON = answer("The release.", releaseSchema),
        parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        operation(
            "release_\(name)",
            summary,
            tag: "Releases",
            answers: answers,
            parameters: parameters,
            body: body
        )
    }
}
