import Core

/// Building blocks for parameters and bodies of the admin API's description.
package protocol OpenAPIParts {}

/// A section of the description of the admin API.
package protocol OpenAPISection: OpenAPIParts {
    /// The tag of its operations.
    static var tag: String { get }
}

extension OpenAPIParts {
    package static var uuid: JSON { ["type": "string", "format": "uuid"] }
    package static var moment: JSON { ["type": "string", "format": "date-time"] }
    package static var flag: JSON { ["type": "boolean"] }

    package static func line(_ lengthMax: Int) -> JSON {
        ["type": "string", "minLength": 1, "maxLength": .integer(Int64(lengthMax))]
    }

    package static func choice(_ names: [String]) -> JSON {
        ["type": "string", "enum": .array(names.map { .string($0) })]
    }

    package static func parameter(_ name: String, _ schema: JSON, _ description: String? = nil) -> JSON {
        var members: [String: JSON] = ["name": .string(name), "in": "query", "schema": schema]
        if let description { members["description"] = .string(description) }
        return .object(members)
    }

    /// A body without further members.
    package static func body(_ properties: [String: JSON], required: [String] = []) -> JSON {
        OpenAPI.body([
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": .array(required.map { .string($0) }),
        ])
    }

}

extension OpenAPISection {
    package static func operation(
        _ name: String,
        _ summary: String,
        _ answers: JSON,
        _ parameters: [JSON] = [],
        body: JSON? = nil
    ) -> JSON {
        OpenAPI.operation(name, summary, tag: tag, answers: answers, parameters: parameters, body: body)
    }

    /// A table for a spreadsheet; `parameters` are added to those of the cell format.
    package static func table(_ name: String, _ summary: String, _ parameters: [JSON]) -> JSON {
        let answers: JSON = [
            "200": [
                "description": "The table (RFC 4180, UTF-8).",
                "content": ["text/csv": ["schema": ["type": "string"]]],
            ],
            "default": ["$ref": "#/components/responses/Problem"],
        ]
        let form = [
            parameter("bom", flag, "A byte order mark, as Excel expects it."),
            parameter("separator", choice([",", ";", "tab"]), "Between two cells."),
        ]
        return operation(
            name,
            "\(summary) Needs people.read, and is written into the audit.",
            answers,
            parameters + form
        )
    }
}
