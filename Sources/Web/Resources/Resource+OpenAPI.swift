import Core
import HTTPTypes

extension Resource: OpenAPIParts {
    /// Its operations by path, as the admin API describes them (OpenAPI 3.1).
    package var openAPIPaths: [String: JSON] {
        let base = ([OpenAPI.prefix] + address).joined(separator: "/")
        let parameters = filters.flatMap(\.openAPIParameters)
        let sorts =
            orders.isEmpty
            ? [] : [Self.parameter("sort", Self.choice(orders.map(\.name)), "The greatest first.")]
        var paths: [String: JSON] = [
            base: [
                "get": operation(
                    "\(operations)_list",
                    about.en + ".",
                    counted(OpenAPI.page(of: schema(columns))),
                    parameters + sorts + [Self.countParameter] + OpenAPI.paging
                )
            ],
            "\(base)/{\(part)}": [
                "get": operation(
                    "\(operations)_get",
                    "One row"
                        + (parts.isEmpty ? "." : " with its \(parts.map(\.name).joined(separator: ", "))."),
                    OpenAPI.answer("The row.", wholeSchema)
                )
            ],
        ]
        if !sums.isEmpty {
            paths["\(base)/\(figures)"] = [
                "get": operation(
                    "\(operations)_\(figures)",
                    "Figures over every row that the filters leave.",
                    OpenAPI.answer("The figures.", sumSchema),
                    parameters
                )
            ]
        }
        if isExported {
            paths["\(base)/export"] = ["get": export("\(operations)_export", parameters)]
        }
        for action in actions {
            let path = ([base] + action.address(of: "{\(part)}")).joined(separator: "/")
            let operation = self.operation(action)
            paths[path] = (paths[path] ?? [:]).adding([action.method.rawValue.lowercased(): operation])
        }
        return Dictionary(uniqueKeysWithValues: paths.map { ($0, withParameters($1, in: $0)) })
    }

    /// The same path with its parameters: the row, and the row of the list above.
    private func withParameters(_ item: JSON, in path: String) -> JSON {
        let above = owner.map { [OpenAPI.pathParameter($0.name, $0.list().idSchema)] } ?? []
        let own = path.contains("{\(part)}") ? [OpenAPI.pathParameter(part, idSchema)] : []
        return above.isEmpty && own.isEmpty ? item : item.adding(["parameters": .array(above + own)])
    }

    private var idSchema: JSON {
        switch source.kind {
        case .id: Self.uuid
        case .number: ["type": "integer"]
        case .text: ["type": "string"]
        }
    }

    private func operation(_ action: ResourceAction) -> JSON {
        let members = action.inputs.map { ($0.name, $0.schema) }
        let required = action.inputs.filter { $0.isRequired && action.place != .change }.map(\.name)
        let body = OpenAPI.body(OpenAPI.nestedBody(members, required: required))
        let also = JSON.object(Dictionary(action.also.map { ($0.name, $0.schema) }) { first, _ in first })
        let row = wholeSchema.adding(["properties": (wholeSchema["properties"] ?? [:]).adding(also)])
        let answers: JSON =
            switch action.place {
            case .create: OpenAPI.answer("The row that was made.", row, status: "201")
            case .change, .row: OpenAPI.answer("The row as it is now.", row)
            case .remove: OpenAPI.nothing
            }
        return OpenAPI.operation(
            "\(operations)_\(action.name.replacing("-", with: "_"))",
            "\(one.en): \(action.title.en.lowercased()).",
            tag: title.en,
            answers: answers,
            parameters: action.hasNote ? [OpenAPI.noteParameter] : [],
            // `nil` alone would be the JSON null.
            body: action.inputs.isEmpty ? JSON?.none : body
        ).adding(action.manual.map { ["description": .string($0)] } ?? [:])
    }

    private func export(_ name: String, _ filters: [JSON]) -> JSON {
        operation(
            name,
            "\(about.en), as a table (CSV). Needs \(exportRight.rawValue), and is noted in the audit.",
            [
                "200": [
                    "description": "The table (RFC 4180, UTF-8).",
                    "content": ["text/csv": ["schema": ["type": "string"]]],
                ],
                "default": ["$ref": "#/components/responses/Problem"],
            ],
            filters + [
                Self.parameter("bom", Self.flag, "A byte order mark, as Excel expects it."),
                Self.parameter("separator", Self.choice([",", ";", "tab"]), "Between two cells."),
            ]
        )
    }

    /// The permissions of the operations besides reading content.
    package var openAPIPermissions: [String: [Permission]] {
        let names = ["list", "get"] + (sums.isEmpty ? [] : [figures])
        let reads = names.map { ("\(operations)_\($0)", [right]) }
        let acts = actions.map {
            ("\(operations)_\($0.name.replacing("-", with: "_"))", needs(of: $0))
        }
        let export = isExported ? [("\(operations)_export", [exportRight])] : []
        return Dictionary(uniqueKeysWithValues: reads + acts + export)
    }

    private static let countParameter = parameter(
        "count",
        flag,
        "Tell as `count` how many rows all pages have."
    )

    private func operation(
        _ name: String,
        _ summary: String,
        _ answers: JSON,
        _ parameters: [JSON] = []
    ) -> JSON {
        OpenAPI.operation(name, summary, tag: title.en, answers: answers, parameters: parameters)
    }

