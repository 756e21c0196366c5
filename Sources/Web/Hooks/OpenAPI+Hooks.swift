import Core

extension OpenAPI {
    private static let time: JSON = ["type": "string", "format": "date-time"]
    private static let optionalTime: JSON = ["type": ["string", "null"], "format": "date-time"]
    private static let events: JSON = [
        "type": "array", "minItems": 1, "maxItems": .integer(Int64(Limits.hookEventsMax)),
        "items": ["type": "string", "enum": .array(HookEvent.patterns.map { .string($0) })],
    ]
    private static let types: JSON = [
        "type": ["array", "null"], "items": ["type": "string"],
        "description": "Only contents of these types; null for all.",
    ]

    static let hookSchemas: [String: JSON] = [
        "Hook": [
            "type": "object",
            "required": ["id", "url", "description", "events", "types", "is_active", "created_at"],
            "properties": [
                "id": ["type": "string", "format": "uuid"], "url": ["type": "string", "format": "uri"],
                "description": ["type": "string"], "events": events, "types": types,
                "is_active": ["type": "boolean"], "created_at": time, "created_by": ["type": "string"],
                "updated_at": time, "previous_secret_until": optionalTime,
                "failing_since": .object([
                    "type": ["string", "null"], "format": "date-time",
                    "description": "Since when there were only failures.",
                ]),
                "switched_off": [
                    "type": ["object", "null"],
                    "description": "Why the server itself has switched it off.",
                    "properties": [
                        "reason": [
                            "type": "string",
                            "enum": .array(Hook.OffReason.allCases.map { .string($0.rawValue) }),
                        ],
                        "at": time,
                    ],
                ],
                "secret": ["type": "string", "description": "Only where it was made: it is told this once."],
            ],
        ],
        "HookChange": [
            "type": "object", "additionalProperties": false,
            "properties": [
                "url": ["type": "string", "maxLength": .integer(Int64(Limits.urlLengthMax))],
                "description": [
                    "type": "string", "maxLength": .integer(Int64(Limits.hookDescriptionLengthMax)),
                ],
                "events": events, "types": types, "is_active": ["type": "boolean"],
            ],
        ],
        "HookDelivery": [
            "type": "object",
            "required": ["id", "event_id", "event", "state", "attempts", "created_at", "log"],
            "properties": [
                "id": ["type": "integer"],
                "event_id": ["type": "string", "description": "What the receiver knows it by."],
                "event": ["type": "string"], "content": ["type": ["object", "null"]],
                "state": [
                    "type": "string",
                    "enum": .array(OutboxMessage.State.allCases.map { .string($0.rawValue) }),
                ],
                "attempts": ["type": "integer"], "created_at": time, "next_attempt_at": optionalTime,
                "ended_at": optionalTime, "error": ["type": ["string", "null"]],
                "log": [
                    "type": "array",
                    "items": [
                        "type": "object",
                        "properties": [
                            "attempt": ["type": "integer"], "at": time,
                            "status": ["type": ["integer", "null"]],
                            "error": ["type": ["string", "null"]], "duration_ms": ["type": "integer"],
                            "answer_type": [
                                "type": ["string", "null"], "description": "The Content-Type of the answer.",
                            ],
                            "answer_size": [
                                "type": ["integer", "null"],
                                "description": "The bytes of the answer, which itself is not kept.",
                            ],
                        ],
                    ],
                ],
            ],
        ],
    ]

    static let hookPaths: [String: JSON] = [
        "\(prefix)/hooks": [
            "get": hook("hooks_list", "The web hooks.", page(of: hookSchema)),
            "post": hook(
                "hooks_create",
                "A new web hook; its secret is told this once.",
                answer("The web hook.", hookSchema, status: "201"),
                body: body(["allOf": [changeSchema, ["required": ["url"]]]])
            )
            .merged(with: ["description": .string(description)]),
        ],
        "\(prefix)/hooks/{id}": [
            "parameters": id, "get": hook("hooks_get", "One web hook.", answer("It.", hookSchema)),
            "patch": hook(
                "hooks_change",
                "Change a web hook.",
                answer("The web hook.", hookSchema),
                body: body(changeSchema)
            ),
            "delete": hook("hooks_remove", "Take a web hook away, with its log.", nothing),
        ],
        "\(prefix)/hooks/{id}/secret": [
            "parameters": id,
            "post": hook(
                "hooks_rotate",
                "A new secret, told this once; the one before signs too for 24 hours.",
                answer("The web hook with its secret.", hookSchema)
            ),
        ],
        "\(prefix)/hooks/{id}/test": [
            "parameters": id,
            "post": hook(
                "hooks_test",
                "Send the event hook.test, once, also where the web hook is off.",
                answer("What is to be delivered.", deliverySchema, status: "202")
            ),
        ],
        "\(prefix)/hooks/{id}/deliveries": [
            "parameters": id,
            "get": hook(
                "hooks_deliveries",
                "What was delivered and what was not, newest first.",
                page(of: deliverySchema),
                parameters: paging
            ),
        ],
        "\(prefix)/hooks/{id}/deliveries/{number}": [
            "parameters": .array(numbered),
            "get": hook("hooks_delivery", "One delivery.", answer("It.", deliverySchema)),
        ],
        "\(prefix)/hooks/{id}/deliveries/{number}/retry": [
            "parameters": .array(numbered),
            "post": hook(
                "hooks_retry",
                "Send a delivery again, with the same event id.",
                answer("What is to be delivered.", deliverySchema, status: "202")
            ),
        ],
    ]

    private static let hookSchema: JSON = ["$ref": "#/components/schemas/Hook"]
    private static let changeSchema: JSON = ["$ref": "#/components/schemas/HookChange"]
    private static let deliverySchema: JSON = ["$ref": "#/components/schemas/HookDelivery"]
    private static let numbered: [JSON] = [idParameter, pathParameter("number", ["type": "integer"])]

    private static func hook(
        _ name: String,
        _ summary: String,
        _ answers: JSON,
        parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        operation(name, summary, tag: "Web hooks", answers: answers, parameters: parameters, body: body)
    }

    private static let description = """
        Each event is sent as a POST whose body is JSON: `id` (the event id), `event`, `at`, `by`, `door`, `note`, \
        `content` (a Content) and `truncated`, which is true where `fields` and `live` were left out because the body \
        would have been over \(Limits.hookPayloadSizeMax) bytes.

        `Vitrina-Event` names the event, `Vitrina-Delivery` is the event id, and `Vitrina-Signature` has the form \
        `t=<seconds since 1970>,v1=<hex>`. To verify it: take the secret as it was shown (the whole text, in UTF-8) as \
        the key, compute HMAC-SHA256 of the digits of `t`, a full stop and the body as it came, byte by byte; compare \
        the hexadecimal digest with each `v1` in constant time (there are two for 24 hours after a new secret), and \
        refuse a `t` that is more than 5 minutes away from your clock.

        Only public addresses are reached: one of this machine or its network is refused when it is about to be \
        connected to, unless its host is in the setting `hook_hosts` of the server. Of an answer the log keeps its status, \
        type, size and time.

        Any answer of 2xx within 10 seconds is a delivery; redirects are not followed. 410 switches the web hook off. \
        Everything else is tried \(Limits.outboxAttemptsMax) times over about a day, with growing pauses. An event may \
        come more than once, always with the same event id, and the order is not promised: the `version` of the \
        content tells which is newer. After 5 days of nothing but failures the web hook is switched off, and says so.
        """
}
