import Core
import Hummingbird

/// What leaves the building, and what has become of it, in the admin API.
struct OutboxRoutes: Sendable {
    let services: Services

    func add(to group: RouterGroup<StaffContext>) {
        group.group("outbox")
            .get { request, context in try await list(request, context) }
            .get("{id}") { request, context in
                try context.author.require(.readContent)
                _ = try request.flags([])
                try await services.noteLook(in: "outbox", context)
                return Response.json(json(try await services.outbox.message(try Self.id(context)), context))
            }
            .post("{id}/retry") { _, context in
                let message = try await services.outbox.retry(
                    try Self.id(context),
                    by: context.author,
                    address: context.address
                )
                services.courier.wake()
                return Response.json(json(message, context), status: .accepted)
            }
    }

    private func list(_ request: Request, _ context: StaffContext) async throws -> Response {
        try context.author.require(.readContent)
        let (limit, cursor) = try request.page(besides: ["kind", "state"])
        let state = request.value("state").map { OutboxMessage.State(rawValue: $0) }
        if case .some(nil) = state {
            let names = OutboxMessage.State.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid([
                Fault("#/state", "должно быть одним из: \(names)", "must be one of \(names)")
            ])
        }
        try await services.noteLook(in: "outbox", context)
        let page = try await services.outbox.list(
            kind: request.value("kind").map { OutboxKind($0) },
            state: state ?? nil,
            limit: limit,
            before: cursor
        )
        return .json(["items": .array(page.elements.map { json($0, context) }), "next": JSON(page.next)])
    }

    private func json(_ message: OutboxMessage, _ context: StaffContext) -> JSON {
        message.json(for: context.author, in: context.language)
    }

    private static func id(_ context: StaffContext) throws -> Int64 {
        guard let id = Int64(try context.parameters.require("id")) else {
            throw Problem.notFound(Localized("Такого сообщения нет.", "There is no such message."))
        }
        return id
    }
}

extension OpenAPI {
    private static let messageSchema: JSON = ["$ref": "#/components/schemas/OutboxMessage"]
    private static let numbered: JSON = [pathParameter("id", ["type": "integer"])]
    private static let states: JSON = [
        "type": "string", "enum": .array(OutboxMessage.State.allCases.map { .string($0.rawValue) }),
    ]

    static let outboxSchemas: [String: JSON] = [
        "OutboxMessage": [
            "type": "object",
            "required": [
                "id", "kind", "state", "attempts", "to", "title", "text", "created_at", "next_attempt_at",
                "ended_at", "error",
            ],
            "properties": [
                "id": ["type": "integer"],
                "kind": ["type": "string", "description": "`hook`, `sms`, `mail`, `push` or `flags`."],
                "state": states,
                "attempts": ["type": "integer"],
                "to": [
                    "type": ["string", "null"],
                    "description": "A phone, always masked, or an address, masked without people.read.",
                ],
                "title": ["type": ["string", "null"], "description": "The subject of a mail, or an event."],
                "text": [
                    "type": ["string", "null"],
                    "description":
                        "Null where it has gone, or needs people.read; a code has its digits masked.",
                ],
                "subject": ["type": ["string", "null"], "description": "The id of what it is about."],
                "created_at": ["type": "string", "format": "date-time"],
                "next_attempt_at": ["type": ["string", "null"], "format": "date-time"],
                "ended_at": ["type": ["string", "null"], "format": "date-time"],
                "valid_until": ["type": ["string", "null"], "format": "date-time"],
                "error": ["type": ["string", "null"]],
            ],
        ]
    ]

    static let outboxPaths: [String: JSON] = [
        "\(prefix)/outbox": [
            "get": operation(
                "outbox",
                "What leaves the building, newest first.",
                tag: "Outbox",
                answers: page(of: messageSchema),
                parameters: paging + [
                    ["name": "kind", "in": "query", "schema": ["type": "string"]],
                    ["name": "state", "in": "query", "schema": states],
                ]
            )
        ],
        "\(prefix)/outbox/{id}": [
            "parameters": numbered,
            "get": operation(
                "outbox_get",
                "One message.",
                tag: "Outbox",
                answers: answer("It.", messageSchema)
            ),
        ],
        "\(prefix)/outbox/{id}/retry": [
            "parameters": numbered,
            "post": operation(
                "outbox_retry",
                "Send a message again at once; what is sent already, or too late, is a conflict. Of a web hook: hooks.manage.",
                tag: "Outbox",
                answers: answer("What is to be sent.", messageSchema, status: "202")
            ),
        ],
    ]
}
