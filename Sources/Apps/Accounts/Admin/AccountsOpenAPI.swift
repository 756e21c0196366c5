import Core
import Web

/// What staff do with accounts as the description of the admin API has it.
enum AccountsOpenAPI {
    private static let base = "\(OpenAPI.prefix)/accounts"

    static let paths: [String: JSON] = [people, acts, clients, templates].reduce([:]) { paths, more in
        paths.merging(more) { first, _ in first }
    }

    private static let people: [String: JSON] = [
        "\(base)/users": [
            "get": operation(
                "accounts_list",
                "The people who use the app, newest first; without people.read they are masked.",
                OpenAPI.page(of: account),
                OpenAPI.paging + filters + listed
            )
        ],
        "\(base)/registered": [
            "get": operation(
                "accounts_registered",
                "Those who have registered between two moments; in the last seven days where none are named.",
                OpenAPI.page(of: account),
                OpenAPI.paging + filters + listed
            )
        ],
        "\(base)/users/export": [
            "get": operation(
                "accounts_export",
                "The same as a table (CSV); needs people.read, and is written down.",
                [
                    "200": [
                        "description": "The table.",
                        "content": ["text/csv": ["schema": ["type": "string"]]],
                    ],
                    "default": ["$ref": "#/components/responses/Problem"],
                ],
                filters + [
                    parameter("phones", flag, "With whole phone numbers."),
                    parameter("bom", flag, "A byte order mark, as Excel expects it."),
                    parameter("separator", choice([",", ";", "tab"]), "Between two cells."),
                ]
            )
        ],
        "\(base)/users/{id}": [
            "parameters": OpenAPI.id,
            "get": operation("accounts_get", "Everything about an account.", answer),
            "patch": operation(
                "accounts_change",
                "Put an account right; what is not named stays. Needs people.read and people.write.",
                answer,
                [revision],
                body: body(edited)
            ),
        ],
        "\(base)/users/{id}/reveal": [
            "parameters": OpenAPI.id,
            "post": operation(
                "accounts_reveal",
                "The whole phone; needs people.read, and is written down.",
                OpenAPI.answer("The phone.", ["type": "object"])
            ),
        ],
        "\(base)/events": [
            "get": operation(
                "accounts_events",
                "What has happened to people, newest first.",
                OpenAPI.page(of: event),
                OpenAPI.paging + [
                    parameter("kind", choice(AccountEvent.Kind.allCases.map(\.rawValue)), "What it was."),
                    parameter("from", moment, "Then or later."), parameter("until", moment, "Before."),
                    parameter("user", uuid, "Of this account."), parameter("client", uuid, "Of this client."),
                ]
            )
        ],
    ]

    private static let acts: [String: JSON] = [
        "\(base)/users/{id}/block": act(
            "accounts_block",
            "End the session and refuse the next one.",
            body: body(["reason": line(Limits.blockReasonLengthMax)], required: ["reason"])
        ),
        "\(base)/users/{id}/unblock": act("accounts_unblock", "Let a blocked person in again."),
        "\(base)/users/{id}/sign-out": act("accounts_sign_out", "End the session."),
        "\(base)/users/{id}/password": act(
            "accounts_password",
            "Make a new password, which is in this answer alone."
        ),
        "\(base)/users/{id}/confirmation": act(
            "accounts_confirmation",
            "Send the link that confirms the address."
        ),
        "\(base)/users/{id}/push": act(
            "accounts_push",
            "Send a notification to the app.",
            body: body(
                ["title": line(Limits.pushTitleLengthMax), "text": line(Limits.pushTextLengthMax)],
                required: ["title", "text"]
            )
        ),
        "\(base)/users/{id}/erase": act(
            "accounts_erase",
            "Take everything personal away for ever.",
            body: body(
                [
                    "digits": [
                        "type": "string",
                        "description":
                            "How the phone ends, at least 2 digits; the login where there is no phone.",
                    ]
                ],
                required: ["digits"]
            )
        ),
        "\(base)/free": [
            "post": operation(
                "accounts_free",
                "Free a number for another test; in test mode only. Needs people.write.",
                answer,
                body: body(["phone": ["type": "string"]], required: ["phone"])
            )
        ],
    ]

    private static let clients: [String: JSON] = [
        "\(base)/clients": [
            "get": operation(
                "accounts_clients",
                "Cards of clients, newest first.",
                OpenAPI.page(of: client),
                OpenAPI.paging + [
                    parameter("q", ["type": "string"], "Digits of the phone, words of the name or address."),
                    parameter("login", flag, "Whether somebody signs in with it."),
                    parameter("parts", flag, "Whether it has data of partner zones."),
                ]
            )
        ],
        "\(base)/clients/{id}": [
            "parameters": OpenAPI.id,
            "get": operation(
                "accounts_client",
                "A card with its partner zones.",
                OpenAPI.answer("It.", client)
            ),
        ],
        "\(base)/clients/{id}/parts": [
            "parameters": OpenAPI.id,
            "post": operation(
                "accounts_part_add",
                "Add a partner zone. Needs people.write.",
                OpenAPI.answer("The card.", client, status: "201"),
                body: body(part)
            ),
        ],
        "\(base)/clients/{id}/parts/{part}": [
            "parameters": [
                OpenAPI.pathParameter("id", uuid), OpenAPI.pathParameter("part", uuid), revision,
            ],
            "put": operation(
                "accounts_part_put",
                "Replace a partner zone. Needs people.write.",
                OpenAPI.answer("The card.", client),
                body: body(part)
            ),
            "delete": operation(
                "accounts_part_remove",
                "Take a partner zone away. Needs people.write.",
                OpenAPI.answer("The card.", client)
            ),
        ],
    ]

