import Core
import Web

/// JSON Schema of accounts, clients and partner zones in the admin API.
enum AccountSchema {
    static let account = account(also: [:])

    /// An account with members that only one response has.
    static func account(also more: [String: JSON]) -> JSON {
        Schema.object(fields.merging(more) { first, _ in first }, optional: details.union(more.keys))
    }
    static let client = Schema.object(
        [
            "id": Schema.uuid, "user_id": Schema.optionalText, "has_login": Schema.flag,
            "name": Schema.optionalText, "phone": Schema.optionalText, "email": Schema.optionalText,
            "parts_count": Schema.integer, "is_masked": Schema.flag, "is_erased": Schema.flag,
            "created_at": Schema.moment, "parts": Schema.list(of: part),
        ],
        optional: ["parts"]
    )
    static let part = Schema.object(
        zone.merging(
            [
                "id": Schema.uuid, "is_told": Schema.flag, "updated_at": Schema.moment,
                "revision": Schema.integer,
            ]
        ) { first, _ in first },
        optional: ["revision"]
    )
    /// A body with the data of a partner zone.
    static let newPart = Schema.body(zone)
    private static let event = Schema.object([
        "id": Schema.integer, "at": Schema.moment, "kind": Schema.text, "text": Schema.text,
        "user_id": Schema.optionalText, "client_id": Schema.optionalText,
    ])

    static func line(_ lengthMax: Int) -> JSON {
        Schema.text(lengthMax: lengthMax).adding(["minLength": 1])
    }

    /// Members that only the response about one account has.
    private static let details: Set = [
        "birthday", "profile", "room", "base", "notifications", "is_signed_in", "parts", "invited_count",
        "inviter", "events",
    ]

    private static let fields: [String: JSON] = [
        "id": Schema.uuid, "client_id": Schema.uuid, "login": Schema.text, "phone": Schema.optionalText,
        "email": Schema.optionalText, "name": Schema.optionalText, "first_name": Schema.optionalText,
        "last_name": Schema.optionalText, "patronymic": Schema.optionalText,
        "push_token": Schema.optionalText, "has_push": Schema.flag, "is_masked": Schema.flag,
        "is_confirmed": Schema.flag, "confirmed_at": Schema.optionalMoment, "is_blocked": Schema.flag,
        "blocked_at": Schema.optionalMoment, "block_reason": Schema.optionalText, "is_erased": Schema.flag,
        "erased_at": Schema.optionalMoment, "is_freed": Schema.flag, "freed_at": Schema.optionalMoment,
        "created_at": Schema.moment, "signed_in_at": Schema.optionalMoment, "balance": Schema.integer,
        "invite_code": Schema.text, "revision": Schema.integer, "birthday": Schema.optionalText,
        "profile": ["type": "object", "additionalProperties": Schema.text], "room": Schema.optionalText,
        "base": Schema.optionalText, "notifications": Schema.optionalText, "is_signed_in": Schema.flag,
        "parts": Schema.list(of: part), "invited_count": Schema.integer,
        "inviter": Schema.orNull(
            Schema.object(["id": Schema.uuid, "name": Schema.optionalText, "login": Schema.text])
        ),
        "events": Schema.list(of: event),
    ]

    private static let zone: [String: JSON] = [
        "domain_id": Schema.optionalText, "name": Schema.optionalText, "terminal": Schema.optionalText,
        "is_banned": Schema.flag, "forfeit": Schema.integer(0...Limits.accountForfeitMax),
        "discount": Schema.integer(0...100),
        "channels": Schema.list(
            of: Schema.object(
                ["kind": Schema.text, "name": Schema.text, "prepay_url": Schema.optionalText],
                optional: ["prepay_url"]
            )
        ).adding(["maxItems": .integer(Int64(Limits.accountChannelsMax))]),
    ]
}
