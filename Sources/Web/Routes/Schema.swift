import Core

/// JSON Schemas (2020-12) of requests and responses of the admin API.
package enum Schema {
    package static let text: JSON = ["type": "string"]
    package static let uuid: JSON = ["type": "string", "format": "uuid"]
    package static let moment: JSON = ["type": "string", "format": "date-time"]
    package static let flag: JSON = ["type": "boolean"]
    package static let integer: JSON = ["type": "integer"]
    package static let optionalText = orNull(text)
    package static let optionalMoment = orNull(moment)

    package static func text(lengthMax: Int) -> JSON {
        ["type": "string", "maxLength": .integer(Int64(lengthMax))]
    }

    package static func integer(_ range: ClosedRange<Int64>) -> JSON {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    package static func choice(_ names: [String]) -> JSON {
        ["type": "string", "enum": .array(names.map { .string($0) })]
    }

    /// The cases of an enumeration by their names.
    package static func choice<Kind: CaseIterable & RawRepresentable<String>>(of kind: Kind.Type) -> JSON {
        choice(kind.allCases.map(\.rawValue))
    }

    package static func list(of element: JSON) -> JSON { ["type": "array", "items": element] }

    package static func orNull(_ schema: JSON) -> JSON {
        guard case .string(let type)? = schema["type"], schema["enum"] == nil else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        return schema.adding(["type": [.string(type), "null"]])
    }

    /// An object with these members, which are required unless they are in `optional`.
    package static func object(_ members: [String: JSON], optional: Set<String> = []) -> JSON {
        [
            "type": "object", "properties": .object(members),
            "required": .array(members.keys.filter { !optional.contains($0) }.sorted().map { .string($0) }),
        ]
    }

    /// A body that has these members and no others.
    package static func body(_ members: [String: JSON], required: [String] = []) -> JSON {
        [
            "type": "object", "additionalProperties": false, "properties": .object(members),
            "required": .array(required.map { .string($0) }),
        ]
    }

    /// A reference to a schema among the components of the description.
    package static func named(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }

    package static func described(_ schema: JSON, _ about: String) -> JSON {
        schema.adding(["description": .string(about)])
    }
}
