import Core
import Web

/// What the operations are made of.
extension AccountsOpenAPI {
    static let permissions: [String: [Permission]] = [
        "accounts_export": [.readPeople], "accounts_reveal": [.readPeople],
        "accounts_change": [.readPeople, .writePeople],
        "accounts_block": [.writePeople], "accounts_unblock": [.writePeople],
        "accounts_sign_out": [.writePeople], "accounts_password": [.writePeople],
        "accounts_confirmation": [.writePeople], "accounts_push": [.writePeople],
        "accounts_erase": [.writePeople, .readPeople], "accounts_free": [.writePeople, .readPeople],
        "accounts_part_add": [.writePeople], "accounts_part_put": [.writePeople],
        "accounts_part_remove": [.writePeople],
        "accounts_template_put": [.writeSettings], "accounts_template_reset": [.writeSettings],
        "accounts_template_preview": [.readContent],
    ]
    static let text: JSON = ["type": ["string", "null"]]
    static let keyed: JSON = [
        OpenAPI.pathParameter("key", choice(AccountMessage.allCases.map(\.rawValue)))
    ]
    static let filters = AccountQuery.filters.map(\.description)
    static let listed = AccountQuery.parameters.suffix(2).map(\.description)
    static let edited: [String: JSON] = [
        "login": line(Limits.accountLoginLengthMax), "email": text, "push_token": text, "first_name": text,
        "last_name": text, "patronymic": text, "is_confirmed": flag,
    ]
    static let account: JSON = [
        "type": "object",
        "required": ["id", "client_id", "login", "phone", "email", "is_confirmed", "is_blocked", "revision"],
        "properties": [
            "id": uuid, "client_id": uuid, "login": ["type": "string"], "phone": text, "email": text,
            "name": text, "first_name": text, "last_name": text, "patronymic": text, "push_token": text,
            "has_push": flag, "is_masked": flag, "is_confirmed": flag, "is_blocked": flag,
            "is_erased": flag, "is_freed": flag, "balance": ["type": "integer"],
            "invite_code": ["type": "string"], "revision": ["type": "integer"], "created_at": moment,
        ],
    ]
    static let answer = OpenAPI.answer("The account as it is now.", account)
    static let event: JSON = [
        "type": "object", "required": ["id", "at", "kind", "text", "user_id", "client_id"],
        "properties": [
            "id": ["type": "integer"], "at": moment, "kind": ["type": "string"], "text": ["type": "string"],
            "user_id": text, "client_id": text, "user": ["type": ["object", "null"]],
        ],
    ]
    static let client: JSON = [
        "type": "object", "required": ["id", "user_id", "name", "phone", "parts_count"],
        "properties": [
            "id": uuid, "user_id": text, "name": text, "phone": text, "email": text,
            "parts_count": ["type": "integer"], "created_at": moment, "is_erased": flag,
            "parts": ["type": "array", "items": ["type": "object", "properties": .object(part)]],
        ],
    ]
    static let part: [String: JSON] = [
        "domain_id": text, "name": text, "terminal": text, "is_banned": flag,
        "forfeit": ["type": "integer", "minimum": 0, "maximum": .integer(Limits.accountForfeitMax)],
        "discount": ["type": "integer", "minimum": 0, "maximum": 100],
        "channels": [
            "type": "array", "maxItems": .integer(Int64(Limits.accountChannelsMax)),
            "items": [
                "type": "object",
                "properties": ["kind": ["type": "string"], "name": ["type": "string"], "prepay_url": text],
            ],
        ],
    ]
    static let texts: [String: JSON] = [
        "subject": ["type": "string"], "mail": ["type": "string"], "sms": ["type": "string"], "address": text,
    ]
    static let template: JSON = [
        "type": "object",
        "required": ["key", "title", "subject", "mail", "sms", "address", "version", "is_standard"],
        "properties": .object(
            texts.merging([
                "key": ["type": "string"], "title": ["type": "string"], "version": ["type": "integer"],
                "is_standard": flag, "variables": ["type": "array", "items": ["type": "object"]],
                "preview": ["type": "object"],
            ]) { first, _ in first }
        ),
    ]

    static func act(_ name: String, _ summary: String, body: JSON? = nil) -> JSON {
        [
            "parameters": OpenAPI.id,
            "post": operation(name, "\(summary) Needs people.write.", answer, body: body),
        ]
    }
}
