import Core

extension Field {
    /// The JSON Schema (2020-12) of the field's value.
    var jsonSchema: JSON {
        var schema = kindSchema
        schema["title"] = .string(title.en)
        if let help { schema["description"] = .string(help.en) }
        if let initial { schema["default"] = initial }
        return .object(schema)
    }

    private var kindSchema: [String: JSON] {
        switch kind {
        case .text(let lengthMax): ["type": "string", "maxLength": .integer(Int64(lengthMax))]
        case .localizedText(let lengthMax, _): Self.localized(["maxLength": .integer(Int64(lengthMax))])
        case .richText: Self.localized(["contentMediaType": "text/html"])
        case .integer(let range):
            ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .decimal(let range, _):
            ["type": "number", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
        case .bool: ["type": "boolean"]
        case .choice(let choices): ["type": "string", "enum": .array(choices.map { .string($0.name) })]
        case .date: ["type": "string", "format": "date"]
        case .timestamp: ["type": "string", "format": "date-time"]
        case .slug: ["type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"]
        case .url: ["type": "string", "format": "uri"]
        case .phone: ["type": "string", "pattern": "^\\+[0-9]{10,15}$"]
        case .image, .file: Self.upload
        case .images:
            ["type": "array", "items": .object(Self.upload), "maxItems": .integer(Int64(Limits.imagesMax))]
        case .reference(let target): Self.reference(target)
        case .references(let target):
            [
                "type": "array", "items": .object(Self.reference(target)),
                "maxItems": .integer(Int64(Limits.referencesMax)), "uniqueItems": true,
            ]
        case .points: ["type": "integer", "minimum": 0, "maximum": .integer(Limits.pointsMax)]
        case .table(let columns, let rowsMax): Self.rows(of: columns, max: rowsMax)
        }
    }

    /// An array of objects; a draft may lack mandatory cells, so none is required.
    private static func rows(of columns: [Column], max rowsMax: Int) -> [String: JSON] {
        let cells = columns.map { ($0.name, $0.jsonSchema) }
        return [
            "type": "array", "maxItems": .integer(Int64(rowsMax)),
            "items": [
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": .object(Dictionary(uniqueKeysWithValues: cells)),
            ],
        ]
    }

    private static let upload: [String: JSON] = ["type": "string", "description": "The id of an upload."]

    private static func reference(_ target: String) -> [String: JSON] {
        ["type": "string", "format": "uuid", "description": .string("The id of one of \(target).")]
    }

    private static func localized(_ text: [String: JSON]) -> [String: JSON] {
        let text = JSON.object(text.merging(["type": "string"]) { first, _ in first })
        let languages = Language.allCases.map { ($0.rawValue, text) }
        return [
            "type": "object", "additionalProperties": false,
            "properties": .object(Dictionary(uniqueKeysWithValues: languages)),
        ]
    }

    /// The schema of the field as a filter of lists.
    var filterSchema: JSON {
        switch kind {
        case .references(let target): .object(Self.reference(target))
        case .text, .localizedText, .richText, .integer, .decimal, .bool, .choice, .date, .timestamp, .slug,
            .url,
            .phone, .image, .images, .file, .reference, .points, .table:
            .object(kindSchema)
        }
    }
}

extension Field.Column {
    /// The JSON Schema of a cell.
    fileprivate var jsonSchema: JSON {
        let schema = field.jsonSchema
        return switch kind {
        case .time: schema.adding(["pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"])
        case .text, .multiline, .integer, .decimal, .date, .choice, .reference: schema
        }
    }
}
