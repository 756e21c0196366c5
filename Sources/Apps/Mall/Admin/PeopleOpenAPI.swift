import Core
import Web

/// The OpenAPI section of users and their devices for staff.
enum PeopleOpenAPI: OpenAPISection {
    static let tag = "People"

    private static let mall = "\(OpenAPI.prefix)/mall"

    static let permissions: [String: [Permission]] = [
        "users_export": [.readPeople], "users_reveal": [.readPeople],
        "users_change": [.readPeople, .writePeople],
        "users_block": [.writePeople], "users_unblock": [.writePeople], "users_sign_out": [.writePeople],
        "users_erase": [.writePeople],
    ]

    static let paths: [String: JSON] = users.merging(others) { first, _ in first }

    private static let users: [String: JSON] = [
        "\(mall)/users": [
            "get": operation(
                "users_list",
                "The people who use the app, newest first; without people.read they are masked.",
                OpenAPI.page(of: person),
                OpenAPI.paging + filters + [
                    parameter("sort", choice(sorts), "What they go by."),
                    parameter("count", flag, "Tell how many there are in all."),
                ]
            )
        ],
        "\(mall)/users/export": [
            "get": table(
                "users_export",
                "The same as a table (CSV).",
                filters + [parameter("phones", flag, "With whole phone numbers.")]
            )
        ],
        "\(mall)/users/{id}": [
            "parameters": OpenAPI.id,
            "get": operation("users_get", "Everything about a person.", answer),
            "patch": operation(
                "users_change",
                "Put a name or an e-mail address right; needs people.read and people.write.",
                answer,
                [OpenAPI.versionParameter],
                body: body([
                    "name": line(Limits.personNameLengthMax), "email": ["type": "string", "format": "email"],
                ])
            ),
        ],
        "\(mall)/users/{id}/entries": [
            "parameters": OpenAPI.id,
            "get": operation(
                "users_entries",
                "The points of a person, newest first.",
                OpenAPI.page(of: ["type": "object"]),
                OpenAPI.paging
            ),
        ],
        "\(mall)/users/{id}/block": act(
            "users_block",
            "End the session and refuse the next one.",
            body: body(["reason": line(Limits.blockReasonLengthMax)], required: ["reason"])
        ),
        "\(mall)/users/{id}/unblock": act("users_unblock", "Let a blocked person in again."),
        "\(mall)/users/{id}/sign-out": act("users_sign_out", "End the session of a person."),
        "\(mall)/users/{id}/erase": act(
            "users_erase",
            "Take everything personal away for ever; points, gifts and invitations stay.",
            body: body(
                [
                    "digits": .object([
                        "type": "string", "description": "How the phone ends, at least 2 digits.",
                    ])
                ],
                required: ["digits"]
            )
        ),
        "\(mall)/users/{id}/reveal": [
            "parameters": OpenAPI.id,
            "post": operation(
                "users_reveal",
                "The whole phone of a person; needs people.read, and is written down.",
                OpenAPI.answer(
                    "The phone.",
                    [
                        "type": "object", "required": ["id", "phone", "spaced"],
                        "properties": [
                            "id": uuid, "phone": ["type": "string"], "spaced": ["type": "string"],
                        ],
                    ]
                )
            ),
        ],
    ]

    private static let others: [String: JSON] = [
        "\(mall)/survey": [
            "get": operation(
                "survey",
                "How many have taken the survey, and what they answered.",
                OpenAPI.answer("The numbers.", ["type": "object"])
            )
        ]
    ]

    // MARK: Parts

    private static let sorts = UserQuery.Sort.allCases.flatMap { ["-\($0.rawValue)", $0.rawValue] }
    private static let filters: [JSON] = [
        parameter(
            "q",
            ["type": "string", "maxLength": .integer(Int64(Limits.peopleTextLengthMax))],
            "Digits of the phone, words of the name or the e-mail address, or the referral code."
        ),
        parameter("blocked", flag, "Blocked by staff."),
        parameter("surveyed", flag, "Has taken the survey."),
        parameter("invited", flag, "Came by a friend's code."),
        parameter("gifts", flag, "Has gifts that are not used up."),
        parameter("confirmed", flag, "Has once entered a right code."),
        parameter("erased", flag, "Has been erased."),
        parameter("registered_from", moment, "Registered then or later."),
        parameter("registered_until", moment, "Registered before."),
    ]
    private static let optionalMoment: JSON = ["type": ["string", "null"], "format": "date-time"]
    private static let person: JSON = [
        "type": "object", "required": ["id", "phone", "name", "email", "is_masked", "balance", "created_at"],
        "properties": [
            "id": uuid,
            "phone": .object([
                "type": ["string", "null"], "description": "Masked; null once the person is erased.",
            ]),
            "name": ["type": ["string", "null"]], "email": ["type": ["string", "null"]],
            "is_masked": flag, "is_blocked": flag,
            "is_erased": flag, "is_signed_in": flag,
            "is_invited": flag,
            "referral_code": ["type": "string"], "created_at": optionalMoment, "confirmed_at": optionalMoment,
            "registered_at": optionalMoment, "signed_in_at": optionalMoment, "surveyed_at": optionalMoment,
            "blocked_at": optionalMoment,
            "erased_at": optionalMoment, "date_birth": optionalMoment,
            "have_kids": ["type": ["boolean", "null"]],
            "balance": ["type": "integer"], "earned": ["type": "integer"], "spent": ["type": "integer"],
            "invited_count": ["type": "integer"], "gifts_count": ["type": "integer"],
            "owned_count": ["type": "integer"], "share_count": ["type": "integer"],
            "app_evaluation": ["type": ["integer", "null"], "minimum": 1, "maximum": 5],
        ],
    ]
    private static let answer = OpenAPI.answer(
        "The person as they are now, with gifts, events, invitations, points, telephones and reviews.",
        person
    )

    private static func act(_ name: String, _ summary: String, body: JSON? = nil) -> JSON {
        [
            "parameters": OpenAPI.id,
            "post": operation(name, "\(summary) Needs people.write.", answer, body: body),
        ]
    }
}
