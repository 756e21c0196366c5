import Core
import Flags
import Web

/// Schemas of requests and responses of the operations on flags.
enum FlagSchema {
    // MARK: Templates

    private static let value = Schema.described(
        ["type": "object"],
        "Has one of `value` (a text), `useInAppDefault`, and what Google's services decide."
    )

    static let parameter = Schema.object(
        [
            "defaultValue": value, "description": Schema.text,
            "conditionalValues": ["type": "object", "additionalProperties": value],
            "valueType": Schema.choice(of: FlagParameter.ValueType.self),
        ],
        optional: ["defaultValue", "description", "conditionalValues", "valueType"]
    )

    static let conditionMembers: [String: JSON] = [
        "expression": Schema.text, "tagColor": Schema.text, "description": Schema.text,
    ]

    private static let parameters: JSON = ["type": "object", "additionalProperties": parameter]

    /// A template in Firebase's format.
    static let template = Schema.object(
        [
            "conditions": Schema.list(
                of: Schema.object(
                    conditionMembers.merging(["name": Schema.text]) { first, _ in first },
                    optional: ["tagColor", "description"]
                )
            ),
            "parameters": parameters,
            "parameterGroups": [
                "type": "object",
                "additionalProperties": Schema.object(
                    ["description": Schema.text, "parameters": parameters],
                    optional: ["description", "parameters"]
                ),
            ],
        ],
        optional: ["conditions", "parameters", "parameterGroups"]
    )

    /// The metadata of a parameter; `kind` decides which of the other members apply.
    static let note = Schema.object(
        noteMembers,
        optional: Set(noteMembers.keys)
    )

    private static let noteMembers: [String: JSON] = [
        "title": Schema.text, "owner": Schema.text, "is_off": Schema.flag,
        "review_on": ["type": "string", "format": "date"],
        "requires": ["type": "object", "additionalProperties": Schema.text],
        "kind": Schema.choice(["plain", "number", "choice", "schema", "languages"]),
        "min": number, "max": number, "step": number, "warn_below": number, "unit": Schema.text,
        "is_whole": Schema.flag,
        "options": Schema.list(of: Schema.object(["value": Schema.text, "title": Schema.text])),
        "schema": Schema.described(["type": ["object", "boolean"]], "A JSON Schema."),
        "languages": Schema.list(of: Schema.text),
    ]
    private static let number: JSON = ["type": "number"]

    private static let conditionNoteMembers: [String: JSON] = [
        "title": Schema.text, "part_of": Schema.text, "language": Schema.text,
        "tree": Schema.described(["type": "object"], "The clauses that it was made from."),
    ]

    /// The metadata of parameters and conditions, by their names.
    static let notes = Schema.object(
        [
            "parameters": ["type": "object", "additionalProperties": note],
            "conditions": [
                "type": "object",
                "additionalProperties": Schema.object(
                    conditionNoteMembers,
                    optional: Set(conditionNoteMembers.keys)
                ),
            ],
        ],
        optional: ["parameters", "conditions"]
    )

    private static let sheet: [String: JSON] = ["template": template, "notes": notes]

    // MARK: Versions

    private static let infoMembers: [String: JSON] = [
        "number": Schema.integer, "description": Schema.optionalText, "by": Schema.text,
        "staff_id": Schema.optionalText, "email": Schema.text, "door": Schema.text,
        "type": Schema.choice(of: FlagVersion.Update.self),
        "rollback_source": Schema.orNull(Schema.integer),
        "changes": Schema.described(Schema.integer, "The number of changed things."),
        "at": Schema.moment,
    ]

    /// The author, the time and the description of a version.
    static let info = Schema.object(infoMembers)
    /// The same within another response, where empty members are absent.
    static let innerInfo = Schema.object(
        infoMembers,
        optional: ["description", "staff_id", "rollback_source"]
    )
    static let version = Schema.object(infoMembers.with(sheet))

    /// A version with its changes.
    static let publication = Schema.object(infoMembers.with(sheet).with(["diff": changes]))

    /// Versions that others than the author of the request have published.
    static let foreignVersions = Schema.list(
        of: Schema.object(infoMembers.with(["changed": Schema.list(of: Schema.text)]))
    )

    private static let subject = Schema.choice(of: FlagChange.Subject.self)

    static let changes = Schema.list(
        of: Schema.object([
            "subject": subject, "name": Schema.text,
            "kind": Schema.choice(["added", "removed", "changed"]),
            "lines": Schema.list(
                of: Schema.object(
                    ["part": Schema.text, "condition": Schema.text, "before": anything, "after": anything],
                    optional: ["condition", "before", "after"]
                )
            ),
        ])
    )
    private static let anything = Schema.described([:], "Absent if there was nothing.")

    static let warning = Schema.object([
        "reason": Schema.choice(of: FlagWarning.Reason.self), "pointer": Schema.text, "name": Schema.text,
        "detail": Schema.text,
    ])

    // MARK: Drafts

    private static let touchMembers: [String: JSON] = [
        "by": Schema.text, "staff_id": Schema.optionalText, "at": Schema.moment,
    ]

    private static let draftMembers: [String: JSON] = [
        "revision": Schema.integer,
        "exists": Schema.described(Schema.flag, "False if nothing is being worked on."),
        "version": Schema.integer, "changes": changes,
        "clashes": Schema.list(
            of: Schema.object([
                "subject": subject, "name": Schema.text, "parts": Schema.list(of: Schema.text),
            ])
        ),
        "faults": Schema.list(of: Schema.object(["pointer": Schema.text, "detail": Schema.text])),
        "touched": ["type": "object", "additionalProperties": Schema.object(touchMembers)],
        "updated_by": Schema.optionalText, "updated_at": Schema.optionalMoment,
        "approval": Schema.orNull(Schema.object(touchMembers)),
    ]

    /// A draft without its template.
    static let draftState = Schema.object(draftMembers)

    static let draft = Schema.object(
        draftMembers.with(sheet).with([
            "published": innerInfo, "warnings": Schema.list(of: warning),
            "others": Schema.described(
                Schema.list(
                    of: Schema.object(touchMembers.with(["subject": subject, "name": Schema.text]))
                ),
                "The changes in it by others than the caller."
            ),
        ])
    )

    private static let scheduleMembers: [String: JSON] = [
        "id": Schema.uuid, "namespace": Schema.text, "at": Schema.moment,
        "description": Schema.optionalText, "by": Schema.text, "staff_id": Schema.optionalText,
        "created_at": Schema.moment, "failed_at": Schema.optionalMoment,
        "fault": Schema.described(["type": ["object", "null"]], "Why it could not be published."),
        "action": Schema.choice(["publish", "rollback"]), "base": Schema.integer, "to": Schema.integer,
    ]

    static let schedule = Schema.object(scheduleMembers, optional: ["base", "to"])

    /// A schedule with the template that it publishes.
    static let wholeSchedule = Schema.object(
        scheduleMembers.with(sheet),
        optional: ["base", "to", "template", "notes"]
    )
}

extension [String: JSON] {
    /// Merged with other members, which take precedence.
    func with(_ others: [String: JSON]) -> [String: JSON] { merging(others) { _, other in other } }
}
