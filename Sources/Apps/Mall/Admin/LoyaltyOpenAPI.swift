import Core
import Storage
import Web

/// The OpenAPI section of the loyalty programme for staff.
enum LoyaltyOpenAPI: OpenAPISection {
    static let tag = "Loyalty"

    private static let mall = "\(OpenAPI.prefix)/mall"

    static let permissions: [String: [Permission]] = [
        "points_export": [.readPeople], "points_correct": [.correctPoints],
        "guests_export": [.readPeople], "guests_cancel": [.writePeople],
    ]

    static let paths: [String: JSON] = ledger.merging(goods) { first, _ in first }

    private static let ledger: [String: JSON] = [
        "\(mall)/points": [
            "get": list("points_list", "The ledger, newest first.", entry, pointsFilters)
        ],
        "\(mall)/points/sums": [
            "get": shown("points_sums", "What the lines add up to.", object, pointsFilters)
        ],
        "\(mall)/points/verify": [
            "get": shown("points_verify", "Whether every balance is the sum of its entries.", object)
        ],
        "\(mall)/points/accounts": [
            "get": shown(
                "points_accounts",
                "Accounts by the last digits of a phone.",
                object,
                [
                    parameter(
                        "phone",
                        ["type": "string"],
                        "2 to 15 digits; without people.read the last 2, or the whole number."
                    )
                ]
            )
        ],
        "\(mall)/points/export": ["get": table("points_export", "The ledger as a table.", pointsFilters)],
        "\(mall)/users/{id}/points": [
            "parameters": user, "get": shown("points_account", "The points of a person.", object),
            "post": OpenAPI.operation(
                "points_correct",
                "Give points to a person, or take them; needs points.write.",
                tag: "Loyalty",
                answers: OpenAPI.answer("The line of the ledger.", entry, status: "201"),
                body: OpenAPI.body([
                    "type": "object", "additionalProperties": false, "required": ["change", "reason"],
                    "properties": [
                        "change": [
                            "type": "integer", "minimum": .integer(-Limits.pointsCorrectionMax),
                            "maximum": .integer(Limits.pointsCorrectionMax), "not": ["const": 0],
                        ],
                        "reason": [
                            "type": "string", "minLength": 1,
                            "maxLength": .integer(Int64(Limits.pointsReasonLengthMax)),
                        ],
                    ],
                ])
            ),
        ],
    ]

    private static let goods: [String: JSON] = [
        "\(mall)/events/{id}/people": [
            "parameters": user, "get": list("guests_list", "Who comes to an event.", object, guestFilters),
        ],
        "\(mall)/events/{id}/people/export": [
            "parameters": user, "get": table("guests_export", "Who comes to an event, as a table.", []),
        ],
        "\(mall)/events/{id}/people/{user}": [
            "parameters": .array((user.array ?? []) + [OpenAPI.pathParameter("user", uuid)]),
            "delete": OpenAPI.operation(
                "guests_cancel",
                "Take somebody off the list of an event and give the points back; needs people.write.",
                tag: "Loyalty",
                answers: OpenAPI.nothing,
                parameters: [OpenAPI.noteParameter]
            ),
        ],
        "\(mall)/guests": ["get": list("guests_all", "Who has registered for events.", object, guestFilters)],
        "\(mall)/stock": [
            "get": shown(
                "stock",
                "How many are taken and left of offers, and how many come to events.",
                object,
                [parameter("ids", ["type": "string"], "Ids with commas between.")]
            )
        ],
    ]

    // MARK: Parts

    private static let object: JSON = ["type": "object"]
    private static let user: JSON = [OpenAPI.pathParameter("id", uuid)]
    private static let phone = parameter(
        "phone",
        ["type": "string"],
        "Its last digits; without people.read 2 of them, or the whole number."
    )
    private static let from = parameter("from", moment, "From this moment on.")
    private static let until = parameter("until", moment, "Before this moment.")
    private static let pointsFilters: [JSON] = [
        parameter("cause", choice(PointsQuery.causes.map(\.name))),
        parameter("sign", choice(PointsQuery.signs)),
        parameter("programme", choice(PointsEntry.Programme.allCases.map(\.rawValue))), from, until,
        parameter("user", uuid), phone, parameter("subject", uuid, "An offer or an event."),
    ]
    private static let guestFilters: [JSON] = [parameter("user", uuid), phone]

    private static let person: JSON = [
        "type": ["object", "null"],
        "description": "Name and e-mail are whole for those who may people.read; a phone never is.",
        "properties": [
            "id": uuid, "phone": ["type": ["string", "null"]], "name": ["type": ["string", "null"]],
            "email": ["type": ["string", "null"]], "is_erased": flag,
        ],
    ]
    private static let entry: JSON = [
        "type": "object", "required": ["id", "number", "change", "balance", "cause", "created_at", "user"],
        "properties": [
            "id": uuid, "number": ["type": "integer"], "change": ["type": "integer"],
            "balance": ["type": "integer"], "cause": choice(PointsQuery.causes.map(\.name)),
            "programme": choice(PointsEntry.Programme.allCases.map(\.rawValue)),
            "subject": ["type": ["object", "null"]], "note": ["type": ["string", "null"]],
            "by": ["type": "string"], "created_at": moment, "user": person,
        ],
    ]
    private static func list(_ name: String, _ summary: String, _ element: JSON, _ filters: [JSON]) -> JSON {
        operation(name, summary, OpenAPI.page(of: element), filters + OpenAPI.paging)
    }

    private static func shown(
        _ name: String,
        _ summary: String,
        _ answer: JSON,
        _ parameters: [JSON] = []
    ) -> JSON {
        operation(name, summary, OpenAPI.answer("As it is now.", answer), parameters)
    }
}