    /// A page whose response may have `count`.
    private func counted(_ answers: JSON) -> JSON {
        guard case .object(var members) = answers, let page = members["200"],
            let schema = page["content"]?["application/json"]?["schema"],
            let properties = schema["properties"]
        else { return answers }
        let count: JSON = ["type": "integer", "description": "How many rows there are, if `count` was true."]
        members["200"] = page.adding([
            "content": [
                "application/json": [
                    "schema": schema.adding(["properties": properties.adding(["count": count])])
                ]
            ]
        ])
        return .object(members)
    }

    private func schema(_ columns: [ResourceColumn]) -> JSON {
        OpenAPI.nested(columns.map { ($0.name, $0.schema) })
    }

    /// A row with its parts (JSON Schema).
    package var wholeSchema: JSON {
        OpenAPI.nested(
            columns.map { ($0.name, $0.schema) }
                + parts.map { ($0.name, ["type": "array", "items": schema($0.columns)]) }
        )
    }

    private var sumSchema: JSON {
        OpenAPI.nested(
            sums.map { ($0.name, ["type": ["integer", "null"], "description": .string($0.title.en)]) }
        )
    }
}

extension ResourceColumn: OpenAPIParts {
    /// Each value may be null: it may be absent, or hidden from the reader.
    fileprivate var schema: JSON {
        let schema: JSON =
            switch kind {
            case .id: ["type": ["string", "null"], "format": "uuid"]
            case .text, .link, .quote, .author: ["type": ["string", "null"]]
            case .number, .money, .bytes, .change: ["type": ["integer", "null"]]
            case .rating: ["type": ["integer", "null"], "minimum": 1, "maximum": 5]
            case .moment: ["type": ["string", "null"], "format": "date-time"]
            case .bool: ["type": ["boolean", "null"]]
            case .choice(let choices):
                ["type": ["string", "null"], "enum": .array(choices.map { .string($0.value) } + [.null])]
            case .choices(let choices, _):
                [
                    "type": "array",
                    "items": choices.isEmpty ? ["type": "string"] : Self.choice(choices.map(\.value)),
                ]
            case .flags(let flags, _):
                OpenAPI.nested(
                    flags.map { ($0.name, ["type": "boolean", "description": .string($0.title.en)]) }
                )
            case .object(let object): object.schema
            case .person: Self.personSchema
            }
        let needs = right.map { " Null without `\($0.rawValue)`." } ?? ""
        let unit = if case .money = kind { " In hundredths." } else { "" }
        return schema.adding(["description": .string(title.en + "." + unit + needs)])
    }

    package static let personSchema: JSON = [
        "type": ["object", "null"],
        "properties": [
            "id": uuid, "phone": ["type": ["string", "null"]], "name": ["type": ["string", "null"]],
            "email": ["type": ["string", "null"]], "is_erased": flag,
        ],
        "required": ["id", "phone", "name", "email", "is_erased"],
    ]
}

extension ResourceInput: OpenAPIParts {
    /// The schema of its member in a body; null clears the value.
    fileprivate var schema: JSON {
        let schema: JSON =
            switch kind {
            case .text(let lengthMax), .paragraph(let lengthMax):
                ["type": "string", "maxLength": .integer(Int64(lengthMax))]
            case .password: ["type": "string", "format": "password"]
            case .texts(let countMax, let lengthMax):
                [
                    "type": "array", "maxItems": .integer(Int64(countMax)),
                    "items": ["type": "string", "maxLength": .integer(Int64(lengthMax))],
                ]
            case .choice(let choices): Self.choice(choices.map(\.value))
            case .choices(let choices): ["type": "array", "items": Self.choice(choices.map(\.value))]
            case .bool: Self.flag
            case .number(let range):
                [
                    "type": "integer", "minimum": .integer(range.lowerBound),
                    "maximum": .integer(range.upperBound),
                ]
            case .moment: Self.moment
            case .row: Self.uuid
            }
        let words = ([title.en + "."] + (hint.map { [$0.en] } ?? [])).joined(separator: " ")
        let described = schema.adding(["description": .string(words)])
        return !isRequired ? ["anyOf": [described, ["type": "null"]]] : described
    }
}

extension ResourceFilter: OpenAPIParts {
    fileprivate var openAPIParameters: [JSON] {
        switch kind {
        case .words:
            [
                Self.parameter(
                    name,
                    ["type": "string", "maxLength": .integer(Int64(Limits.peopleTextLengthMax))],
                    title.en
                )
            ]
        case .name(_, let lengthMax): [Self.parameter(name, Self.line(lengthMax), title.en)]
        case .person, .content, .id: [Self.parameter(name, Self.uuid, title.en)]
        case .choice(let options, _), .tabs(let options):
            [Self.parameter(name, Self.choice(options.map(\.value)), title.en)]
        case .bool: [Self.parameter(name, Self.flag, title.en)]
        case .number(let range, _, _):
            [
                Self.parameter(
                    name,
                    [
                        "type": "integer", "minimum": .integer(range.lowerBound),
                        "maximum": .integer(range.upperBound),
                    ],
                    title.en
                )
            ]
        case .period:
            [
                Self.parameter("from", Self.moment, "From this moment on."),
                Self.parameter("until", Self.moment, "Before this moment."),
            ]
        case .phone:
            [
                Self.parameter(
                    name,
                    ["type": "string"],
                    "Its last digits; without people.read 2 of them, or the whole number."
                )
            ]
        }
    }
}
