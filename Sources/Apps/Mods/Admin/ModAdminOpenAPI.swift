import Core
import Web

/// The parts of the admin API that only mods have.
enum ModAdminOpenAPI: OpenAPISection {
    static let tag = "Mods"

    private static let base = "\(OpenAPI.prefix)/mods"
    private static let number: JSON = ["type": "integer", "minimum": 0]
    private static let text: JSON = ["type": "string"]

    private static let countsSummary = """
        Views, downloads and events of clients by the day (UTC). A download counts once, when the last bytes of the \
        archive go out: of the whole, or of the last part of one that broke off. A look at a few bytes, at the end \
        alone (bytes=-n) or by HEAD does not.
        """

    private static let catalogueSummary = """
        Every published mod, by category or as a flat list with numbers. Where links to archives are signed, those of \
        this server in it end: after the setting link_minutes of the app, or up to a quarter later. Ask anew then.
        """

    static let paths: [String: JSON] = [
        "\(base)/counts": [
            "get": operation(
                "mod_counts",
                countsSummary,
                OpenAPI.answer("What was counted.", counts),
                [
                    parameter("from", ["type": "string", "format": "date"]),
                    parameter("to", ["type": "string", "format": "date"]),
                    parameter("mod", ["type": "string", "description": "Only this one: its id or path."]),
                    parameter(
                        "limit",
                        ["type": "integer", "minimum": 1, "maximum": .integer(Int64(Limits.pageSizeMax))]
                    ),
                ]
            )
        ],
        "\(base)/catalogue": [
            "get": operation(
                "mod_catalogue",
                catalogueSummary,
                OpenAPI.answer("The catalogue.", ["oneOf": [byCategory, flat]]),
                [
                    parameter(
                        "form",
                        ["type": "string", "enum": .array(ModCatalogue.forms.map { .string($0) })]
                    ),
                    parameter(
                        "lang",
                        ["type": "string", "enum": .array(Language.allCases.map { .string($0.rawValue) })]
                    ),
                ]
            )
        ],
    ]

    private static func object(_ properties: [String: JSON], optional: [String] = []) -> JSON {
        let required = properties.keys.sorted().filter { !optional.contains($0) }
        return [
            "type": "object", "required": .array(required.map { .string($0) }),
            "properties": .object(properties),
        ]
    }

    private static func list(of items: JSON) -> JSON { ["type": "array", "items": items] }

    private static let totals: [String: JSON] = ["views": number, "downloads": number]
    private static let mod = object(
        totals.merging(["id": text, "path": text, "title": text]) { first, _ in first }
    )

    private static let counts = object(
        [
            "from": text, "to": text, "totals": object(totals), "mod": mod, "mods": list(of: mod),
            "days": list(of: object(totals.merging(["day": text]) { first, _ in first })),
            "events": list(of: object(["name": text, "count": number])),
        ],
        optional: ["mod", "mods", "events"]
    )

    private static let byCategory: JSON = [
        "type": "object",
        "additionalProperties": list(
            of: object([
                "name": text, "description": text, "image": text, "files": list(of: text),
                "isFree": ["type": "boolean"],
            ])
        ),
    ]

    private static let flat = list(
        of: object([
            "id": number, "name": text, "description": text, "images": list(of: text), "pathFile": text,
        ])
    )
}