    private static let templates: [String: JSON] = [
        "\(base)/templates": [
            "get": operation("accounts_templates", "The texts of messages.", OpenAPI.page(of: template))
        ],
        "\(base)/templates/{key}": [
            "parameters": keyed,
            "get": operation("accounts_template", "One of them.", OpenAPI.answer("It.", template)),
            "put": operation(
                "accounts_template_put",
                "Replace the texts; what stands in braces is checked. Needs settings.write.",
                OpenAPI.answer("The template.", template),
                [revision],
                body: body(texts)
            ),
            "delete": operation(
                "accounts_template_reset",
                "Back to the standard texts. Needs settings.write.",
                OpenAPI.answer("The template.", template),
                [revision]
            ),
        ],
        "\(base)/templates/{key}/preview": [
            "parameters": keyed,
            "post": operation(
                "accounts_template_preview",
                "The texts as the person would see them; nothing is kept.",
                OpenAPI.answer("The texts, and how many SMS one is.", ["type": "object"]),
                body: body(texts)
            ),
        ],
    ]
}

// MARK: Parts

extension AccountsOpenAPI {
    private static let uuid: JSON = ["type": "string", "format": "uuid"]
    private static let moment: JSON = ["type": "string", "format": "date-time"]
    private static let flag: JSON = ["type": "boolean"]
    private static let text: JSON = ["type": ["string", "null"]]
    private static let revision: JSON = [
        "name": "If-Match", "in": "header", "required": true, "schema": ["type": "string"],
        "description": "What is changed, as its `revision` or `version` says it, in quotes.",
    ]
    private static let keyed: JSON = [
        OpenAPI.pathParameter("key", choice(AccountMessage.allCases.map(\.rawValue)))
    ]
    private static let sorts = AccountQuery.Sort.allCases.flatMap { ["-\($0.rawValue)", $0.rawValue] }
    private static let listed = [
        parameter("sort", choice(sorts), "What they go by; names and addresses need people.read."),
        parameter("count", flag, "Tell how many there are in all."),
    ]
    private static let filters: [JSON] = [
        parameter(
            "q",
            ["type": "string", "maxLength": .integer(Int64(Limits.peopleTextLengthMax))],
            "Digits of the phone, words of the name, login or address, or the invite code."
        ),
        parameter("blocked", flag, "Blocked by staff."),
        parameter("confirmed", flag, "Has confirmed the address."),
        parameter("email", flag, "Has an address."), parameter("push", flag, "Can be sent notifications."),
        parameter("erased", flag, "Has been erased."),
        parameter("registered_from", moment, "Registered then or later."),
        parameter("registered_until", moment, "Registered before."),
    ]
    private static let edited: [String: JSON] = [
        "login": line(Limits.accountLoginLengthMax), "email": text, "push_token": text, "first_name": text,
        "last_name": text, "patronymic": text, "is_confirmed": flag,
    ]
    private static let account: JSON = [
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
    private static let answer = OpenAPI.answer("The account as it is now.", account)
    private static let event: JSON = [
        "type": "object", "required": ["id", "at", "kind", "text", "user_id", "client_id"],
        "properties": [
            "id": ["type": "integer"], "at": moment, "kind": ["type": "string"], "text": ["type": "string"],
            "user_id": text, "client_id": text, "user": ["type": ["object", "null"]],
        ],
    ]
    private static let client: JSON = [
        "type": "object", "required": ["id", "user_id", "name", "phone", "parts_count"],
        "properties": [
            "id": uuid, "user_id": text, "name": text, "phone": text, "email": text,
            "parts_count": ["type": "integer"], "created_at": moment,
            "parts": ["type": "array", "items": ["type": "object", "properties": .object(part)]],
        ],
    ]
    private static let part: [String: JSON] = [
        "domain_id": text, "name": text, "terminal": text, "is_banned": flag,
        "forfeit": ["type": "integer", "minimum": 0, "maximum": .integer(Limits.accountForfeitMax)],
        "discount": ["type": "integer", "minimum": 0, "maximum": 100],
        "channels": ["type": "array", "maxItems": .integer(Int64(Limits.accountChannelsMax))],
    ]
    private static let texts: [String: JSON] = [
        "subject": ["type": "string"], "mail": ["type": "string"], "sms": ["type": "string"], "address": text,
    ]
    private static let template: JSON = [
        "type": "object",
        "required": ["key", "title", "subject", "mail", "sms", "address", "version", "is_standard"],
        "properties": .object(
            texts.merging([
                "key": ["type": "string"], "title": ["type": "string"], "version": ["type": "integer"],
                "is_standard": flag, "variables": ["type": "array"], "preview": ["type": "object"],
            ]) { first, _ in first }
        ),
    ]

    private static func line(_ lengthMax: Int) -> JSON {
        ["type": "string", "minLength": 1, "maxLength": .integer(Int64(lengthMax))]
    }

    private static func choice(_ names: [String]) -> JSON {
        ["type": "string", "enum": .array(names.map { .string($0) })]
    }

    private static func parameter(_ name: String, _ schema: JSON, _ description: String) -> JSON {
        ["name": .string(name), "in": "query", "schema": schema, "description": .string(description)]
    }

    private static func body(_ properties: [String: JSON], required: [String] = []) -> JSON {
        OpenAPI.body([
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": .array(required.map { .string($0) }),
        ])
    }

    private static func act(_ name: String, _ summary: String, body: JSON? = nil) -> JSON {
        [
            "parameters": OpenAPI.id,
            "post": operation(name, "\(summary) Needs people.write.", answer, body: body),
        ]
    }

    private static func operation(
        _ name: String,
        _ summary: String,
        _ answers: JSON,
        _ parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        OpenAPI.operation(
            name,
            summary,
            tag: "Accounts",
            answers: answers,
            parameters: parameters,
            body: body
        )
    }
}
