import Core

/// Parses a template from JSON and collects the faults of its form.
struct FlagTemplateReader {
    private(set) var faults: [FlagFault] = []

    mutating func template(_ json: JSON) -> FlagTemplate {
        guard let members = json.object else {
            faults.append(FlagFault(.template, "#", Localized("должен быть объектом", "must be an object")))
            return FlagTemplate()
        }
        var parameters: [String: FlagParameter] = [:]
        read(members["parameters"], "#/parameters", nil, into: &parameters)
        var groups: [String: FlagGroup] = [:]
        for (name, group) in object(members["parameterGroups"], "#/parameterGroups", .group).sorted(by: {
            $0.key < $1.key
        }) {
            let pointer = "#/parameterGroups/\(name.pointerPart)"
            let fields = object(group, pointer, .group)
            var read = FlagGroup(description: description(fields["description"], pointer))
            read.rest = fields.filter { !["description", "parameters"].contains($0.key) }
            groups[name] = read
            self.read(fields["parameters"], "\(pointer)/parameters", name, into: &parameters)
        }
        return FlagTemplate(
            conditions: conditions(members["conditions"]),
            parameters: parameters,
            groups: groups,
            rest: members.filter { !Self.known.contains($0.key) }
        )
    }

    /// Members besides unknown ones; `version` and `etag` come from elsewhere.
    private static let known: Set = ["conditions", "parameters", "parameterGroups", "version", "etag"]

    private mutating func conditions(_ json: JSON?) -> [FlagCondition] {
        guard let json, json != .null else { return [] }
        guard let elements = json.array else {
            faults.append(
                FlagFault(.condition, "#/conditions", Localized("должны быть списком", "must be an array"))
            )
            return []
        }
        return elements.enumerated().map { index, element in
            let pointer = "#/conditions/\(index)"
            let members = object(element, pointer, .condition)
            var condition = FlagCondition(
                name: text(members["name"], "\(pointer)/name", .condition) ?? "",
                expression: text(members["expression"], "\(pointer)/expression", .expression) ?? "",
                color: text(members["tagColor"], "\(pointer)/tagColor", .condition),
                description: description(members["description"], pointer)
            )
            if condition.color == FlagCondition.noColor { condition.color = nil }
            condition.rest = members.filter {
                !["name", "expression", "tagColor", "description"].contains($0.key)
            }
            return condition
        }
    }

    private mutating func read(
        _ json: JSON?,
        _ pointer: String,
        _ group: String?,
        into parameters: inout [String: FlagParameter]
    ) {
        for (key, value) in object(json, pointer, .key).sorted(by: { $0.key < $1.key }) {
            let here = "\(pointer)/\(key.pointerPart)"
            guard parameters[key] == nil else {
                faults.append(
                    FlagFault(.duplicateKey, here, Localized("уже есть в другом месте", "is in two places"))
                )
                continue
            }
            parameters[key] = parameter(value, here, group)
        }
    }

    mutating func parameter(_ json: JSON, _ pointer: String, _ group: String?) -> FlagParameter {
        let members = object(json, pointer, .unsupportedValue)
        var parameter = FlagParameter(value(members["defaultValue"], "\(pointer)/defaultValue"))
        let conditional = "\(pointer)/conditionalValues"
        for (name, json) in object(members["conditionalValues"], conditional, .unsupportedValue) {
            parameter.conditional[name] = value(json, "\(conditional)/\(name.pointerPart)")
        }
        parameter.description = description(members["description"], pointer)
        if let name = text(members["valueType"], "\(pointer)/valueType", .typeMismatch),
            name != FlagParameter.ValueType.unspecified
        {
            if let type = FlagParameter.ValueType(rawValue: name) {
                parameter.type = type
            } else {
                faults.append(
                    FlagFault(
                        .typeMismatch,
                        "\(pointer)/valueType",
                        Localized("нет такого типа", "is not a type of values")
                    )
                )
            }
        }
        parameter.group = group
        parameter.rest = members.filter {
            !["defaultValue", "conditionalValues", "description", "valueType"].contains($0.key)
        }
        return parameter
    }

    private mutating func value(_ json: JSON?, _ pointer: String) -> FlagValue? {
        guard let json, json != .null else { return nil }
        do throws(FlagFault) {
            return try FlagValue(json: json, at: pointer)
        } catch {
            faults.append(error)
            return nil
        }
    }

    private mutating func object(
        _ json: JSON?,
        _ pointer: String,
        _ reason: FlagFault.Reason
    ) -> [String: JSON] {
        guard let json, json != .null else { return [:] }
        guard let object = json.object else {
            faults.append(FlagFault(reason, pointer, Localized("должно быть объектом", "must be an object")))
            return [:]
        }
        return object
    }

    private mutating func text(_ json: JSON?, _ pointer: String, _ reason: FlagFault.Reason) -> String? {
        guard let json, json != .null else { return nil }
        guard let text = json.string else {
            faults.append(FlagFault(reason, pointer, Localized("должно быть строкой", "must be a string")))
            return nil
        }
        return text
    }

    private mutating func description(_ json: JSON?, _ pointer: String) -> String? {
        text(json, "\(pointer)/description", .description)
    }
}
