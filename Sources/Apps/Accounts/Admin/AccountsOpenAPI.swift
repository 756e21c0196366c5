import Core
import Web

/// What staff do with accounts as the description of the admin API has it.
enum AccountsOpenAPI: OpenAPISection {
    static let tag = "Accounts"

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
            "get": table(
                "accounts_export",
                "The same as a table (CSV).",
                filters + [parameter("phones", flag, "With whole phone numbers.")]
            )
        ],
        "\(base)/users/{id}": [
            "parameters": OpenAPI.id,
            "get": operation("accounts_get", "Everything about an account.", answer),
            "patch": operation(
                "accounts_change",
                "Put an account right; what is not named stays. Needs people.read and people.write.",
                answer,
                [OpenAPI.versionParameter],
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
                "Free a number for another test; in test mode only. Needs people.write and people.read.",
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
                OpenAPI.pathParameter("id", uuid), OpenAPI.pathParameter("part", uuid),
                OpenAPI.versionParameter,
            ],
            "get": operation(
                "accounts_part",
                "One zone of a client.",
                OpenAPI.answer("It.", ["type": "object", "properties": .object(part)])
            ),
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
                [OpenAPI.versionParameter],
                body: body(texts)
            ),
            "delete": operation(
                "accounts_template_reset",
                "Back to the standard texts. Needs settings.write.",
                OpenAPI.answer("The template.", template),
                [OpenAPI.versionParameter]
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
