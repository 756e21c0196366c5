import Core

extension ContentType {
    /// The operations on the schedule of one entry of this type, by path.
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
    static let scheduleSchemas: [String: JSON] = [
        "Schedule": Schema.object([
            "publication": Schema.orNull(change), "withdrawal": Schema.orNull(change),
            "release": Schema.orNull(place),
        ]),
        "Release": Schema.object(
            [
                "id": Schema.uuid, "version": Schema.integer, "title": Schema.text,
                "note": Schema.optionalText,
                "state": Schema.choice(of: Release.State.self), "at": Schema.optionalMoment,
                "by": Schema.text,
                "created_at": Schema.moment, "created_by": Schema.text, "updated_at": Schema.moment,
                "updated_by": Schema.text, "ended_at": Schema.optionalMoment,
                "fault": Schema.orNull(scheduleFault), "item_count": Schema.integer,
                "items": Schema.described(Schema.list(of: releaseItem), "Not in lists."),
            ],
            optional: ["items"]
        ),
        "AgendaEntry": Schema.object(
            [
                "state": Schema.choice(of: Agenda.Entry.State.self),
                "action": Schema.choice(of: Agenda.Entry.Action.self), "at": Schema.moment, "id": Schema.uuid,
                "type": Schema.optionalText, "title": Schema.text, "by": Schema.optionalText,
                "note": Schema.optionalText, "fault": Schema.orNull(scheduleFault),
                "items": Schema.described(Schema.list(of: agendaItem), "Of a release."),
            ],
            optional: ["fault", "items"]
        ),
    ]

    private static let actions = Schema.choice(of: Schedule.Action.self)

    private static let scheduleFault = Schema.described(
        Schema.object(
            ["type": Schema.text, "detail": Schema.text, "errors": Schema.list(of: fault)],
            optional: ["type", "detail", "errors"]
        ),
        "Why it could not be done."
    )

    private static let change = Schema.object([
        "at": Schema.moment, "by": Schema.text, "note": Schema.optionalText,
        "failed_at": Schema.optionalMoment,
        "fault": Schema.orNull(scheduleFault),
    ])

    private static let place = Schema.object([
        "id": Schema.uuid, "title": Schema.text, "action": actions, "at": Schema.optionalMoment,
    ])

    private static let agendaItem = Schema.object([
        "id": Schema.uuid, "type": Schema.text, "title": Schema.text, "action": actions,
    ])

    private static let releaseItem = Schema.object(
        [
            "id": Schema.uuid, "type": Schema.text, "title": Schema.text, "state": Schema.text,
            "has_draft": Schema.flag, "version": Schema.integer, "action": actions,
            "ready": Schema.described(Schema.flag, "It could be done now."), "faults": Schema.list(of: fault),
            "warnings": Schema.list(of: fault),
        ],
        optional: ["ready", "faults", "warnings"]
    )
}
